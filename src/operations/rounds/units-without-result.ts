import type { Store } from '../../store/open-store.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { liveFold } from '../fold/live-fold.ts';
import { memoisedFigure } from '../fold/memoised-figures.ts';

/** Units that closed runs asked for, and on which nothing counts. */
export interface LeftUnits {
  /** Per run, the last that asked for them. */
  readonly byRun: ReadonlyMap<string, readonly string[]>;
  /** Those that a later round may judge again: nobody chose to rule on them instead. */
  readonly again: ReadonlySet<string>;
}

/** The units of a task that closed rounds asked for, and on which nothing counts. */
export async function unitsWithoutResult(
  store: Store,
  place: { readonly project: string; readonly task: string },
): Promise<LeftUnits> {
  const { fold } = await liveFold(store, place);
  return memoisedFigure(fold, 'units without result', () => leftUnits(fold));
}

/** Those that a round may judge again. */
export async function unitsForAgain(
  store: Store,
  place: { readonly project: string; readonly task: string },
): Promise<ReadonlySet<string>> {
  return (await unitsWithoutResult(store, place)).again;
}

function leftUnits({ units, standings }: TaskFold): LeftUnits {
  const byRun = new Map<string, string[]>();
  const again = new Set<string>();
  for (let unit = 0; unit < units.size; unit += 1) {
    if (!standings.isWithoutResult(unit)) continue;
    const id = units.at(unit);
    const { run } = standings.demander(unit)!;
    const own = byRun.get(run);
    if (own === undefined) byRun.set(run, [id]);
    else own.push(id);
    if (standings.demandOn(unit) === 'closed') again.add(id);
  }
  return { byRun, again };
}
