import { balancedRounding } from '../balanced-rounding.ts';
import type { DrawPlan, DrawRequest, ImpossibleDraw } from './draw-plan.ts';
import { planDraw } from './draw-plan.ts';
import type { DrawStrata } from './draw-strata.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { seededRandom } from '../seeded-random.ts';

/** The drawn units, and with what chance each unit of the corpus could have been drawn. */
export interface StratifiedDraw {
  /** Ascending. */
  readonly units: Int32Array;
  /** Per unit of the corpus. Weight drawn units by 1 / probability to describe the corpus. */
  readonly probability: Float64Array;
  /** False when draws that missed a floor were rejected: probabilities are approximate. */
  readonly exact: boolean;
  /** Draws thrown away; 0 when exact. */
  readonly redraws: number;
  /** Per label: drawn units that have it, and their expected number. */
  readonly labelCounts: Int32Array;
  readonly labelExpected: Float64Array;
  readonly hardCount: number;
}

type Drawing = StratifiedDraw | ImpossibleDraw;

/**
 * Stratified draw: a sample without replacement of exact size and exact easy/hard mix in which
 * every label appears at least `floor` times, with the inclusion probability of every unit. For
 * when a plain random sample would hold too few units of rare labels. Results can be weighted back
 * to the corpus (Horvitz and Thompson 1952, https://doi.org/10.1080/01621459.1952.10483446).
 *
 * 1. Units with the same labels and difficulty form a stratum. {@link inclusionProbabilities} are
 * as equal as the floors allow.
 * 2. {@link balancedRounding} turns the expected count of every stratum into a whole one next to
 * it. Size and mix are exact, label counts within a few units. Expected counts of scarce labels are
 * therefore set above the floor, by 1 plus the number of such labels (or all units with the label
 * are taken): no draw can miss a floor, and the probabilities are exact.
 * 3. Within a stratum units are drawn at random, all alike.
 *
 * When the size has no room for that margin, one of at most 2 is used and draws that miss a floor
 * are rejected; `exact` is then false. Impossible requests say why: too few units with a label, too
 * few easy or hard units, floors that do not fit the size. Same units, order and seed: same draw.
 * @example const labels = { units: 6, labels: 1, has: Uint8Array.of(1, 1, 1, 0, 0, 0) };
 * stratifiedDraw({ labels, size: 4, floor: 2 }, 7).units.length // 4
 */
export function stratifiedDraw(request: DrawRequest, seed: number | string): Drawing {
  const plan = planDraw(request);
  return plan.units === null ? plan : drawFromPlan(plan, seed);
}

/** One draw according to a plan, for instance one of many in a simulation. */
export function drawFromPlan(plan: DrawPlan, seed: number | string): Drawing {
  const { strata, floor, probability, expected, labelExpected, exact } = plan;
  const random = seededRandom(seed);
  const slack = (label: number): number =>
    floor[label] > 0 ? labelExpected[label] - floor[label] : Infinity;
  const sums = {
    sums: 2 + strata.labels,
    coefficient: (stratum: number, sum: number): number =>
      sum < 2
        ? Number(strata.hard[stratum] === sum)
        : strata.has[stratum * strata.labels + sum - 2],
    dispensable: Array.from(floor, (_, label) => label)
      .toSorted((first, second) => descending(slack(first), slack(second)))
      .map((label) => label + 2),
  };
  for (let redraws = 0; redraws < mostRedraws; redraws++) {
    const counts = balancedRounding(expected, sums, random);
    const labelCounts = countLabels(strata, counts);
    if (!labelCounts.every((count, label) => count >= floor[label])) continue;
    const hardCount = counts.reduce((sum, count, at) => sum + count * strata.hard[at], 0);
    const units = drawWithin(strata, counts, random);
    return { units, probability, exact, redraws, labelCounts, labelExpected, hardCount };
  }
  const available = countLabels(strata, strata.size);
  const shortages = Array.from(floor, (wanted, label) => ({
    label,
    available: available[label],
    wanted,
  })).filter(({ label }) => slack(label) < 1);
  return { units: null, why: [{ kind: 'no-luck', draws: mostRedraws }], shortages };
}

const mostRedraws = 1000;

function descending(first: number, second: number): number {
  // Infinity minus itself is not a number.
  return first === second ? 0 : second - first;
}

function countLabels({ strata, labels, has }: DrawStrata, counts: Int32Array): Int32Array {
  const labelCounts = new Int32Array(labels);
  for (let stratum = 0; stratum < strata; stratum++) {
    for (let label = 0; label < labels; label++)
      labelCounts[label] += counts[stratum] * has[stratum * labels + label];
  }
  return labelCounts;
}

/** The first places of a Fisher–Yates shuffle of each stratum. */
function drawWithin(
  { strata, offsets, members }: DrawStrata,
  counts: Int32Array,
  random: SeededRandom,
): Int32Array {
  const drawn: number[] = [];
  const order = members.slice();
  for (let stratum = 0; stratum < strata; stratum++) {
    const to = offsets[stratum + 1];
    for (let place = offsets[stratum]; place < offsets[stratum] + counts[stratum]; place++) {
      const chosen = place + random.integer(to - place);
      [order[place], order[chosen]] = [order[chosen], order[place]];
      drawn.push(order[place]);
    }
  }
  return Int32Array.from(drawn).toSorted();
}
