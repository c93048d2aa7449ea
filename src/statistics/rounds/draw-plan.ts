import type { DrawStrata } from './draw-strata.ts';
import { drawStrata } from './draw-strata.ts';
import type { InclusionProbabilities } from './inclusion-probabilities.ts';
import { inclusionProbabilities } from './inclusion-probabilities.ts';
import type { LabelMatrix } from '../label-matrix.ts';
import { checkLabelMatrix, labelCounts } from '../label-matrix.ts';

/** What to draw. */
export interface DrawRequest {
  /** The (weak) labels of the units. */
  readonly labels: LabelMatrix;
  /** How many units to draw. */
  readonly size: number;
  /** How many of the drawn units must have each label: one number for all, or one per label. */
  readonly floor: number | ArrayLike<number>;
  /** Which units are hard (1) or easy (0), and the share of hard ones, rounded to whole units. */
  readonly hard?: { readonly is: Uint8Array; readonly share: number };
}

/** Why a draw is impossible: too few units, too few of a label, or no room for all floors. */
type DrawObstacle =
  | {
      readonly kind: 'units';
      readonly difficulty: 'easy' | 'hard' | null;
      readonly available: number;
      readonly wanted: number;
    }
  | { readonly kind: 'scarce-labels' }
  | { readonly kind: 'no-room'; readonly size: number }
  | { readonly kind: 'no-luck'; readonly draws: number };

/** The request cannot be met. */
export interface ImpossibleDraw {
  readonly units: null;
  readonly why: readonly DrawObstacle[];
  /** Labels that fall short: units in the corpus that have them, and how many the floor wants. */
  readonly shortages: readonly Readonly<Record<'label' | 'available' | 'wanted', number>>[];
}

/** How a request will be met; any number of draws can be made from it. */
export interface DrawPlan {
  readonly units: number;
  readonly strata: DrawStrata;
  readonly floor: Float64Array;
  /** Per unit: the chance of being drawn. */
  readonly probability: Float64Array;
  /** Per stratum: the expected number of drawn units. */
  readonly expected: Float64Array;
  /** Per label: the expected number of drawn units that have it. */
  readonly labelExpected: Float64Array;
  /** True when no draw can miss a floor: none is rejected, and probabilities are exact. */
  readonly exact: boolean;
}

/** The probabilities of a {@link stratifiedDraw}, or why there can be none. */
export function planDraw(request: DrawRequest): DrawPlan | ImpossibleDraw {
  const { labels: matrix, size, floor, hard } = request;
  checkLabelMatrix(matrix);
  if (!(Number.isInteger(size) && size >= 1))
    throw new RangeError(`size is ${size}, expected a whole number of at least 1`);
  if (hard !== undefined && hard.is.length !== matrix.units)
    throw new RangeError(`hard has ${hard.is.length} units, expected ${matrix.units}`);
  if (hard !== undefined && !(hard.share >= 0 && hard.share <= 1))
    throw new RangeError(`the share of hard units is ${hard.share}, expected 0 to 1`);
  const hardSize = hard === undefined ? 0 : Math.round(size * hard.share);
  const wishes: Wishes = {
    counts: labelCounts(matrix),
    floors: Float64Array.from({ length: matrix.labels }, (_, label) =>
      typeof floor === 'number' ? floor : floor[label],
    ),
    sizes: [size - hardSize, hardSize],
  };
  const strata = drawStrata(matrix, hard?.is);
  const obstacle = findObstacle(strata, wishes, hard !== undefined);
  if (obstacle !== null) return obstacle;
  const { expected, labelExpected, shortfall, exact } = chooseProbabilities(strata, wishes);
  if (shortfall > tolerableShortfall) {
    const isShort = (label: number): boolean =>
      wishes.floors[label] - labelExpected[label] > tolerableShortfall;
    const shortages = listShortages(wishes, isShort);
    return { units: null, why: [{ kind: 'no-room', size }], shortages };
  }
  const probability = new Float64Array(matrix.units);
  const { offsets, members } = strata;
  for (let stratum = 0; stratum < strata.strata; stratum++) {
    for (const unit of members.subarray(offsets[stratum], offsets[stratum + 1]))
      probability[unit] = expected[stratum] / strata.size[stratum];
  }
  const { units } = matrix;
  return { units, strata, floor: wishes.floors, probability, expected, labelExpected, exact };
}

interface Wishes {
  /** Per label: units of the corpus that have it. */
  readonly counts: Int32Array;
  readonly floors: Float64Array;
  readonly sizes: readonly [easy: number, hard: number];
}

/** Where floors fill the draw, convergence is slow; redrawing makes up a shortfall of this size. */
const tolerableShortfall = 0.05;

function listShortages(
  { counts, floors }: Wishes,
  isShort: (label: number) => boolean,
): ImpossibleDraw['shortages'] {
  const all = Array.from(counts, (available, label) => ({
    label,
    available,
    wanted: floors[label],
  }));
  return all.filter(({ label }) => isShort(label));
}

function findObstacle(strata: DrawStrata, wishes: Wishes, mixed: boolean): ImpossibleDraw | null {
  const { counts, floors, sizes } = wishes;
  const why: DrawObstacle[] = [];
  (['easy', 'hard'] as const).forEach((name, difficulty) => {
    const available = strata.size.reduce(
      (sum, size, stratum) => sum + (strata.hard[stratum] === difficulty ? size : 0),
      0,
    );
    const wanted = sizes[difficulty];
    if (available < wanted)
      why.push({ kind: 'units', difficulty: mixed ? name : null, available, wanted });
  });
  const shortages = listShortages(wishes, (label) => counts[label] < floors[label]);
  if (shortages.length > 0) why.push({ kind: 'scarce-labels' });
  return why.length === 0 ? null : { units: null, why, shortages };
}

/**
 * Rounding moves a label's count by less than c, the number of sums still kept when the label's own
 * is given up: at most the labels at risk and the two sizes. Scarce labels therefore get an
 * expected count of floor + labels at risk + 1 (others have at least floor + all labels + 1), and
 * no count can miss its floor. Where the size has no room for that, draws that miss a floor are
 * rejected.
 */
function chooseProbabilities(
  strata: DrawStrata,
  { counts, floors, sizes }: Wishes,
): InclusionProbabilities & { readonly exact: boolean } {
  const { labels } = strata;
  const solve = (margin: number): InclusionProbabilities =>
    inclusionProbabilities(strata, {
      sizes,
      least: floors.map((floor, label) =>
        floor > 0 ? Math.min(counts[label], floor + margin) : 0,
      ),
    });
  const atRisk = ({ labelExpected }: InclusionProbabilities): number =>
    floors.filter(
      (floor, label) =>
        floor > 0 && labelExpected[label] < Math.min(counts[label], floor + labels + 1) - 1e-9,
    ).length;
  let margin = 0;
  let solution = solve(margin);
  while (solution.shortfall <= 1e-9) {
    const needed = atRisk(solution) === 0 ? 0 : atRisk(solution) + 1;
    if (margin >= needed) return { ...solution, exact: true };
    margin = needed;
    solution = solve(margin);
  }
  // The largest margin that fits would give almost every place to labels that are scarce. With a
  // margin of 2 few draws miss a floor, and all other units keep their chance.
  for (margin = 2; margin >= 0 && solution.shortfall > 1e-9; margin--) solution = solve(margin);
  // Without fractions there is nothing to round, and no draw can miss anything.
  const isWhole = solution.expected.every((amount) => Math.abs(amount - Math.round(amount)) < 1e-9);
  return { ...solution, exact: solution.shortfall <= 1e-9 && isWhole };
}
