import type { OrderPart } from '../../store/rounds/own-order.ts';
import type { RunUnit } from '../../store/rounds/rounds.ts';
import type { RunPiece } from '../../store/rounds/run-pieces.ts';
import type { NewSlot } from '../../store/rounds/slots.ts';
import { freshAssignment } from '../../truth/rounds/fresh-assignment.ts';
import type { FreshAssignment } from '../../truth/rounds/fresh-assignment.ts';
import type { UnitPlaces } from '../../truth/rounds/run-demand.ts';
import { runCooperatively } from '../cooperative-steps.ts';
import type { DrawnRun } from './draw-run.ts';

/** How the units of a run are handed out. */
export interface HandOutPlan {
  /** How many judge each unit: people and runs of models. */
  readonly perUnit: number;
  readonly places: UnitPlaces;
  readonly seed: number;
  readonly handOut: 'balanced' | 'open';
  readonly annotators: readonly string[];
}

/** The units of a run and who has them, as they are stored. */
export interface HandedOut {
  readonly units: number;
  readonly perUnit: number;
  /** Units and slots together. */
  readonly rows: number;
  /** Units with their slots, as many units at a time as is said before each piece. */
  pieces(run: string, unitsTogether: () => number): Generator<RunPiece>;
  /** What of the own orders is dealt later, when people get that far. */
  orderParts(run: string): Generator<OrderPart>;
}

/** How many units of somebody's own order are dealt at once, the first when the run opens. */
const dealtTogether = 500;

/**
 * Hands out the units of a run, from the seed: evenly now, or so that anybody may claim them. Units
 * have their places in the order of their names; the orders in which people get them are random.
 */
export async function handOutUnits(drawn: DrawnRun, plan: HandOutPlan): Promise<HandedOut> {
  const { perUnit: rowsPerUnit, seed } = plan;
  const { perUnit } = plan.places;
  const annotators = plan.places.dealt.toSorted();
  const models = plan.places.models.toSorted();
  const steps = freshAssignment(drawn.units.length, { annotators, perUnit, seed });
  const assigned = plan.handOut === 'open' ? null : await runCooperatively(steps, longestTurn);
  const { units } = drawn;
  return {
    units: units.length,
    perUnit: rowsPerUnit,
    rows: units.length * (1 + rowsPerUnit),
    pieces: (run, unitsTogether) =>
      pieces({ drawn, assigned, annotators, perUnit, models }, run, unitsTogether),
    *orderParts(run) {
      for (const [who, own] of assigned?.orders.entries() ?? [])
        for (let first = dealtTogether; first < own.length; first += dealtTogether) {
          const part = Array.from(own.subarray(first, first + dealtTogether), (at) => units[at]!);
          yield { run, annotator: annotators[who]!, first, units: part };
        }
    },
  };
}

/** In milliseconds. */
const longestTurn = 8;

interface Assigned {
  readonly drawn: DrawnRun;
  readonly assigned: FreshAssignment | null;
  readonly annotators: readonly string[];
  /** Places that are dealt to them. */
  readonly perUnit: number;
  /** Those who have all units, in the order of their names. */
  readonly models: readonly string[];
}

function* pieces(
  { drawn, assigned, annotators, perUnit, models }: Assigned,
  run: string,
  unitsTogether: () => number,
): Generator<RunPiece> {
  const dealt = firstPositions(assigned);
  const slotOf = (at: number, ordinal: number): NewSlot => {
    const unit = drawn.units[at]!;
    if (assigned === null) return { unit, ordinal, annotator: null, position: at };
    const who = assigned.holders[at * perUnit + ordinal - 1]!;
    const position = dealt[who]!.get(at) ?? null;
    return { unit, ordinal, annotator: annotators[who]!, position };
  };
  for (let from = 0, to = 0; from < drawn.units.length; from = to) {
    to = from + unitsTogether();
    const units: RunUnit[] = [];
    const slots: NewSlot[] = [];
    for (const [offset, unit] of drawn.units.slice(from, to).entries()) {
      const position = from + offset;
      units.push({ unit, position, inclusionProbability: drawn.probability(unit) });
      for (let ordinal = 1; ordinal <= perUnit; ordinal += 1) slots.push(slotOf(position, ordinal));
      for (const [at, annotator] of models.entries())
        slots.push({ unit, ordinal: perUnit + 1 + at, annotator, position });
    }
    yield { run, units, slots, isFirst: from === 0 };
  }
}

/** Per annotator, the positions of the units that come first in their own order. */
function firstPositions(assigned: FreshAssignment | null): readonly Map<number, number>[] {
  const first = (own: Int32Array): Int32Array => own.subarray(0, dealtTogether);
  return (assigned?.orders ?? []).map(
    (own) => new Map(Array.from(first(own), (unit, position) => [unit, position])),
  );
}
