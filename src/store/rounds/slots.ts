import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import { prepared } from '../prepared.ts';
import type { Tables, TimeText } from '../tables.ts';

/** A place for one judgment on a unit: a unit that k annotators judge has k of them. */
export interface Slot {
  readonly id: number;
  readonly run: string;
  readonly unit: string;
  readonly ordinal: number;
  readonly annotator: string | null;
  readonly position: number | null;
  readonly leasedUntil: TimeText | null;
  readonly judgedAt: TimeText | null;
}

/**
 * A slot to be made. Without an annotator, anybody may claim it; `position` is then its place in
 * the order that all share.
 */
export type NewSlot = Pick<Slot, 'unit' | 'ordinal' | 'annotator' | 'position'>;

/** Who holds which slot. */
export interface SlotHolder {
  readonly run: string;
  readonly unit: string;
  readonly annotator: string;
}

/** Makes the slots of a run. Its units must have been added before. */
export async function createSlots(
  tx: Transaction<Tables>,
  run: string,
  slots: readonly NewSlot[],
): Promise<void> {
  await bulkInsert(
    tx,
    'slot',
    slotColumns,
    slots.map(({ unit, ordinal, annotator, position }) => [
      run,
      unit,
      ordinal,
      annotator,
      position,
    ]),
  );
  await refreshStatistics(tx, 'slot', slots.length);
}

/**
 * What an annotator has to do next: the first slot of theirs that is not judged, or the first
 * behind a position (to skip one).
 */
export async function nextSlot(
  db: Kysely<Tables>,
  given: { readonly run: string; readonly annotator: string; readonly after?: number },
): Promise<Slot | null> {
  return (
    (await selectNext(db, { run: given.run, annotator: given.annotator, after: given.after ?? -1 }))
      .rows[0] ?? null
  );
}

/** The slot that an annotator holds on a unit. */
export async function findSlot(db: Kysely<Tables>, given: SlotHolder): Promise<Slot | null> {
  return (await selectHeld(db, given)).rows[0] ?? null;
}

/**
 * Notes that the annotator's slot on a unit was judged; false when the annotator does not hold one.
 * A revision changes nothing.
 */
export async function markJudged(
  tx: Transaction<Tables>,
  given: SlotHolder & { readonly at: TimeText },
): Promise<boolean> {
  return (await updateJudged(tx, given)).affected > 0;
}

/** All slots of a run, by unit. */
export function listSlots(db: Kysely<Tables>, run: string): Promise<readonly Slot[]> {
  return selectSlot(db).where('run', '=', run).orderBy('unit').orderBy('ordinal').execute();
}

/** How far an annotator is; the annotator null stands for what nobody holds. */
export interface SlotCount {
  readonly annotator: string | null;
  readonly total: number;
  readonly judged: number;
}

/** How far everybody is in a run. */
export function countSlots(db: Kysely<Tables>, run: string): Promise<readonly SlotCount[]> {
  return db
    .selectFrom('slot')
    .select([
      'annotator',
      sql<number>`count(*)`.as('total'),
      sql<number>`count(judged_at)`.as('judged'),
    ])
    .where('run', '=', run)
    .groupBy('annotator')
    .orderBy('annotator')
    .execute();
}

/** The columns as they are named outside the store. */
export function selectSlot(db: Kysely<Tables>) {
  return db
    .selectFrom('slot')
    .select([
      'slot.id',
      'slot.run',
      'slot.unit',
      'slot.ordinal',
      'slot.annotator',
      'slot.position',
      'slot.leased_until as leasedUntil',
      'slot.judged_at as judgedAt',
    ]);
}

const selectNext = prepared(
  (
    db: Kysely<Tables>,
    given: { readonly run: string; readonly annotator: string; readonly after: number },
  ) =>
    selectSlot(db)
      .where('run', '=', given.run)
      .where('annotator', '=', given.annotator)
      .where('judged_at', 'is', null)
      .where('position', '>', given.after)
      .orderBy('position')
      .limit(sql.lit(1)),
);

const selectHeld = prepared((db: Kysely<Tables>, given: SlotHolder) =>
  selectSlot(db)
    .where('run', '=', given.run)
    .where('unit', '=', given.unit)
    .where('annotator', '=', given.annotator),
);

const updateJudged = prepared((db: Kysely<Tables>, given: SlotHolder & { readonly at: TimeText }) =>
  db
    .updateTable('slot')
    .set((eb) => ({ judged_at: eb.fn.coalesce('judged_at', eb.val(given.at)), leased_until: null }))
    .where('run', '=', given.run)
    .where('unit', '=', given.unit)
    .where('annotator', '=', given.annotator),
);

const slotColumns = ['run', 'unit', 'ordinal', 'annotator', 'position'] as const;
