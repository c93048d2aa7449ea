import { refuse } from '../../domain/fault.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import type { SeededRandom } from '../../statistics/seeded-random.ts';
import { shuffleSteps } from '../../statistics/shuffle.ts';

/** How units are handed out for the first time. */
export interface FreshPlan {
  /** Sorted and distinct. */
  readonly annotators: readonly string[];
  /** How many annotators judge each unit. */
  readonly perUnit: number;
  /** Units that get more annotators, 1 for each, and how many these have in all. */
  readonly drawn?: { readonly units: Uint8Array; readonly upTo: number };
  readonly seed: number | string;
}

/** Who has which unit, by numbers. */
export interface FreshAssignment {
  /** The annotators of all units, one unit after the other, ascending in each. */
  readonly holders: Uint16Array;
  /** Where the annotators of a unit begin; those of the next one begin where they end. */
  first(unit: number): number;
  /** The units of every annotator in their own order. */
  readonly orders: readonly Int32Array[];
}

/**
 * What {@link assign} gives where nothing was handed out before, for sorted units and annotators,
 * by numbers and in steps, so that other work can be done between them: for millions of units.
 * @example
 * const plan = { annotators: ['anna', 'ben'], perUnit: 2, seed: 7 };
 * freshAssignment(1, plan).next().value.holders // Uint16Array.of(0, 1)
 */
export function* freshAssignment(units: number, plan: FreshPlan): Generator<void, FreshAssignment> {
  const { annotators, perUnit, drawn, seed } = plan;
  const people = annotators.length;
  const most = drawn?.units.includes(1) === true ? drawn.upTo : perUnit;
  if (people < most) refuse('too-few-annotators', { wanted: most, people });
  const first = yield* firstPlaces(units, plan);
  const random = seededRandom(`${seed}:assign`);
  const mixed = new Int32Array(units);
  for (let at = 0; at < units; at += 1) mixed[at] = at;
  yield* shuffleSteps(mixed, random);
  // Units that need more come first, since there the choice is smaller.
  const order = drawn === undefined ? mixed : drawnFirst(mixed, drawn.units);
  const holders = new Uint16Array(first(units));
  const loads = new Int32Array(people);
  for (let place = 0; place < units; place += 1) {
    const own = holders.subarray(first(order[place]!), first(order[place]! + 1));
    for (let has = 0; has < own.length; has += 1) {
      const who = leastBusy(loads, own.subarray(0, has), random);
      own[has] = who;
      loads[who] = loads[who]! + 1;
    }
    own.sort();
    if (place % stepSize === 0 && place > 0) yield;
  }
  const orders = Array.from(loads, (load) => new Int32Array(load));
  const filled = new Int32Array(people);
  for (let unit = 0; unit < units; unit += 1) {
    for (const who of holders.subarray(first(unit), first(unit + 1))) {
      orders[who]![filled[who]!] = unit;
      filled[who] = filled[who]! + 1;
    }
    if (unit % (stepSize * 8) === 0 && unit > 0) yield;
  }
  for (const [who, own] of orders.entries())
    yield* shuffleSteps(own, seededRandom(`${seed}:order:${annotators[who]!}`));
  return { holders, first, orders };
}

function drawnFirst(order: Int32Array, drawn: Uint8Array): Int32Array {
  const isDrawn = (unit: number): boolean => drawn[unit] === 1;
  const sorted = new Int32Array(order.length);
  let at = 0;
  for (const unit of order) if (isDrawn(unit)) sorted[at++] = unit;
  for (const unit of order) if (!isDrawn(unit)) sorted[at++] = unit;
  return sorted;
}

function* firstPlaces(
  units: number,
  { perUnit, drawn }: FreshPlan,
): Generator<void, FreshAssignment['first']> {
  if (drawn === undefined) return (unit) => unit * perUnit;
  const places = new Int32Array(units + 1);
  for (let unit = 0; unit < units; unit += 1) {
    places[unit + 1] = places[unit]! + (drawn.units[unit] === 1 ? drawn.upTo : perUnit);
    if (unit % (stepSize * 16) === 0 && unit > 0) yield;
  }
  return (unit) => places[unit]!;
}

const stepSize = 2 ** 12;

/** The annotator with the fewest units who does not have this one, at random among equals. */
function leastBusy(loads: Int32Array, own: Uint16Array, random: SeededRandom): number {
  let best = -1;
  let equals = 0;
  for (let who = 0; who < loads.length; who += 1) {
    if (own.includes(who)) continue;
    if (best < 0 || loads[who]! < loads[best]!) {
      best = who;
      equals = 1;
    } else if (loads[who] === loads[best]) {
      equals += 1;
      if (random.integer(equals) === 0) best = who;
    }
  }
  return best;
}
