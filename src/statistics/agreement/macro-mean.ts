import type { Resampled } from '../bootstrap.ts';
import type { Estimate } from '../estimate.ts';
import { hasValue, noValue, pointEstimate } from '../estimate.ts';

/**
 * Macro mean: the plain mean of a measure over several questions (or pairs of annotators), each
 * counting the same. Those without a value are left out and counted as `skipped`; `n` counts the
 * questions in the mean. None with a value: no value. An interval needs the questions resampled
 * together: see `bootstrapTogether`, {@link macroResampled} and `withResampledInterval`.
 * @example const estimate = (value) => ({ value, n: 100, skipped: 0, interval: null, method: '' });
 * macroMean([estimate(0.5), estimate(0.7), noValue('no-variance')]).value // 0.6
 */
export function macroMean(estimates: readonly Estimate[]): Estimate {
  const valued = estimates.filter(hasValue);
  const without = estimates.length - valued.length;
  if (estimates.length === 0) return noValue('nothing-to-average');
  if (valued.length === 0) return noValue('no-question-valued', 0, without);
  const value = valued.reduce((sum, estimate) => sum + estimate.value, 0) / valued.length;
  const leftOut = without === 0 ? '' : `; ${without} without a value left out`;
  const method = `no interval was asked for; mean over ${valued.length} questions${leftOut}`;
  return pointEstimate(value, valued.length, without, method);
}

/** What a macro mean is of, in words for its `method`. */
export function meanWords({ n, skipped }: Estimate): string {
  return `mean of ${n} questions${skipped === 0 ? '' : `, ${skipped} without a value left out`}`;
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
