import type { Policy } from '../../domain/verdicts/policy.ts';
import type { Side } from '../../truth/release/split.ts';
import { measuredTruth } from './measured-truth.ts';
import type { MeasuredTruth } from './measured-truth.ts';
import type { FoldedTask, RecordFold } from '../record-fold.ts';
import { releaseSplit } from '../release-split.ts';
import { policyVerdicts } from '../verdict-tables.ts';
import type { SubjectVerdict } from '../verdict-tables.ts';

/** The verdicts of a policy that a system is measured against, and the truth behind them. */
export interface MeasuredVerdicts {
  readonly policy: Policy;
  readonly measured: MeasuredTruth;
  /** Verdicts about the measured subjects; those without one are counted. */
  readonly verdicts: readonly (SubjectVerdict & { readonly verdict: string })[];
  readonly withoutVerdict: number;
  readonly ks: readonly number[];
}

/** The policies of a release. */
export function policiesOf({ topics }: RecordFold): readonly Policy[] {
  return topics.flatMap((topic) => topic.policies.map(({ policy }) => policy));
}

/** The task that a policy speaks of. */
function taskOfPolicy(fold: RecordFold, { task }: Policy): FoldedTask {
  return fold.tasks.find((one) => one.task.task.id === task)!;
}

/**
 * The verdicts of a policy about the subjects on one side of the split. A verdict rests on all
 * units of its subject, so only a split that keeps subjects together has verdicts of a side; else
 * all of them are measured. Null when a side is asked for that does not exist.
 */
export function measuredVerdicts(
  fold: RecordFold,
  policy: Policy,
  asked: Side | null,
): MeasuredVerdicts | null {
  const task = taskOfPolicy(fold, policy);
  const split = releaseSplit(fold, task);
  const isWhole = split === null || !split.keepTogether;
  if (isWhole && asked !== null) return null;
  const measured = measuredTruth(fold, task, isWhole ? 'all' : asked)!;
  const subjects = new Set(measured.truths.map(({ unit }) => unit.subject ?? unit.id));
  const all = policyVerdicts(fold, policy.policy).filter(({ subject }) => subjects.has(subject));
  const verdicts = all.flatMap(({ verdict, ...one }) =>
    verdict === null ? [] : [{ ...one, verdict }],
  );
  const ks = fold.present.protocol.policies?.k ?? [];
  return { policy, measured, verdicts, withoutVerdict: all.length - verdicts.length, ks };
}
