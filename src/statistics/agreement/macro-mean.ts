import type { Moments, Posterior } from '../beta-posterior.ts';
import type { PatternedUnits, Resampled } from '../bootstrap.ts';
import type { Estimate } from '../estimate.ts';
import { hasValue, noValue, pointEstimate } from '../estimate.ts';
import { reason } from '../reason.ts';

/**
 * Macro mean: the plain mean of a measure over several questions (or pairs of annotators), each
 * counting the same. Those without a value are left out and counted as `skipped`; `n` counts the
 * questions in the mean. None with a value: no value. An interval needs the questions
 * together: see {@link meanPosterior}, or `bootstrapTogether` and {@link macroResampled}.
 * @example const estimate = (value) => ({ value, n: 100, skipped: 0, interval: null });
 * macroMean([estimate(0.5), estimate(0.7), noValue('no-variance')]).value // 0.6
 */
export function macroMean(estimates: readonly Estimate[]): Estimate {
  const valued = estimates.filter(hasValue);
  const without = estimates.length - valued.length;
  if (estimates.length === 0) return noValue('nothing-to-average');
  if (valued.length === 0) return noValue('no-question-valued', 0, without);
  const value = valued.reduce((sum, estimate) => sum + estimate.value, 0) / valued.length;
  const left = without === 0 ? '' : reason('questions-left-out', { without });
  const over = reason('mean-of-questions', { count: valued.length, left });
  return { ...pointEstimate(value, valued.length, without, 'no-interval-asked'), over };
}

/** A question in a macro mean: its value, its posterior, and the pattern of every unit. */
export interface MeanPart {
  readonly value: number;
  readonly posterior: Posterior;
  readonly patterns: PatternedUnits;
}

/**
 * The posterior of a macro mean. Answers to several questions about one unit depend on each other,
 * so their variances do not simply add up: each unit's influences on all questions are summed
 * first, those on a question scaled to its posterior variance. A question on which all units have
 * the same influence counts as independent.
 *
 * What the prior adds to a question is small beside that question's spread, but it has one sign
 * everywhere and does not average out; neither does the bias of the values. The truth lies between
 * the mean posterior and the mean value less its bias: the centre is halfway, and half the distance
 * is one more standard deviation. Skewness as if questions were independent.
 */
export function meanPosterior(parts: readonly MeanPart[]): Moments {
  const count = parts.length;
  if (parts.some(({ patterns }) => patterns.patternOf.length === 0))
    throw new RangeError('a mean over questions needs to know which unit shows which pattern');
  const sums = new Float64Array(parts[0].patterns.patternOf.length);
  let [believed, corrected, together, cubes] = [0, 0, 0, 0];
  for (const { value, posterior, patterns } of parts) {
    believed += posterior.mean / count;
    corrected += (value - posterior.bias) / count;
    cubes += posterior.skewness * posterior.variance ** 1.5;
    let squares = 0;
    for (let pattern = 0; pattern < patterns.units.length; pattern++)
      squares += patterns.units[pattern] * posterior.influence[pattern] ** 2;
    if (!(squares > 0)) {
      together += posterior.variance;
      continue;
    }
    const scale = Math.sqrt(posterior.variance / squares);
    const own = posterior.influence.map((influence) => scale * influence);
    const { patternOf } = patterns;
    for (let unit = 0; unit < sums.length; unit++)
      if (patternOf[unit] >= 0) sums[unit] += own[patternOf[unit]];
  }
  for (const sum of sums) together += sum * sum;
  const variance = together / count ** 2;
  const between = (Math.min(1, corrected) - believed) / 2;
  return {
    mean: believed + between,
    variance: variance + between ** 2,
    skewness: variance > 0 ? cubes / count ** 3 / variance ** 1.5 : 0,
  };
}

/** The macro mean in every resample, over the questions that have a value there. */
export function macroResampled(questions: readonly Resampled[]): Resampled {
  const resamples = questions.length === 0 ? 0 : questions[0].length;
  return Array.from({ length: resamples }, (_, resample) => {
    let sum = 0;
    let count = 0;
    for (const question of questions) {
      const value = question[resample];
      if (value === null) continue;
      sum += value;
      count++;
    }
    return count === 0 ? null : sum / count;
  });
}
