import { bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import { fields } from '../columns.ts';
import type { Row } from '../columns.ts';
import { prepared } from '../prepared.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** A place for one judgment on a unit: a unit that k annotators judge has k of them. */
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

/** Marks the annotator's slot on a unit as judged; false without one. Revisions change nothing. */
export async function markJudged(
  tx: WriteTransaction,
  given: SlotHolder & { readonly at: TimeText },
): Promise<boolean> {
  return (await updateJudged(tx, given)).affected > 0;
}

/** All columns of slots. */
export function selectSlot(db: Database) {
  return db.selectFrom('slot').select(fields('slot'));
}

const updateJudged = prepared((db, given: SlotHolder & { readonly at: TimeText }) =>
  db
    .updateTable('slot')
    .set((eb) => ({ judged_at: eb.fn.coalesce('judged_at', eb.val(given.at)), leased_until: null }))
    .where('run', '=', given.run)
    .where('unit', '=', given.unit)
    .where('annotator', '=', given.annotator),
);

const slotColumns = ['run', 'unit', 'ordinal', 'annotator', 'position'] as const;
