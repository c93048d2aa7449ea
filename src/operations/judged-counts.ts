import { lastJudgmentSeq } from '../store/judgments.ts';
import type { Store } from '../store/open-store.ts';
import { countFirstJudgments, countJudged } from '../store/work-units.ts';

/**
 * How many units everybody has judged in a run, as of now. Counting is as much work as there are units, so the count is kept and follows the log of
 * judgments: after the first time only what was added since is counted. It is a cache: nothing is lost with it.
 */
export async function judgedCounts(store: Store, run: string): Promise<ReadonlyMap<string, number>> {
  const kept = keptOf(store);
  const known = kept.get(run);
  const counted = await store.snapshot(async (db): Promise<Counted> => {
    const end = await lastJudgmentSeq(db);
    if (known === undefined) return { end, counts: await countJudged(db, run) };
    if (end === known.end) return known;
    const counts = new Map(known.counts);
    for (const [annotator, count] of await countFirstJudgments(db, { run, after: known.end, upTo: end })) counts.set(annotator, (counts.get(annotator) ?? 0) + count);
    return { end, counts };
  });
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
  // Another request may have come further meanwhile.
  if (counted.end >= (kept.get(run)?.end ?? 0)) kept.set(run, counted);
  return counted.counts;
}

const mostKept = 100;

interface Counted {
  /** The last judgment in the count. */
  readonly end: number;
  readonly counts: ReadonlyMap<string, number>;
}

const caches = new WeakMap<Store, Map<string, Counted>>();

function keptOf(store: Store): Map<string, Counted> {
  const known = caches.get(store) ?? new Map<string, Counted>();
  caches.set(store, known);
  return known;
}
