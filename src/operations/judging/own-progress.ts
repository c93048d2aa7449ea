import type { Store } from '../../store/open-store.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { countHeld, countOwnHeld } from '../../store/judging/progress.ts';
import { cacheOf } from '../caches.ts';
import { judgedCounts } from './judged-counts.ts';
import type { WorkContext } from '../work-context.ts';

type Clocked = Pick<WorkContext, 'store' | 'clock'>;

/** How far an annotator is in a run. */
export interface OwnProgress {
  /** Slots that they hold; in an open run, those that they have claimed so far. */
  readonly held: number;
  readonly judged: number;
}

/**
 * How far an annotator is in a run. Counting all units is slow, so the count is cached and updated
 * with each save; saves on other servers show within a few seconds.
 */
export async function ownProgress(
  { store, clock }: Clocked,
  run: string,
  annotator: string,
): Promise<OwnProgress> {
  const since = clock().getTime();
  const known = cachedProgress(store, run, annotator);
  if (isFresh(known, since)) return known;
  const judged = (await judgedCounts(store, run)).get(annotator) ?? 0;
  const held = await store.read((db) => countOwnHeld(db, { run, annotator }));
  const counted = { held, judged, since };
  // A save that ended during the count may or may not be in it; what the save noted is right.
  if (cachedProgress(store, run, annotator) === known)
    progressOf(store, run).progress.set(annotator, counted);
  return counted;
}

/** The cached count, to pass to {@link noteProgress} after the save. */
export function cachedProgress(store: Store, run: string, annotator: string) {
  return runsOf(store).get(run)?.progress.get(annotator);
}

/** Updates the count after a save or a claim, or drops it if it changed meanwhile. */
export function noteProgress(
  store: Store,
  run: string,
  annotator: string,
  before: CachedProgress | undefined,
  added: OwnProgress,
): void {
  const { progress } = progressOf(store, run);
  if (before === undefined || progress.get(annotator) !== before) progress.delete(annotator);
  else {
    const [held, judged] = [before.held + added.held, before.judged + added.judged];
    progress.set(annotator, { held, judged, since: before.since });
  }
}

/**
 * How many slots of a run everybody holds; free ones under null. Cached for some seconds for
 * balanced runs, where this changes only when somebody joins or leaves.
 */
export async function heldCounts(
  { store, clock }: Clocked,
  run: Pick<RoundRun, 'id' | 'handOut'>,
): Promise<ReadonlyMap<string | null, number>> {
  const now = clock().getTime();
  const kept = progressOf(store, run.id);
  if (isFresh(kept.held, now)) return kept.held.counts;
  const counts = await store.read((db) => countHeld(db, run.id));
  if (run.handOut === 'balanced') kept.held = { counts, since: now };
  return counts;
}

/**
 * The position in an annotator's own order up to which everything is judged, so the search can
 * start there. A hint, kept for seconds: another server may assign something before it.
 */
export function openFrom(store: Store, run: string, annotator: string, now: number): number {
  const known = runsOf(store).get(run)?.beginnings.get(annotator);
  return isFresh(known, now) ? known.position : -1;
}

/** Notes that nothing is open up to a position. */
export function noteOpenFrom(
  store: Store,
  run: string,
  annotator: string,
  position: number,
  now: number,
): void {
  const { beginnings } = progressOf(store, run);
  const known = beginnings.get(annotator);
  beginnings.set(annotator, { position, since: isFresh(known, now) ? known.since : now });
}

/** Drops the counts of those who were given further units of a run. */
export function noteAsked(store: Store, run: string, annotators: readonly string[]): void {
  const known = runsOf(store).get(run);
  if (known === undefined || annotators.length === 0) return;
  for (const annotator of annotators) known.progress.delete(annotator);
  known.held = undefined;
}

/** Drops everything cached for a run: slots have changed hands. */
export function forgetProgress(store: Store, run: string): void {
  runsOf(store).delete(run);
}

/** In milliseconds. */
const longestKept = 5000;

interface Dated {
  /** When it was counted or looked for, in milliseconds. */
  readonly since: number;
}

/** A cached count. */
export interface CachedProgress extends OwnProgress, Dated {}

/** What is held in memory of the progress in a run. */
export interface RunProgress {
  readonly progress: Map<string, CachedProgress>;
  readonly beginnings: Map<string, Dated & { readonly position: number }>;
  held: (Dated & { readonly counts: ReadonlyMap<string | null, number> }) | undefined;
}

function runsOf(store: Store): Map<string, RunProgress> {
  return cacheOf(store, 'progress', () => new Map());
}

function progressOf(store: Store, run: string): RunProgress {
  const runs = runsOf(store);
  const known = runs.get(run);
  if (known !== undefined) return known;
  const kept: RunProgress = { progress: new Map(), beginnings: new Map(), held: undefined };
  runs.set(run, kept);
  return kept;
}

function isFresh<Kept extends Dated>(kept: Kept | undefined, now: number): kept is Kept {
  return kept !== undefined && now - kept.since < longestKept;
}
