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
  readonly seed: number | string;
}

/** Who has which unit, by numbers. */
export interface FreshAssignment {
  /** The annotators of unit `u` are at `u · perUnit` and behind, ascending. */
  readonly holders: Uint16Array;
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
  const { annotators, perUnit, seed } = plan;
  const people = annotators.length;
  if (people < perUnit) refuse('too-few-annotators', { wanted: perUnit, people });
  const random = seededRandom(`${seed}:assign`);
  const order = new Int32Array(units);
  for (let at = 0; at < units; at += 1) order[at] = at;
  yield* shuffleSteps(order, random);
  const holders = new Uint16Array(units * perUnit);
  const loads = new Int32Array(people);
  for (let place = 0; place < units; place += 1) {
    const own = holders.subarray(order[place]! * perUnit, (order[place]! + 1) * perUnit);
    for (let has = 0; has < perUnit; has += 1) {
      const who = leastBusy(loads, own.subarray(0, has), random);
      own[has] = who;
      loads[who] = loads[who]! + 1;
    }
    own.sort();
    if (place % stepSize === 0 && place > 0) yield;
  }
  const orders = Array.from(loads, (load) => new Int32Array(load));
  const filled = new Int32Array(people);
  for (let at = 0; at < holders.length; at += 1) {
    const who = holders[at]!;
    orders[who]![filled[who]!] = Math.floor(at / perUnit);
    filled[who] = filled[who]! + 1;
    if (at % (stepSize * 16) === 0 && at > 0) yield;
  }
  for (const [who, own] of orders.entries())
    yield* shuffleSteps(own, seededRandom(`${seed}:order:${annotators[who]!}`));
  return { holders, orders };
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
