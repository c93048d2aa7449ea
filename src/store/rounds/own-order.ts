import { sql } from 'kysely';
import { storedJson } from '../../domain/stored-json.ts';
import { bulkInsert } from '../bulk-insert.ts';
import { prepared, preparedChange, preparedFirst } from '../prepared.ts';
import type { RunAnnotator } from './slots.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/**
 * A part of somebody's own order. The slots of its units have no position until the part is dealt:
 * a position per slot would be a place in an index, in random order, for every slot of a run.
 */
export interface OrderPart extends RunAnnotator {
  readonly first: number;
  readonly units: readonly string[];
}

/** Stores parts of own orders. */
export async function insertOrderParts(
  tx: WriteTransaction,
  parts: readonly OrderPart[],
): Promise<void> {
  const rows = parts.map(({ run, annotator, first, units }) => {
    return [run, annotator, first, first + units.length - 1, JSON.stringify(units)];
  });
  await bulkInsert(tx, 'own_order', orderColumns, rows);
}

/** Whether somebody's own order has parts that were not dealt. */
export async function hasOrderParts(db: Database, given: RunAnnotator): Promise<boolean> {
  return (await selectFirstPart(db, given)) !== null;
}

/** Gives the units of the next part their positions; false when there is none. */
export async function dealNext(tx: WriteTransaction, given: RunAnnotator): Promise<boolean> {
  // Two servers that deal at once: the second waits, and then finds the next part or none.
  const part = await selectFirstPart(tx, given);
  if (part === null || (await deletePart(tx, { ...given, first: part.first })) === 0)
    return part !== null;
  const units = storedJson<readonly string[]>(part.units, 'own_order', 'units', given);
  for (const [at, unit] of units.entries())
    await setPosition(tx, { ...given, unit, position: part.first + at });
  return true;
}

/** The position behind everything that was not dealt; 0 when everything was. */
export async function afterParts(db: Database, given: RunAnnotator): Promise<number> {
  return ((await selectLastPart(db, given))?.last ?? -1) + 1;
}

/** The positions of the slots of a run that were not dealt, by annotator and unit. */
export async function undealtPositions(
  db: Database,
  run: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const positions = new Map<string, Map<string, number>>();
  for (const { annotator, first, units } of (await selectParts(db, { run })).rows) {
    const own = positions.get(annotator) ?? new Map<string, number>();
    positions.set(annotator, own);
    const ids = storedJson<readonly string[]>(units, 'own_order', 'units', { run, annotator });
    ids.forEach((unit, at) => own.set(unit, first + at));
  }
  return positions;
}

/** Forgets the order of somebody whose units were taken back. */
export const deleteOrder = preparedChange((db, { run, annotator }: RunAnnotator) =>
  db.deleteFrom('own_order').where((eb) => eb.and({ run, annotator })),
);

const orderColumns = ['run', 'annotator', 'first', 'last', 'units'] as const;

function selectOwnParts(db: Database, { run, annotator }: RunAnnotator) {
  return db.selectFrom('own_order').where((eb) => eb.and({ run, annotator }));
}

const selectFirstPart = preparedFirst((db, given: RunAnnotator) =>
  selectOwnParts(db, given).select(['first', 'units']).orderBy('first').limit(sql.lit(1)),
);

const selectLastPart = preparedFirst((db, given: RunAnnotator) =>
  selectOwnParts(db, given).select('last').orderBy('first', 'desc').limit(sql.lit(1)),
);

const selectParts = prepared((db, given: { readonly run: string }) =>
  db.selectFrom('own_order').select(['annotator', 'first', 'units']).where('run', '=', given.run),
);

const deletePart = preparedChange((db, given: RunAnnotator & { readonly first: number }) => {
  const { run, annotator, first } = given;
  return db.deleteFrom('own_order').where((eb) => eb.and({ run, annotator, first }));
});

/** One that somebody was given meanwhile, or that went to somebody else, stays where it is. */
const setPosition = preparedChange(
  (db, given: RunAnnotator & { readonly unit: string; readonly position: number }) => {
    const { run, unit, annotator, position } = given;
    return db
      .updateTable('slot')
      .set({ position })
      .where((eb) => eb.and({ run, unit, annotator }))
      .where('position', 'is', null);
  },
);
