import { lastJudgmentSeq } from '../../store/judgments-under-way.ts';
import type { Store } from '../../store/open-store.ts';
import { countFirstJudgments, countJudged } from '../../store/judging/progress.ts';
import { addToCache, cacheOf } from '../caches.ts';
import type { Database } from '../workspace.ts';

/** How many units everybody has judged in a run; cached, and follows the log of judgments. */
export async function judgedCounts(
  store: Store,
  run: string,
): Promise<ReadonlyMap<string, number>> {
  if (countsOf(store).has(run)) return await store.read((db) => judgedAsOf(store, db, run));
  // The first time, slots are counted in a snapshot: once, however many ask at the same time.
  const counting = cacheOf(store, 'firstCounts', () => new Map());
  const under =
    counting.get(run) ??
    store.snapshot((db) => judgedAsOf(store, db, run)).finally(() => counting.delete(run));
  counting.set(run, under);
  return await under;
}

/** The same within an open snapshot, which is needed only for a run's first count. */
export async function judgedAsOf(
  store: Store,
  db: Database,
  run: string,
): Promise<ReadonlyMap<string, number>> {
  const kept = countsOf(store);
  const known = kept.get(run);
  const end = await lastJudgmentSeq(db);
  if (known?.end === end) return known.counts;
  // A count beyond the snapshot cannot be undone.
  const counts =
    known === undefined || known.end > end
      ? await countJudged(db, run)
      : await carriedOn(db, run, known, end);
  // Another request may have counted further meanwhile.
  if (end >= (kept.get(run)?.end ?? 0)) addToCache(kept, mostKept, run, { end, counts });
  return counts;
}

async function carriedOn(
  db: Database,
  run: string,
  known: JudgedCount,
  end: number,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map(known.counts);
  const added = await countFirstJudgments(db, { run, after: known.end, upTo: end });
  for (const [annotator, count] of added)
    counts.set(annotator, (counts.get(annotator) ?? 0) + count);
  return counts;
}

const mostKept = 100;

/** How many units everybody has judged, up to a place in the log. */
export interface JudgedCount {
  /** The last judgment in the count. */
  readonly end: number;
  readonly counts: ReadonlyMap<string, number>;
}

function countsOf(store: Store): Map<string, JudgedCount> {
  return cacheOf(store, 'judgedCounts', () => new Map());
}
