import { bindGroup, databaseKind } from '../kysely-handle.ts';
import { preparedChange } from '../prepared.ts';
import { undealtPositions } from './own-order.ts';
import { selectSlot } from './slots.ts';
import type { Slot } from './slots.ts';
import type { WriteTransaction } from '../tables.ts';

/** Who is wanted for which unit, at which place in their own order. */
export interface WantedSlot {
  readonly unit: string;
  readonly annotator: string;
  readonly position: number;
}

/**
 * Makes the unjudged slots of a run match what is wanted; slots that nobody wants become free.
 * Judged slots stay and count as met. Returns how many slots got another annotator.
 */
export async function reassignSlots(
  tx: WriteTransaction,
  run: string,
  wanted: readonly WantedSlot[],
): Promise<number> {
  const slots = await lockSlots(tx, run);
  const { move, free, place } = planReassignment(slots, wanted);
  // Released first, so that nobody ever holds two slots of a unit.
  for (const slot of free) await assignRow(tx, { id: slot.id, annotator: null, position: null });
  for (const one of move) await moveRow(tx, one);
  for (const one of place) await assignRow(tx, one);
  bindGroup(tx, 'slot', run);
  return place.length;
}

/** All slots of a run, locked until the write ends, with the positions that they will get. */
export async function lockSlots(tx: WriteTransaction, run: string): Promise<readonly Slot[]> {
  const query = selectSlot(tx).where('run', '=', run).orderBy('unit').orderBy('ordinal');
  const slots = await (databaseKind(tx) === 'postgres' ? query.forUpdate() : query).execute();
  const undealt = await undealtPositions(tx, run);
  if (undealt.size === 0) return slots;
  return slots.map((slot) => {
    const position = slot.position ?? undealt.get(slot.annotator ?? '')?.get(slot.unit) ?? null;
    return { ...slot, position };
  });
}

/** The changes to the slots of a run: moved, released and assigned. */
interface Reassignment {
  readonly move: readonly { readonly id: number; readonly position: number }[];
  readonly free: readonly Slot[];
  readonly place: readonly (WantedSlot & { readonly id: number })[];
}

/**
 * Decides how to make the open slots match what is wanted, with as few changes as possible.
 * @internal
 */
export function planReassignment(
  slots: readonly Slot[],
  wanted: readonly WantedSlot[],
): Reassignment {
  const missing = new Map(wanted.map((one) => [pairKey(one.unit, one.annotator), one]));
  const move: { readonly id: number; readonly position: number }[] = [];
  const free: Slot[] = [];
  const left = new Map<string, Slot[]>();
  for (const slot of slots) {
    const key = pairKey(slot.unit, slot.annotator);
    const one = slot.annotator === null ? undefined : missing.get(key);
    missing.delete(key);
    if (slot.judgedAt !== null) continue;
    if (one !== undefined) {
      if (one.position !== slot.position) move.push({ id: slot.id, position: one.position });
      continue;
    }
    if (slot.annotator !== null) free.push(slot);
    left.set(slot.unit, [...(left.get(slot.unit) ?? []), slot]);
  }
  const place = [...missing.values()].map((one) => {
    const slot = left.get(one.unit)?.shift();
    if (slot === undefined) throw new Error(`${one.unit} has no slot left for ${one.annotator}`);
    return { ...one, id: slot.id };
  });
  return { move, free, place };
}

function pairKey(unit: string, annotator: string | null): string {
  return JSON.stringify([unit, annotator]);
}

const assignRow = preparedChange(
  (db, { id, annotator, position }: Pick<Slot, 'id' | 'annotator' | 'position'>) =>
    db.updateTable('slot').set({ annotator, position, leased_until: null }).where('id', '=', id),
);

const moveRow = preparedChange((db, { id, position }: Pick<Slot, 'id' | 'position'>) =>
  db.updateTable('slot').set({ position }).where('id', '=', id),
);
