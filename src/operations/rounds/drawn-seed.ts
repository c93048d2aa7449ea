import type { Store } from '../../store/open-store.ts';
import { runUnits } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { cacheOf } from '../caches.ts';

/**
 * What a run that was taken over is kept with in place of a seed. A run may be drawn with it too:
 * ask {@link drawnSeed}.
 */
export const seedOfImported = 0;

/**
 * The seed that a run was drawn with; null when nothing was drawn, since it was taken over. Units
 * that were drawn have a chance of being drawn, those that were taken over have none.
 */
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
