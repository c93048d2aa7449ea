import type { Moments, Posterior } from '../beta-posterior.ts';
import type { RatingPatterns } from './rating-patterns.ts';

/**
 * All questions as one: every decision on a question becomes a unit, so a measure weighs frequent
 * and rare answers of all questions alike. The questions must share their categories. Decisions on
 * one unit depend on each other: see {@link pooledPosterior}.
 * @example const [yes, no] = [1, 0].map((code) => ratingsFromRows([[code, code]], [0, 1]));
 * fleissKappa(pooledPatterns([yes, no].map(ratingPatterns))).value // 1
 */
export function pooledPatterns(questions: readonly RatingPatterns[]): RatingPatterns {
  if (questions.length === 0) throw new RangeError('there are no questions to pool');
  const { categories } = questions[0];
  const other = questions.find((question) => question.categories !== categories);
  if (other !== undefined)
    throw new RangeError(
      `a question has ${other.categories} categories, expected ${categories} as the first`,
    );
  const offsets = [0];
  for (const question of questions) {
    const start = offsets[offsets.length - 1];
    for (let pattern = 1; pattern < question.offsets.length; pattern++)
      offsets.push(start + question.offsets[pattern]);
  }
  let patternOf: Int32Array | null = null;
  return {
    categories,
    offsets: Int32Array.from(offsets),
    category: Int32Array.from(questions.flatMap((question) => [...question.category])),
    count: Int32Array.from(questions.flatMap((question) => [...question.count])),
    units: Float64Array.from(questions.flatMap((question) => [...question.units])),
    unrated: questions.reduce((sum, question) => sum + question.unrated, 0),
    get patternOf() {
      patternOf ??= stackPatternOf(questions);
      return patternOf;
    },
  };
}

/**
 * The posterior of a measure of pooled decisions, its variance multiplied by how much more the
 * decisions on one unit vary together than apart (the design effect; Kish 1965, Survey sampling).
 */
export function pooledPosterior(
  posterior: Posterior,
  { patternOf }: Pick<RatingPatterns, 'patternOf'>,
  questions: number,
): Moments {
  const units = patternOf.length / questions;
  let [apart, together] = [0, 0];
  for (let unit = 0; unit < units; unit++) {
    let sum = 0;
    for (let question = 0; question < questions; question++) {
      const pattern = patternOf[question * units + unit];
      if (pattern < 0) continue;
      sum += posterior.influence[pattern];
      apart += posterior.influence[pattern] ** 2;
    }
    together += sum * sum;
  }
  const effect = apart > 0 ? together / apart : 1;
  const { mean, variance, skewness } = posterior;
  return { mean, variance: variance * effect, skewness };
}

function stackPatternOf(questions: readonly RatingPatterns[]): Int32Array {
  const size = questions.reduce((sum, { patternOf }) => sum + patternOf.length, 0);
  const stacked = new Int32Array(size);
  let place = 0;
  let start = 0;
  for (const { patternOf, units } of questions) {
    for (const pattern of patternOf) stacked[place++] = pattern < 0 ? -1 : start + pattern;
    start += units.length;
  }
  return stacked;
}
