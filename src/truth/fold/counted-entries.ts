import type { Uncounted } from '../../domain/fold/uncounted.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import type { TaskFold } from './task-fold.ts';

/** A judgment, and why it does not count; null when it does. */
export type Counted<Entry> = Entry & { readonly uncounted: Uncounted | null };

/**
 * Which judgments on a unit count, all of them given in the order of the log: of those that an
 * annotator gave and that could count, the last one does.
 */
export function countedEntries<Entry extends LoggedJudgment>(
  fold: TaskFold,
  entries: readonly Entry[],
): readonly Counted<Entry>[] {
  const why = whyUncounted(fold, entries);
  return entries.map((entry, at) => ({ ...entry, uncounted: why[at]! }));
}

/** Why each of these judgments on a unit does not count; null where it does. */
export function whyUncounted(
  fold: TaskFold,
  entries: readonly LoggedJudgment[],
): readonly (Uncounted | null)[] {
  const last = new Map<string, LoggedJudgment>();
  const why = entries.map((entry) => {
    const uncounted = fold.uncounted(entry);
    if (uncounted === null) last.set(entry.annotator, entry);
    return uncounted;
  });
  return why.map(
    (own, at) => own ?? (last.get(entries[at]!.annotator) === entries[at] ? null : superseded),
  );
}

const superseded: Uncounted = { why: 'superseded', round: null };
