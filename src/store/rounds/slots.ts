import { bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import { fields } from '../columns.ts';
import type { Row } from '../columns.ts';
import { preparedChange } from '../prepared.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** A place for one judgment on a unit; a unit judged by k annotators has k slots. */
export type Slot = Row<'slot'>;

/** A slot to create. Without an annotator, anybody may claim it, in the order of `position`. */
export type NewSlot = Pick<Slot, 'unit' | 'ordinal' | 'annotator' | 'position'>;

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
  const rows = slots.map((slot) => [run, slot.unit, slot.ordinal, slot.annotator, slot.position]);
  await bulkInsert(tx, 'slot', slotColumns, rows);
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

/** All columns of slots. */
export function selectSlot(db: Database) {
  return db.selectFrom('slot').select(fields('slot'));
}

const slotColumns = ['run', 'unit', 'ordinal', 'annotator', 'position'] as const;
