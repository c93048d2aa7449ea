import type { RecordedJudgment } from '../../domain/judging/judgment.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import type { Admitted } from '../../truth/fold/task-fold.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';

/**
 * Whether a judgment counts for a task: given under its current questions, and in a full round or
 * under the current guideline. Trainings are left out, since their truth is known.
 */
export function taskStanding(
  { protocol }: Pick<ProjectProtocol, 'protocol'>,
  task: Pick<ProjectTask, 'hash'>,
  runs: ReadonlyMap<string, Pick<RoundRun, 'round'>>,
  judgment: Pick<RecordedJudgment, 'run' | 'guideline' | 'taskHash'>,
): Admitted {
  const kind =
    judgment.run === null
      ? null
      : protocol.rounds.find((round) => round.id === runs.get(judgment.run!)?.round)?.kind;
  if (kind === 'training') return 'elsewhere';
  if (judgment.taskHash !== task.hash) return 'stale';
  return kind === 'full' || judgment.guideline === protocol.guideline.version ? 'counts' : 'stale';
}
