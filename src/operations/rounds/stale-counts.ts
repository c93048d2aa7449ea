import type { OutsideVersion } from '../../store/judging/judgments.ts';
import type { ProjectRounds } from './project-rounds.ts';

/** How many judgments on a task are stale. */
export interface StaleCount {
  readonly task: string;
  readonly judgments: number;
  /** Given under other questions or scales; the others are stale by the guideline alone. */
  readonly byQuestions: number;
  readonly byGuideline: number;
}

/** Judgments per task under other questions or guidelines than now, in runs and `outside`. */
export function staleCounts(
  { project, runs }: Pick<ProjectRounds, 'project' | 'runs'>,
  outside: readonly OutsideVersion[] = [],
): readonly StaleCount[] {
  const inRuns = runs.map(({ run, figures }) => ({
    ...run,
    taskHash: figures.taskHash,
    judgments: figures.judged,
  }));
  const counts = [...project.tasks.values()].map(({ task, hashes }): StaleCount => {
    let [byQuestions, byGuideline] = [0, 0];
    for (const given of [...inRuns, ...outside]) {
      if (given.task !== task.id) continue;
      if (!hashes.has(given.taskHash)) byQuestions += given.judgments;
      else if (given.guideline !== project.protocol.guideline.version)
        byGuideline += given.judgments;
    }
    return { task: task.id, judgments: byQuestions + byGuideline, byQuestions, byGuideline };
  });
  return counts.filter((one) => one.judgments > 0);
}
