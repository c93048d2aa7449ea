import { sql } from 'kysely';
import { begunImport, noteBegun, objectOf } from './begun-imports.ts';
import { fields, toColumns } from './columns.ts';
import type { Row } from './columns.ts';
import { bindingsOf } from './kysely-handle.ts';
import type { Store } from './open-store.ts';
import { prepared, preparedChange, preparedFirst } from './prepared.ts';
import type { Database, TimeText, WriteTransaction } from './tables.ts';
import { appendAudit } from './workspace/audit.ts';
import { withdrawActions } from './workspace/import-lives.ts';

/**
 * Long work that is stored in pieces, each in a write of its own, so that others write in between.
 * Nothing of it is visible until its last write, which removes this row: the units and slots of a
 * run have no run before, and units, judgments or rulings of an import lie behind `fromSeq`. If
 * whoever works on it dies, the pieces are removed.
 */
export type Staging = Row<'staging'>;

/** Starts long work. */
export async function beginStaging(
  tx: WriteTransaction,
  staging: Omit<Staging, 'done'>,
): Promise<void> {
  await tx
    .insertInto('staging')
    .values(toColumns('staging', { ...staging, done: 0 }))
    .execute();
  noteBegun(tx, { ...staging, done: 0 });
}

/** Notes how far the work is, in the write of a piece; false when it was removed meanwhile. */
export async function moveStaging(
  tx: WriteTransaction,
  given: Pick<Staging, 'id' | 'done' | 'aliveUntil'>,
): Promise<boolean> {
  // What the piece adds to a log is bound as its own, so that it can be told from all others.
  bindingsOf(tx).import = given.id;
  return (await updateStaging(tx, given)) > 0;
}

/** Ends long work, which makes it visible; false when it was removed meanwhile. */
export async function endStaging(tx: WriteTransaction, id: string): Promise<boolean> {
  return (await deleteStaging(tx, { id })) > 0;
}

/** The long work in a project. */
export async function listStaging(db: Database, project: string): Promise<readonly Staging[]> {
  return (await selectOfProject(db, { project })).rows;
}

/** The import of units that is under way in a project; null when there is none. */
export function unitsUnderWay(db: Database, project: string): Promise<Staging | null> {
  return selectUnits(db, { project });
}

/** Removes what is left of long work whose time is over, piece by piece. */
export async function removeAbandoned(store: Store, now: TimeText): Promise<void> {
  const under = await store.read((db) => selectStaging(db).execute());
  for (const staging of under)
    if (staging.aliveUntil < now) await removeStaging(store, staging, now);
  // What an import that was finished, or its removal, has left.
  const left = await store.read((db) => selectStagedSlot(db, {}));
  if (left !== null && !under.some(({ id }) => id === left.staging))
    await forgetSlots(store, left.staging);
}

/** Forgets how places were before an import that is complete, piece by piece. */
export async function forgetSlots(store: Store, staging: string): Promise<void> {
  while ((await store.write((tx) => deleteStagedSlots(tx, { staging }))) > 0);
}

/**
 * Removes everything that long work has stored, piece by piece. What that is, the log says: a row
 * that somebody else put there, or changed, removes nothing but itself.
 */
export async function removeStaging(store: Store, staging: Staging, now: TimeText): Promise<void> {
  const { id } = staging;
  // From here on the process that worked on it is refused the next piece.
  await store.write((tx) => markRemoved(tx, { id }));
  const removed = await store.read((db) => removable(db, staging));
  if (removed === null) return void (await store.write((tx) => deleteStaging(tx, { id })));
  const remove = removals[removed.kind];
  while (await store.write((tx) => remove(tx, removed, now), { alone: true }));
}

/** Long work as the log knows it; null when there is nothing of it to remove. */
async function removable(db: Database, staging: Staging): Promise<Staging | null> {
  const begun = await begunImport(db, staging.id);
  if (begun !== null) {
    const { kind, project, from } = begun;
    const known = { kind: kind as Staging['kind'], project: project ?? '', fromSeq: from };
    return { ...staging, ...known };
  }
  const isOpened = (await selectRun(db, { id: staging.id })) !== null;
  return staging.kind === 'run' && !isOpened ? staging : null;
}

/** How many rows are deleted in one write. */
const rowsTogether = 1000;

async function removeRunPiece(tx: WriteTransaction, { id }: Staging): Promise<boolean> {
  // A run that was never opened is not part of the record.
  bindingsOf(tx).isOff = true;
  for (const remove of [removeOrders, removeSlots, removeRunUnits])
    if ((await remove(tx, { run: id })) > 0) return true;
  bindingsOf(tx).isOff = false;
  await deleteStaging(tx, { id });
  return false;
}

async function removeUnitsPiece(
  tx: WriteTransaction,
  staging: Staging,
  at: TimeText,
): Promise<boolean> {
  const { project, fromSeq } = staging;
  const rows = await removeUnits(tx, { project, from: fromSeq ?? Number.MAX_SAFE_INTEGER });
  return await noteRemoved(tx, staging, { rows, at, action: withdrawActions.units });
}

/** The places that the judgments had filled first: they are as they were before. */
async function removeJudgmentsPiece(
  tx: WriteTransaction,
  staging: Staging,
  at: TimeText,
): Promise<boolean> {
  const slots = (await selectStagedSlots(tx, { staging: staging.id })).rows;
  for (const { slot, wasFree } of slots) {
    await (wasFree === 1 ? freeSlot : reopenSlot)(tx, { slot });
    await deleteStagedSlot(tx, { staging: staging.id, slot });
  }
  if (slots.length > 0) return true;
  const rows = await removeJudgments(tx, { from: staging.fromSeq ?? Number.MAX_SAFE_INTEGER });
  return await noteRemoved(tx, staging, { rows, at, action: withdrawActions.judgments });
}

async function removeRulingsPiece(
  tx: WriteTransaction,
  staging: Staging,
  at: TimeText,
): Promise<boolean> {
  const rows = await removeRulings(tx, { from: staging.fromSeq ?? Number.MAX_SAFE_INTEGER });
  return await noteRemoved(tx, staging, { rows, at, action: withdrawActions.rulings });
}

const removals = {
  run: removeRunPiece,
  units: removeUnitsPiece,
  judgments: removeJudgmentsPiece,
  rulings: removeRulingsPiece,
} as const;

async function noteRemoved(
  tx: WriteTransaction,
  { id, project }: Staging,
  { rows, ...entry }: { readonly rows: number; readonly at: TimeText; readonly action: string },
): Promise<boolean> {
  if (rows === 0) {
    await deleteStaging(tx, { id });
    return false;
  }
  const about = { project, object: objectOf(id), detail: { rows } };
  appendAudit(tx, { ...entry, actor: 'assay', ...about });
  return true;
}

function selectStaging(db: Database) {
  return db.selectFrom('staging').select(fields('staging')).orderBy('id');
}

const selectOfProject = prepared((db, given: { readonly project: string }) =>
  selectStaging(db).where('project', '=', given.project),
);

const selectUnits = preparedFirst((db, given: { readonly project: string }) =>
  selectStaging(db).where('project', '=', given.project).where('kind', '=', sql.lit('units')),
);

/** The total of work that is being removed is −1. */
const updateStaging = preparedChange((db, given: Pick<Staging, 'id' | 'done' | 'aliveUntil'>) =>
  db
    .updateTable('staging')
    .set({ done: given.done, alive_until: given.aliveUntil })
    .where('id', '=', given.id)
    .where('total', '>=', sql.lit(0)),
);

const markRemoved = preparedChange((db, given: { readonly id: string }) =>
  db
    .updateTable('staging')
    .set({ total: sql.lit(-1) })
    .where('id', '=', given.id),
);

const deleteStaging = preparedChange((db, given: { readonly id: string }) =>
  db.deleteFrom('staging').where('id', '=', given.id),
);

const removeOrders = preparedChange((db, given: { readonly run: string }) =>
  db.deleteFrom('own_order').where('run', '=', given.run),
);

const removeSlots = preparedChange((db, given: { readonly run: string }) =>
  db
    .deleteFrom('slot')
    .where('id', 'in', (eb) =>
      eb.selectFrom('slot').select('id').where('run', '=', given.run).limit(sql.lit(rowsTogether)),
    ),
);

const removeRunUnits = preparedChange((db, given: { readonly run: string }) =>
  db
    .deleteFrom('run_unit')
    .where('run', '=', given.run)
    .where('unit', 'in', (eb) =>
      eb
        .selectFrom('run_unit')
        .select('unit')
        .where('run', '=', given.run)
        .limit(sql.lit(rowsTogether)),
    ),
);

const removeUnits = preparedChange(
  (db, given: { readonly project: string; readonly from: number }) =>
    db
      .deleteFrom('unit')
      .where('seq', 'in', (eb) =>
        eb
          .selectFrom('unit')
          .select('seq')
          .where('seq', '>=', given.from)
          .where('project', '=', given.project)
          .orderBy('seq', 'desc')
          .limit(sql.lit(rowsTogether)),
      ),
);

const removeJudgments = preparedChange((db, given: { readonly from: number }) =>
  db
    .deleteFrom('judgment')
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('judgment')
        .select('seq')
        .where('seq', '>=', given.from)
        .orderBy('seq', 'desc')
        .limit(sql.lit(rowsTogether)),
    ),
);

const removeRulings = preparedChange((db, given: { readonly from: number }) =>
  db
    .deleteFrom('ruling')
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('ruling')
        .select('seq')
        .where('seq', '>=', given.from)
        .orderBy('seq', 'desc')
        .limit(sql.lit(rowsTogether)),
    ),
);

const selectRun = preparedFirst((db, given: { readonly id: string }) =>
  db.selectFrom('round_run').select('id').where('id', '=', given.id),
);

const selectStagedSlot = preparedFirst((db, _: object) =>
  db.selectFrom('staged_slot').select('staging').limit(sql.lit(1)),
);

const selectStagedSlots = prepared((db, given: { readonly staging: string }) =>
  db
    .selectFrom('staged_slot')
    .select(['slot', 'was_free as wasFree'])
    .where('staging', '=', given.staging)
    .orderBy('slot')
    .limit(sql.lit(rowsTogether)),
);

const deleteStagedSlot = preparedChange(
  (db, { staging, slot }: { readonly staging: string; readonly slot: number }) =>
    db.deleteFrom('staged_slot').where((eb) => eb.and({ staging, slot })),
);

const deleteStagedSlots = preparedChange((db, given: { readonly staging: string }) =>
  db
    .deleteFrom('staged_slot')
    .where('staging', '=', given.staging)
    .where('slot', 'in', (eb) =>
      eb
        .selectFrom('staged_slot')
        .select('slot')
        .where('staging', '=', given.staging)
        .orderBy('slot')
        .limit(sql.lit(rowsTogether)),
    ),
);

const reopenSlot = preparedChange((db, given: { readonly slot: number }) =>
  db.updateTable('slot').set({ judged_at: null }).where('id', '=', given.slot),
);

const freeSlot = preparedChange((db, given: { readonly slot: number }) =>
  db.updateTable('slot').set({ judged_at: null, annotator: null }).where('id', '=', given.slot),
);
