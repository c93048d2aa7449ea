import type { DrawStrata } from './draw-strata.ts';

/** What the expected counts of a draw have to satisfy. */
export interface DrawTargets {
  /** Units to draw among the easy and among the hard ones. */
  readonly sizes: readonly [easy: number, hard: number];
  /** Per label: the least expected count. */
  readonly least: ArrayLike<number>;
}

/** Expected counts, and how far they miss the targets. */
export interface InclusionProbabilities {
  /** Per stratum: expected drawn units; over the stratum's size, the inclusion probability. */
  readonly expected: Float64Array;
  /** Per label: the expected number of drawn units that have it. */
  readonly labelExpected: Float64Array;
  /** The largest shortfall of a label; 0 (up to 1e-9) when the targets can be met. */
  readonly shortfall: number;
}

/**
 * Inclusion probabilities for a draw with floors: as near as possible to simple random sampling
 * within easy and hard units, but with at least the wanted expected count of every label. They
 * minimise the Kullback–Leibler divergence from equal probabilities and have the form min(1,
 * a(difficulty) · Π over the unit's labels of m(label)), m ≥ 1 and m = 1 for labels that have
 * enough without help; found by correcting one factor after the other until nothing changes
 * (iterative proportional fitting with inequalities and an upper bound). Csiszár 1975,
 * https://doi.org/10.1214/aop/1176996454; Deming and Stephan 1940,
 * https://doi.org/10.1214/aoms/1177731829
 *
 * When the targets contradict one another the shortfall stays above 0. Sizes are always kept; they
 * must not exceed the available units.
 */
export function inclusionProbabilities(
  strata: DrawStrata,
  { sizes, least }: DrawTargets,
): InclusionProbabilities {
  const { labels, size, hard, has } = strata;
  const weight = new Float64Array(strata.strata).fill(1);
  const multiplier = new Float64Array(labels).fill(1);
  const all = Array.from(size, (_, stratum) => stratum);
  const difficulties = [
    all.filter((stratum) => hard[stratum] === 0),
    all.filter((stratum) => hard[stratum] === 1),
  ];
  const carriers = Array.from({ length: labels }, (_, label) =>
    all.filter((stratum) => has[stratum * labels + label] === 1),
  );
  const count = (members: readonly number[]): number =>
    members.reduce((sum, stratum) => sum + size[stratum] * Math.min(1, weight[stratum]), 0);
  const scale = (members: readonly number[], factor: number): void => {
    for (const stratum of members) weight[stratum] *= factor;
  };
  const keepSizes = (): void =>
    difficulties.forEach((members, difficulty) =>
      scale(members, factorFor(members, sizes[difficulty], size, weight)),
    );
  const shortfall = (): number =>
    carriers.reduce((worst, members, label) => Math.max(worst, least[label] - count(members)), 0);
  keepSizes();
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
    let change = 0;
    for (let label = 0; label < labels; label++) {
      const excess = count(carriers[label]) - least[label];
      if (excess > 0 ? multiplier[label] === 1 : excess === 0) continue;
      const factor = Math.min(
        largestFactor / multiplier[label],
        Math.max(1 / multiplier[label], factorFor(carriers[label], least[label], size, weight)),
      );
      multiplier[label] *= factor;
      scale(carriers[label], factor);
      change = Math.max(change, Math.abs(Math.log(factor)));
    }
    keepSizes();
    if (change < 1e-13 || (shortfall() < 1e-10 && change < 1e-9)) break;
  }
  // What is whole but for rounding is whole: a unit that is taken for certain has probability 1,
  // not 0.9999999999.
  const expected = Float64Array.from(size, (units, stratum) =>
    wholeOr(units * Math.min(1, weight[stratum])),
  );
  return { expected, labelExpected: Float64Array.from(carriers, count), shortfall: shortfall() };
}

const mostSweeps = 2000;
/** Beyond this a label's factor no longer moves anything but rounding. */
const largestFactor = 1e12;

function wholeOr(amount: number): number {
  return Math.abs(amount - Math.round(amount)) < 1e-9 ? Math.round(amount) : amount;
}

/** The factor that makes Σ size · min(1, factor · weight) the wanted count. */
function factorFor(
  members: readonly number[],
  wanted: number,
  size: Int32Array,
  weight: Float64Array,
): number {
  if (wanted <= 0) return 0;
  const ordered = members
    .filter((stratum) => weight[stratum] > 0)
    .toSorted((first, second) => weight[second] - weight[first]);
  let capped = 0;
  let free = ordered.reduce((sum, stratum) => sum + size[stratum] * weight[stratum], 0);
  for (const stratum of ordered) {
    const factor = (wanted - capped) / free;
    if (factor * weight[stratum] <= 1) return factor;
    capped += size[stratum];
    free -= size[stratum] * weight[stratum];
  }
  // Everything is certain; the smallest weight has just reached 1.
  return ordered.length === 0 ? 1 : 1 / weight[ordered[ordered.length - 1]];
}
