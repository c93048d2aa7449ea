import type { RoundRun } from '../../store/rounds/rounds.ts';
import { lockSlots, reassignSlots } from '../../store/rounds/slot-reassignment.ts';
import { assign } from '../../truth/rounds/assign.ts';
import type { WriteTransaction } from '../workspace.ts';

/** Hands a balanced run out again, moving as few open units as possible. Returns how many. */
export async function reassignRun(
  tx: WriteTransaction,
  run: RoundRun,
  annotators: readonly string[],
): Promise<number> {
  const slots = await lockSlots(tx, run.id);
  const { round, perUnit, seed } = run;
  const existing = slots.flatMap(({ unit, annotator, position, judgedAt }) =>
    annotator === null ? [] : [{ unit, annotator, round, order: position ?? 0, judgedAt }],
  );
  const submitted = existing.filter((one) => one.judgedAt !== null);
  const units = [...new Set(slots.map((slot) => slot.unit))];
  const wanted = assign(units, annotators, { round, perUnit, seed, existing, submitted });
  const moved = wanted.map(({ unit, annotator, order }) => ({ unit, annotator, position: order }));
  return reassignSlots(tx, run.id, moved);
}
