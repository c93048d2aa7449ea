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
  const last = new Map<string, Entry>();
  const why = entries.map((entry) => {
    const uncounted = fold.uncounted(entry);
    if (uncounted === null) last.set(entry.annotator, entry);
    return uncounted;
  });
  return entries.map((entry, at) => {
    const isLast = last.get(entry.annotator) === entry;
    const superseded = { why: 'superseded', round: null } as const;
    return { ...entry, uncounted: why[at] ?? (isLast ? null : superseded) };
  });
}
