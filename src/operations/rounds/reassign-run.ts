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
  const held = slots.flatMap(({ unit, annotator, position, judgedAt }) =>
    annotator === null
      ? []
      : [{ unit, annotator, round: run.round, order: position ?? 0, judgedAt }],
  );
  const wanted = assign([...new Set(slots.map((slot) => slot.unit))], annotators, {
    round: run.round,
    perUnit: run.perUnit,
    seed: run.seed,
    existing: held,
    submitted: held.filter((one) => one.judgedAt !== null),
  });
  return reassignSlots(
    tx,
    run.id,
    wanted.map(({ unit, annotator, order }) => ({ unit, annotator, position: order })),
  );
}
