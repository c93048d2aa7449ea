import { groupBy } from '../../domain/group-by.ts';
import type { Assignment } from '../../domain/rounds/assignment.ts';
import { isModelRun } from '../../domain/judging/annotator.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import type { Slot } from '../../store/rounds/slots.ts';
import { lockSlots, reassignSlots } from '../../store/rounds/slot-reassignment.ts';
import { assign } from '../../truth/rounds/assign.ts';
import type { FurtherUnits } from '../../truth/rounds/assign.ts';
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
  const held = slots.flatMap(({ unit, annotator, position, judgedAt, further }) =>
    annotator === null
      ? []
      : [{ unit, annotator, round, order: position ?? 0, judgedAt, ...markOf(further) }],
  );
  const existing = held.filter((one) => !isModelRun(one.annotator));
  const people = annotators.filter((one) => !isModelRun(one));
  const perUnit = run.perUnit - (annotators.length - people.length);
  const submitted = existing.filter((one) => one.judgedAt !== null);
  const units = [...new Set(slots.map((slot) => slot.unit))];
  const further = furtherUnits(slots, perUnit);
  const wanted = assign(units, people, { round, perUnit, further, seed, existing, submitted });
  const models = held.filter((one) => isModelRun(one.annotator));
  const moved = [...wanted, ...models].map(({ unit, annotator, order }) => ({
    unit,
    annotator,
    position: order,
  }));
  return reassignSlots(tx, run.id, moved);
}

function markOf(further: Slot['further']): Pick<Assignment, 'further'> {
  return further === null ? {} : { further };
}

/** The units with further places, whether or not somebody has them. */
function furtherUnits(slots: readonly Slot[], perUnit: number): FurtherUnits {
  const late = groupBy(
    slots.filter((slot) => slot.further !== null),
    (slot) => slot.unit,
  );
  const most = Math.max(0, ...[...late.values()].map((own) => own.length));
  const units = new Map([...late].map(([unit, [slot]]) => [unit, slot!.further!]));
  return { upTo: perUnit + most, units };
}
