import { streamLoggedByUnit } from '../../store/exchange/export-rows.ts';
import type { ExportedEntry } from '../../store/exchange/export-rows.ts';
import { streamUnits } from '../../store/units/units.ts';
import type { StoredUnit } from '../../store/units/units.ts';
import { countedEntries } from '../../truth/fold/counted-entries.ts';
import type { Counted } from '../../truth/fold/counted-entries.ts';
import { unitTruth } from '../../truth/fold/unit-truth.ts';
import type { UnitTruth } from '../../truth/fold/truth-line.ts';
import { TurnTimer } from '../cooperative-steps.ts';
import type { LiveFold } from '../fold/live-fold.ts';
import type { WorkContext } from '../work-context.ts';

/** A judgment with its origin, and why it does not count, if it does not. */
export type CountedEntry = Counted<ExportedEntry>;

/** A unit with what is true of it, and every judgment on it in the order of the log. */
export interface JudgedUnit extends UnitTruth {
  readonly unit: StoredUnit;
  readonly judgments: readonly CountedEntry[];
}

/** The units of a task with their truth and judgments, in the order of the units. */
export async function* judgedUnits(
  context: WorkContext,
  live: LiveFold,
): AsyncGenerator<JudgedUnit> {
  const place = { project: live.project.project, task: live.task.task.id };
  const log = streamLoggedByUnit(context.store, place)[Symbol.asyncIterator]();
  const turn = new TurnTimer(longestTurn);
  try {
    let next = await log.next();
    for await (const unit of streamUnits(context.store, place)) {
      const entries: ExportedEntry[] = [];
      // A judgment that was saved after the units were read may belong to a later unit.
      while (next.done !== true && next.value.unitSeq <= unit.seq) {
        if (next.value.unitSeq === unit.seq) entries.push(next.value);
        next = await log.next();
      }
      if (turn.isOver()) await turn.pause();
      yield {
        unit,
        ...unitTruth(live.fold, unit.id),
        judgments: countedEntries(live.fold, entries),
      };
    }
  } finally {
    await log.return?.();
  }
}

/** Milliseconds before others get their turn. */
const longestTurn = 10;

/** When a judgment was given; null if its import did not say. */
export function givenAt({ at, untimed }: Pick<ExportedEntry, 'at' | 'untimed'>): string | null {
  return untimed === 1 ? null : at;
}

/** Where a judgment comes from: `import:01J…` for one of an import that is known. */
export function originOf({ origin, importId }: Pick<ExportedEntry, 'origin' | 'importId'>): string {
  return importId === null ? origin : `${origin}:${importId}`;
}
