import { groupBy } from '../../domain/group-by.ts';
import { refreshStatistics } from '../../store/bulk-insert.ts';
import { unitsUnderWay } from '../../store/staging.ts';
import { insertUnitContents, nextUnitSeq } from '../../store/units/units.ts';
import { doStaged, whenNoneIsUnderWay } from '../workspace/staged-work.ts';
import type { WorkPiece } from '../workspace/staged-work.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';
import { checkUnits } from './import-units.ts';
import type { AddedUnits, StagedUnits } from './import-units.ts';

/** What is imported, and under which name. */
export interface UnitImport {
  readonly id: string;
  readonly project: string;
  readonly staged: StagedUnits;
  readonly at: string;
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/** How many units and characters of them a write holds: so few that others hardly wait. */
const unitsTogether = 1000;
const charactersTogether = 1_000_000;

/** Whether a file has so few units that they go into one write. */
export function isSmall({ rows }: StagedUnits): boolean {
  return rows.size <= unitsTogether;
}

/**
 * Adds units piece by piece, while others write. Nobody sees them before the last write, in which
 * `finish` records the import. One import of units at a time adds to a project; others wait for it.
 */
export async function addInPieces<Result>(
  context: WorkContext,
  { id, project, staged, at, progress }: UnitImport,
  finish: (tx: WriteTransaction, added: readonly AddedUnits[]) => Promise<Result>,
): Promise<Result> {
  let added: readonly AddedUnits[] = [];
  let inserted = 0;
  async function* pieces(): AsyncGenerator<WorkPiece> {
    // From here on nobody else adds units, so what is compared now stays true.
    added = await context.store.snapshot((db) => checkUnits(db, project, staged));
    const wanted = added.reduce((sum, one) => sum + one.inserted, 0);
    if (wanted === 0) return;
    for await (const batch of staged.rows.batches(unitsTogether, charactersTogether)) {
      const add = async (tx: WriteTransaction): Promise<void> => {
        for (const [task, units] of groupBy(batch, (unit) => unit.task))
          inserted += (await insertUnitContents(tx, { project, task }, units, at)).inserted;
      };
      yield { size: batch.length, add };
    }
    yield { size: 0, add: (tx) => refreshStatistics(tx, 'unit', inserted) };
  }
  return await doStaged(context, {
    about: { id, kind: 'units', project, name: staged.name, total: staged.rows.size },
    begin: (write) => whenFree(context, project, write),
    from: nextUnitSeq,
    pieces,
    finish: (tx) => finish(tx, added),
    progress,
  });
}

/** Runs a write once no import adds units to the project; until then others write. */
export function whenFree<Result>(
  context: WorkContext,
  project: string,
  work: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  const units = { underWay: (tx: WriteTransaction) => unitsUnderWay(tx, project) };
  return whenNoneIsUnderWay(context, units, work);
}
