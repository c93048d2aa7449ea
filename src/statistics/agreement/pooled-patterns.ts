import type { RatingPatterns } from './rating-patterns.ts';

/**
 * All questions as one: every decision on a question becomes a unit, so a measure weighs frequent
 * and rare answers of all questions alike. The questions must share their categories. Decisions on
 * one unit depend on each other, so an analytic interval would be too narrow.
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
