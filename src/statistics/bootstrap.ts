import { multinomialDraw } from './binomial-draw.ts';
import type { PatternStatistic } from './pattern-statistic.ts';
import type { SeededRandom } from './seeded-random.ts';
import { seededRandom } from './seeded-random.ts';

/** How many resamples are drawn, and the seed that makes them the same again. */
export interface Draws {
  readonly resamples: number;
  readonly seed: number;
  /** Called after every resample, to show progress. */
  readonly onDraw?: () => void;
}

/** Units merged by pattern; rating patterns and confusions both are. */
export interface PatternedUnits {
  /** Per pattern: how many units show it. */
  readonly units: Float64Array;
  /** Per unit: its pattern, or −1 for a unit that is in none. */
  readonly patternOf: Int32Array;
}

/** What a measure gave in each resample, `null` where it had no value there. */
export type Resampled = readonly (number | null)[];

/**
 * Bootstrap over units: draws as many units as there are, with replacement, and gives the measure
 * in each resample. Whole units are drawn, since the answers to one unit depend on each other. Only
 * how often each pattern is drawn matters, so the order of units and annotators has no influence,
 * and many units per pattern are drawn directly, at a cost independent of their number. Unrated
 * units are not drawn. Efron 1979, https://doi.org/10.1214/aos/1176344552
 * @example const patterns = ratingPatterns(ratingsFromRows([[0, 0], [0, 1], [1, 1]], [0, 1]));
 * bootstrap(patterns, fleissKappaStatistic(patterns), { resamples: 1000, seed: 1 }).length // 1000
 */
export function bootstrap(
  patterns: Pick<PatternedUnits, 'units'>,
  statistic: PatternStatistic,
  draws: Draws,
): Resampled {
  const drawn = new Float64Array(patterns.units.length);
  const draw = drawKinds(patterns.units, seededRandom(draws.seed));
  return Array.from({ length: draws.resamples }, () => {
    draw(drawn);
    draws.onDraw?.();
    return statistic(drawn);
  });
}

/** One of several questions about the same units, with its measure. */
export interface MeasuredQuestion {
  readonly patterns: PatternedUnits;
  readonly statistic: PatternStatistic;
}

/**
 * Bootstrap over units for several questions at once: each resample draws the same units for all,
 * so means over questions and differences have honest intervals. One list of values per question.
 */
export function bootstrapTogether(
  questions: readonly MeasuredQuestion[],
  draws: Draws,
): Resampled[] {
  const values: (number | null)[][] = questions.map(() => []);
  const patterns = questions.map((question) => question.patterns);
  const histograms = patterns.map(({ units }) => new Float64Array(units.length));
  resampleTogether(patterns, histograms, draws, () => {
    for (const [index, { statistic }] of questions.entries())
      values[index].push(statistic(histograms[index]));
  });
  return values;
}

/** The measure in resamples given as lists of unit numbers; for checking against other software. */
export function bootstrapByIndices(
  patterns: PatternedUnits,
  statistic: PatternStatistic,
  indices: readonly ArrayLike<number>[],
): Resampled {
  const drawn = new Float64Array(patterns.units.length);
  return indices.map((units) => {
    drawn.fill(0);
    for (let index = 0; index < units.length; index++) {
      const pattern = patterns.patternOf[units[index]];
      if (pattern >= 0) drawn[pattern]++;
    }
    return statistic(drawn);
  });
}

/** Draws as many as there are from the kinds, with replacement, and counts each kind. */
function drawKinds(counts: Float64Array, random: SeededRandom): (drawn: Float64Array) => void {
  const total = counts.reduce((sum, count) => sum + count, 0);
  // A binomial draw takes about as long as sixteen plain ones.
  if (total > 16 * counts.length) return (drawn) => multinomialDraw(random, counts, total, drawn);
  const kindAt = new Int32Array(total);
  for (let kind = 0, place = 0; kind < counts.length; kind++) {
    kindAt.fill(kind, place, (place += counts[kind]));
  }
  return (drawn) => {
    drawn.fill(0);
    for (let index = 0; index < total; index++) drawn[kindAt[random.integer(total)]]++;
  };
}

/** Fills every question's histogram with a resample's units per pattern, then calls `visit`. */
function resampleTogether(
  questions: readonly PatternedUnits[],
  histograms: readonly Float64Array[],
  draws: Draws,
  visit: () => void,
): void {
  const { counts, patternOf } = mergeAlike(questions);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const draw = drawKinds(counts, seededRandom(draws.seed));
  const drawn = new Float64Array(counts.length);
  const tallies = questions.map(({ units }, question) => tally(patternOf[question], units.length));
  for (let resample = 0; resample < draws.resamples; resample++) {
    draw(drawn);
    for (let question = 0; question < questions.length; question++)
      tallies[question](drawn, total, histograms[question]);
    visit();
    draws.onDraw?.();
  }
}

interface Kinds {
  /** How many units are alike in all questions, per kind. */
  readonly counts: Float64Array;
  /** Per question and kind: the pattern. */
  readonly patternOf: readonly Int32Array[];
}

/** Units with the same patterns in all questions are one kind; kinds are ordered by pattern. */
function mergeAlike(questions: readonly PatternedUnits[]): Kinds {
  const size = questions.length === 0 ? 0 : questions[0].patternOf.length;
  let order = Int32Array.from({ length: size }, (_, unit) => unit);
  order = order.filter((unit) => questions.some(({ patternOf }) => patternOf[unit] >= 0));
  // Sorted by the last question first; each pass keeps the order of the one before.
  for (const { patternOf, units } of questions.toReversed()) {
    const starts = new Int32Array(units.length + 2);
    for (const unit of order) starts[patternOf[unit] + 2]++;
    for (let pattern = 1; pattern < starts.length; pattern++)
      starts[pattern] += starts[pattern - 1];
    const sorted = new Int32Array(order.length);
    for (const unit of order) sorted[starts[patternOf[unit] + 1]++] = unit;
    order = sorted;
  }
  const counts: number[] = [];
  const first: number[] = [];
  for (const unit of order) {
    const previous = first.at(-1);
    if (
      previous !== undefined &&
      questions.every(({ patternOf }) => patternOf[unit] === patternOf[previous])
    ) {
      counts[counts.length - 1]++;
    } else {
      first.push(unit);
      counts.push(1);
    }
  }
  return {
    counts: Float64Array.from(counts),
    patternOf: questions.map(({ patternOf }) => Int32Array.from(first, (unit) => patternOf[unit])),
  };
}

/**
 * Sums drawn kinds per pattern. The pattern with the most kinds gets the remainder, so with a rare
 * answer most kinds are never touched.
 */
function tally(
  patternOf: Int32Array,
  patterns: number,
): (drawn: Float64Array, total: number, histogram: Float64Array) => void {
  const lists: number[][] = Array.from({ length: patterns + 1 }, () => []);
  for (const [kind, pattern] of patternOf.entries())
    lists[pattern < 0 ? patterns : pattern].push(kind);
  const kinds = lists.map((list) => Int32Array.from(list));
  let largest = 0;
  for (let pattern = 1; pattern <= patterns; pattern++)
    if (kinds[pattern].length > kinds[largest].length) largest = pattern;
  return (drawn, total, histogram) => {
    let left = total;
    for (let pattern = 0; pattern <= patterns; pattern++) {
      if (pattern === largest) continue;
      const list = kinds[pattern];
      let sum = 0;
      for (let index = 0; index < list.length; index++) sum += drawn[list[index]];
      left -= sum;
      if (pattern < patterns) histogram[pattern] = sum;
    }
    if (largest < patterns) histogram[largest] = left;
  };
}
