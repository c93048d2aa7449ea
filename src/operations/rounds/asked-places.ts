import { isAskedByAnswers } from '../../domain/rounds/further-plan.ts';
import type { Store } from '../../store/open-store.ts';
import { furtherPlaces } from '../../store/rounds/further-slots.ts';
import { openWork } from '../judging/blindness.ts';
import type { LookedAt } from '../judging/blindness.ts';
import type { WorkContext } from '../work-context.ts';
import { loadRunWork } from './run-work.ts';

/** How many further places somebody was given because of the answers of others. */
interface AskedCount {
  readonly held: number;
  readonly judged: number;
}

/**
 * The places of runs that exist because others disagreed. Whoever judges in such a run must not
 * learn of them, neither on their own units nor in any count: after every judgment of theirs, it
 * would tell whether somebody disagreed.
 */
export interface AskedPlaces {
  /** By run, then by annotator; those of nobody under null. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string | null, AskedCount>>;
}

/** The open runs in which the actor judges, and in which answers ask for further annotators. */
export async function askingWork(
  context: WorkContext,
  looked: LookedAt,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { id } of await openWork(context, looked)) {
    const work = await loadRunWork(context.store, id);
    if (isAskedByAnswers(work?.round.further ?? null)) found.push(id);
  }
  return found;
}

/** The places of some runs that answers asked for. */
export async function askedPlaces(store: Store, runs: readonly string[]): Promise<AskedPlaces> {
  const counts = new Map<string, Map<string | null, AskedCount>>();
  for (const { run, annotator, judgedAt } of await store.read((db) => furtherPlaces(db, runs))) {
    const own = counts.get(run) ?? new Map<string | null, AskedCount>();
    const { held, judged } = own.get(annotator) ?? { held: 0, judged: 0 };
    own.set(annotator, { held: held + 1, judged: judged + Number(judgedAt !== null) });
    counts.set(run, own);
  }
  return { counts };
}

/** Counts by annotator without what answers asked for, but for the reader's own. */
export function withoutAsked<Counted extends AskedCount & { readonly annotator: string }>(
  annotators: readonly Counted[],
  { counts }: AskedPlaces,
  { run, reader }: { readonly run: string; readonly reader: string },
): readonly Counted[] {
  return annotators.map((one) => {
    const asked = one.annotator === reader ? undefined : counts.get(run)?.get(one.annotator);
    if (asked === undefined) return one;
    return { ...one, held: one.held - asked.held, judged: one.judged - asked.judged };
  });
}

/** The sums over everybody in a run. */
export function askedSums({ counts }: AskedPlaces, run: string): AskedCount {
  let [held, judged] = [0, 0];
  for (const own of counts.get(run)?.values() ?? []) {
    held += own.held;
    judged += own.judged;
  }
  return { held, judged };
}
