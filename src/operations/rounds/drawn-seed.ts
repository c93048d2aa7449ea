import type { Store } from '../../store/open-store.ts';
import { runUnits } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { cacheOf } from '../caches.ts';

/** Stored as the seed of an imported run. Drawn runs may have it too: use {@link drawnSeed}. */
export const seedOfImported = 0;

/** The seed of a run; null if it was imported, since only drawn units have a probability. */
export async function drawnSeed(
  store: Store,
  run: Pick<RoundRun, 'id' | 'seed'>,
): Promise<number | null> {
  if (run.seed !== seedOfImported) return run.seed;
  return (await isImported(store, run.id)) ? null : run.seed;
}

async function isImported(store: Store, run: string): Promise<boolean> {
  const known = cacheOf(store, 'importedRuns', () => new Map());
  const found =
    known.get(run) ??
    (await store.read((db) => runUnits(db, run))).some((one) => one.inclusionProbability === null);
  known.set(run, found);
  return found;
}
