import { isModelRun } from '../../domain/judging/annotator.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { lockSlots, reassignSlots } from '../../store/rounds/slot-reassignment.ts';
import { assign } from '../../truth/rounds/assign.ts';
import type { WriteTransaction } from '../workspace.ts';

/**
 * Hands a balanced run out again among the people, moving as few open units as possible. Runs of
 * models keep their places. Returns how many units moved.
 */
export async function reassignRun(
  tx: WriteTransaction,
  run: RoundRun,
  annotators: readonly string[],
): Promise<number> {
  const slots = await lockSlots(tx, run.id);
  const { round, seed } = run;
  const held = slots.flatMap(({ unit, annotator, position, judgedAt }) =>
    annotator === null ? [] : [{ unit, annotator, round, order: position ?? 0, judgedAt }],
  );
  const existing = held.filter((one) => !isModelRun(one.annotator));
  const people = annotators.filter((one) => !isModelRun(one));
  const perUnit = run.perUnit - (annotators.length - people.length);
  const submitted = existing.filter((one) => one.judgedAt !== null);
  const units = [...new Set(slots.map((slot) => slot.unit))];
  const wanted = assign(units, people, { round, perUnit, seed, existing, submitted });
  const models = held.filter((one) => isModelRun(one.annotator));
  const moved = [...wanted, ...models].map(({ unit, annotator, order }) => ({
    unit,
    annotator,
    position: order,
  }));
  return reassignSlots(tx, run.id, moved);
}
