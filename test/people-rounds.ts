import type { Slot } from '../src/store/rounds/slots.ts';
import type { WorkWorld } from './work-world.ts';
import { slotRows } from './record-rows.ts';

export const slotsOf = (world: WorkWorld, run: string): Promise<readonly Slot[]> =>
  world.store.read((db) => slotRows(db, run));

export const loads = (slots: readonly Slot[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { annotator } of slots)
    counts[annotator ?? 'nobody'] = (counts[annotator ?? 'nobody'] ?? 0) + 1;
  return counts;
};

export const pairs = (slots: readonly Slot[]): readonly string[] =>
  slots
    .filter((slot) => slot.judgedAt !== null)
    .map((slot) => `${slot.unit} ${slot.annotator}`)
    .toSorted();
