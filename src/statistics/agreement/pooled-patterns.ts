import type { RatingPatterns } from './rating-patterns.ts';

/**
 * All questions as one: every decision of a unit on a question becomes a unit of its own, so that a
 * measure of the result weighs frequent and rare answers of all questions alike. The questions must
 * share their categories.
 *
 * The decisions on one unit depend on each other, so an analytic interval would be too narrow.
 *
 * @example
 * const masks = { units: 2, annotators: 2, labels: 2, masks: Uint16Array.of(0b01, 0b11, 0b10, 0b10) };
 * fleissKappa(pooledPatterns(labelPatterns(masks))).value // 0.4666666666666667
 */
export function pooledPatterns(questions: readonly RatingPatterns[]): RatingPatterns {
  if (questions.length === 0) throw new RangeError('there are no questions to pool');
  const { categories } = questions[0];
  for (const question of questions) {
    if (question.categories !== categories) {
      throw new RangeError(
        `a question has ${question.categories} categories, expected ${categories} as the first`,
      );
    }
  }
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
  const stacked = new Int32Array(
    questions.reduce((sum, { patternOf }) => sum + patternOf.length, 0),
  );
  let place = 0;
  let start = 0;
  for (const { patternOf, units } of questions) {
    for (const pattern of patternOf) stacked[place++] = pattern < 0 ? -1 : start + pattern;
    start += units.length;
  }
  return stacked;
}
