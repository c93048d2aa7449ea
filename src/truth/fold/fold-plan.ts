import { defined } from '../../domain/defined.ts';
import { panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Counting } from './counting.ts';
import type { FoldPlan } from './task-fold.ts';

/** What a fold of a task, or of one run, is made by. */
export interface FoldSource extends Pick<FoldPlan, 'seed' | 'hash' | 'uncounted' | 'earlierTask'> {
  readonly protocol: Pick<Protocol, 'panel' | 'consensus'>;
  readonly task: Task;
  readonly counting: Counting;
  readonly allowPartial: boolean;
  /** In training, somebody's first judgment on a unit counts: after it they see the key. */
  readonly isTraining: boolean;
}

/** The rules of a fold: who weighs what, who is compared, whose judgments a unit must have. */
export function foldPlan(source: FoldSource): FoldPlan {
  const { protocol, task, counting, seed, hash, allowPartial, isTraining, uncounted } = source;
  const { panel, consensus: plan } = protocol;
  const rules = new Set(
    panelAnnotators(panel).flatMap(({ kind, id }) => (kind === 'rule' ? [id] : [])),
  );
  return {
    task,
    plan,
    seed,
    weightOf: (annotator) => counting.annotator(annotator).weight,
    whyWeightless: (annotator) => counting.annotator(annotator).why ?? 'weight-0',
    required: counting.required,
    isCompared: (annotator) =>
      !rules.has(annotator) && counting.annotator(annotator).why !== 'not-on-panel',
    panel,
    hash,
    allowPartial,
    hasRounds: counting.hasRounds,
    counts: isTraining ? 'first' : 'last',
    uncounted,
    ...defined({ earlierTask: source.earlierTask }),
  };
}
