import { groupBy } from '../../domain/group-by.ts';
import { batches, bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import { fields } from '../columns.ts';
import type { Row } from '../columns.ts';
import { preparedChange } from '../prepared.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** A place for one judgment on a unit; a unit judged by k annotators has k slots. */
export type Slot = Row<'slot'>;

/** A slot to create. Without an annotator, anybody may claim it, in the order of `position`. */
export type NewSlot = Pick<Slot, 'unit' | 'ordinal' | 'annotator' | 'position'> &
  Partial<Pick<Slot, 'further'>>;

/** An annotator in a run. */
export interface RunAnnotator {
  readonly run: string;
  readonly annotator: string;
}

/** Who holds which slot. */
export interface SlotHolder extends RunAnnotator {
  readonly unit: string;
}

/** Creates the slots of a run. Its units must have been added before. */
export async function createSlots(
  tx: WriteTransaction,
  run: string,
  slots: readonly NewSlot[],
): Promise<void> {
  await bulkInsert(tx, 'slot', slotColumns, slotRows(run, slots));
  await refreshStatistics(tx, 'slot', slots.length);
}

/** Marks the annotator's slot on a unit as judged; 0 without one. Revisions change nothing. */
export const markJudged = preparedChange((db, given: SlotHolder & { readonly at: TimeText }) => {
  const { run, unit, annotator, at } = given;
  return db
    .updateTable('slot')
    .set((eb) => ({ judged_at: eb.fn.coalesce('judged_at', eb.val(at)), leased_until: null }))
    .where((eb) => eb.and({ run, unit, annotator }));
});

/** A slot that a judgment from a file fills, and whose it is from then on. */
export interface FilledSlot {
  readonly id: number;
  readonly annotator: string;
}

/**
 * Gives a further place that nobody has begun on to whoever judged its unit elsewhere; 0 when it
 * was begun, or judged.
 */
export const takeOverSlot = preparedChange((db, given: FilledSlot & { readonly at: TimeText }) =>
  db
    .updateTable('slot')
    .set({ annotator: given.annotator, judged_at: given.at, leased_until: null })
    .where('id', '=', given.id)
    .where('judged_at', 'is', null)
    .where('further', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('draft')
            .select('draft.revision')
            .whereRef('draft.run', '=', 'slot.run')
            .whereRef('draft.unit', '=', 'slot.unit')
            .whereRef('draft.annotator', '=', 'slot.annotator'),
        ),
      ),
    ),
);

/** Fills slots that are free or the annotator's own; returns how many were. */
export async function fillSlots(
  tx: WriteTransaction,
  filled: readonly FilledSlot[],
  at: TimeText,
): Promise<number> {
  let count = 0;
  for (const [annotator, own] of groupBy(filled, (slot) => slot.annotator)) {
    for (const batch of batches(own)) {
      const ids = batch.map((slot) => slot.id);
      const result = await tx
        .updateTable('slot')
        .set({ annotator, judged_at: at, leased_until: null })
        .where('id', 'in', ids)
        .where('judged_at', 'is', null)
        .where((eb) => eb.or([eb('annotator', 'is', null), eb('annotator', '=', annotator)]))
        .executeTakeFirst();
      count += Number(result.numUpdatedRows);
    }
  }
  return count;
}

/** The same for an unfinished import, with a note of how each slot was before. */
export async function fillSlotsStaged(
  tx: WriteTransaction,
  staging: string,
  filled: readonly FilledSlot[],
  at: TimeText,
): Promise<number> {
  const ids = filled.map((slot) => slot.id);
  const free = new Set<number>();
  for (const batch of batches(ids)) {
    const query = tx.selectFrom('slot').select('id').where('annotator', 'is', null);
    for (const { id } of await query.where('id', 'in', batch).execute()) free.add(id);
  }
  const rows = ids.map((id) => [staging, id, free.has(id) ? 1 : 0]);
  await bulkInsert(tx, 'staged_slot', ['staging', 'slot', 'was_free'], rows);
  return await fillSlots(tx, filled, at);
}

/** The slots of a run on some units. */
export async function slotsOn(
  db: Database,
  run: string,
  units: readonly string[],
): Promise<readonly Slot[]> {
  const found: Slot[] = [];
  for (const batch of batches(units)) {
    const query = selectSlot(db).where('run', '=', run).where('unit', 'in', batch);
    found.push(...(await query.orderBy('id').execute()));
  }
  return found;
}

/** All columns of slots. */
export function selectSlot(db: Database) {
  return db.selectFrom('slot').select(fields('slot'));
}

/** The columns of slots that are created. */
export const slotColumns = ['run', 'unit', 'ordinal', 'annotator', 'position', 'further'] as const;

/** The values of slots to create, in the order of their columns. */
export function slotRows(run: string, slots: readonly NewSlot[]): readonly (readonly unknown[])[] {
  return slots.map(({ unit, ordinal, annotator, position, further = null }) => [
    run,
    unit,
    ordinal,
    annotator,
    position,
    further,
  ]);
}
