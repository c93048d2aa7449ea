import type { Store } from '../store/open-store.ts';
import { countOwnHeld } from '../store/work-units.ts';
import { judgedCounts } from './judged-counts.ts';

/** How far an annotator is in a run. */
export interface OwnProgress {
  /** Slots that they hold. In a run that is handed out openly, those that they have claimed so far. */
  readonly held: number;
  readonly judged: number;
}

/**
 * How far an annotator is in a run. Counting is as much work as there are units, so the count is kept and carried on with each save; another server's
 * saves are seen when it is counted anew, at the latest after a few seconds.
 */
export async function ownProgress(store: Store, run: string, annotator: string, now: number): Promise<OwnProgress> {
  const known = keptProgress(store, run, annotator);
  if (known !== undefined && now - known.countedAt < longestKept) return known;
  const judged = (await judgedCounts(store, run)).get(annotator) ?? 0;
  const counted = { held: await store.read((db) => countOwnHeld(db, { run, annotator })), judged, countedAt: now };
  // A save that ended while the slots were counted may or may not be in the count; what it noted is right.
  if (keptProgress(store, run, annotator) === known) keptOf(store, run).set(annotator, counted);
  return counted;
}

/** The count that is kept now; to be given to {@link noteJudged} after the save. */
export function keptProgress(store: Store, run: string, annotator: string): KeptProgress | undefined {
  return caches.get(store)?.get(run)?.get(annotator);
}

/** Carries the count on after a save that judged a slot for the first time; a count that has changed since before the save is made anew. */
export function noteJudged(store: Store, run: string, annotator: string, before: KeptProgress | undefined): void {
  const kept = keptOf(store, run);
  if (before !== undefined && kept.get(annotator) === before) kept.set(annotator, { ...before, judged: before.judged + 1 });
  else kept.delete(annotator);
}

/** Lets the counts of a run go: slots have changed hands. */
export function forgetProgress(store: Store, run: string): void {
  caches.get(store)?.delete(run);
  beginnings.get(store)?.delete(run);
}

/**
 * A position of an annotator's own order up to which everything was judged, so that the search for what is next need not begin with everything they did. A hint, kept for
 * some seconds: in that time another server may have given them something that lies before it.
 */
export function openFrom(store: Store, run: string, annotator: string, now: number): number {
  const known = beginnings.get(store)?.get(run)?.get(annotator);
  return known !== undefined && now - known.since < longestKept ? known.position : -1;
}

/** Notes that nothing is open up to a position: found by looking from the start, or from the position that was noted before. */
export function noteOpenFrom(store: Store, run: string, annotator: string, position: number, now: number): void {
  const runs = beginnings.get(store) ?? new Map<string, Map<string, Beginning>>();
  beginnings.set(store, runs);
  const kept = runs.get(run) ?? new Map<string, Beginning>();
  runs.set(run, kept);
  const known = kept.get(annotator);
  kept.set(annotator, { position, since: known !== undefined && now - known.since < longestKept ? known.since : now });
}

interface Beginning {
  readonly position: number;
  readonly since: number;
}

const beginnings = new WeakMap<Store, Map<string, Map<string, Beginning>>>();

/** Carries the count on after claims. */
export function noteClaimed(store: Store, run: string, annotator: string, before: KeptProgress | undefined, claimed: number): void {
  const kept = keptOf(store, run);
  if (before !== undefined && kept.get(annotator) === before) kept.set(annotator, { ...before, held: before.held + claimed });
  else kept.delete(annotator);
}

/** In milliseconds. */
const longestKept = 5000;

/** A count with when it was made, in milliseconds. */
export interface KeptProgress extends OwnProgress {
  readonly countedAt: number;
}

const caches = new WeakMap<Store, Map<string, Map<string, KeptProgress>>>();

function keptOf(store: Store, run: string): Map<string, KeptProgress> {
  const runs = caches.get(store) ?? new Map<string, Map<string, KeptProgress>>();
  caches.set(store, runs);
  const kept = runs.get(run) ?? new Map<string, KeptProgress>();
  runs.set(run, kept);
  return kept;
}
