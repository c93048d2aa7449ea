import { isAskedByAnswers } from '../../domain/rounds/further-plan.ts';
import type { Round } from '../../domain/rounds/round.ts';
import type { OrderPart } from '../../store/rounds/own-order.ts';
import type { RunUnit } from '../../store/rounds/rounds.ts';
import type { RunPiece } from '../../store/rounds/run-pieces.ts';
import type { NewSlot } from '../../store/rounds/slots.ts';
import { freshAssignment } from '../../truth/rounds/fresh-assignment.ts';
import type { FreshAssignment } from '../../truth/rounds/fresh-assignment.ts';
import { drawFurther, furtherOnes } from '../../truth/rounds/further.ts';
import type { UnitPlaces } from '../../truth/rounds/run-demand.ts';
import { runCooperatively } from '../cooperative-steps.ts';
import type { DrawnRun } from './draw-run.ts';

/** How the units of a run are handed out. */
export interface HandOutPlan {
  readonly round: Pick<Round, 'further'>;
  /** How many judge each unit, at least: people and runs of models. */
  readonly perUnit: number;
  readonly places: UnitPlaces;
  readonly seed: number;
  readonly handOut: 'balanced' | 'open';
  readonly annotators: readonly string[];
}

/** The units of a run, sorted, and with what chance each was drawn. */
type DrawnUnits = Pick<DrawnRun, 'units' | 'probability'>;

/** The units of a run and who has them, as they are stored. */
export interface HandedOut {
  readonly units: number;
  readonly perUnit: number;
  /** How many of the units were drawn to have further annotators. */
  readonly further: number;
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
export async function handOutUnits(drawn: DrawnUnits, plan: HandOutPlan): Promise<HandedOut> {
  const { perUnit: rowsPerUnit, seed } = plan;
  const { perUnit, upTo } = plan.places;
  const annotators = plan.places.dealt.toSorted();
  const models = plan.places.models.toSorted();
  // Where answers ask for further annotators too, drawn units get theirs at the same moment.
  const drawnNow = isAskedByAnswers(plan.round.further) ? null : plan.round.further;
  const further = drawFurther(drawn.units, drawnNow, seed);
  const marks = Uint8Array.from(drawn.units, (unit) => Number(further.has(unit)));
  const fresh = { annotators, perUnit, drawn: { units: marks, upTo }, seed };
  const steps = freshAssignment(
    drawn.units.length,
    further.size === 0 ? { annotators, perUnit, seed } : fresh,
  );
  const assigned = plan.handOut === 'open' ? null : await runCooperatively(steps, longestTurn);
  const { units } = drawn;
  return {
    units: units.length,
    perUnit: rowsPerUnit,
    further: further.size,
    rows: units.length * (1 + rowsPerUnit) + further.size * (upTo - perUnit),
    pieces: (run, unitsTogether) =>
      pieces(
        { drawn, further, assigned, annotators, perUnit, upTo, models, seed },
        run,
        unitsTogether,
      ),
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
  readonly drawn: DrawnUnits;
  /** The units with further annotators from the beginning. */
  readonly further: ReadonlySet<string>;
  readonly assigned: FreshAssignment | null;
  readonly annotators: readonly string[];
  /** Places that are dealt to them. */
  readonly perUnit: number;
  readonly upTo: number;
  readonly seed: number;
  /** Those who have all units, in the order of their names. */
  readonly models: readonly string[];
}

function* pieces(
  { drawn, further, assigned, annotators, perUnit, upTo, models, seed }: Assigned,
  run: string,
  unitsTogether: () => number,
): Generator<RunPiece> {
  const dealt = firstPositions(assigned);
  const slotsOf = (at: number): readonly NewSlot[] => {
    const unit = drawn.units[at]!;
    const wanted = further.has(unit) ? upTo : perUnit;
    const holders =
      assigned?.holders.subarray(assigned.first(at), assigned.first(at + 1)) ??
      Array.from<null>({ length: wanted }).fill(null);
    const own = Array.from<number | null, Omit<NewSlot, 'ordinal'>>(holders, (who) =>
      who === null
        ? { unit, annotator: null, position: at }
        : { unit, annotator: annotators[who]!, position: dealt[who]!.get(at) ?? null },
    );
    // Those who count as the further ones come last.
    const names = own.flatMap((slot) => slot.annotator ?? []);
    const late = furtherOnes(names, wanted - perUnit, { unit, seed });
    const isLate = (slot: Omit<NewSlot, 'ordinal'>): boolean => late.has(slot.annotator ?? '');
    return own
      .toSorted((a, b) => Number(isLate(a)) - Number(isLate(b)))
      .map((slot, place) => ({
        ...slot,
        ordinal: place + 1,
        ...(place < perUnit ? {} : { further: 'share' as const }),
      }));
  };
  for (let from = 0, to = 0; from < drawn.units.length; from = to) {
    to = from + unitsTogether();
    const units: RunUnit[] = [];
    const slots: NewSlot[] = [];
    for (const [offset, unit] of drawn.units.slice(from, to).entries()) {
      const position = from + offset;
      units.push({ unit, position, inclusionProbability: drawn.probability(unit) });
      slots.push(...slotsOf(position));
      // Behind the places of people, also those that a unit may get later.
      for (const [at, annotator] of models.entries())
        slots.push({ unit, ordinal: upTo + 1 + at, annotator, position });
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
