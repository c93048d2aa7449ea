import type { Estimate } from '../../statistics/estimate.ts';

/**
 * What a bar's line spans, so that nothing lies beyond its end: from `least` to 1, or from the
 * tenth below the lowest end of an interval. An interval that starts at −0.12 gives [−0.2, 1].
 */
export function barRange(estimates: readonly Estimate[], least: number): readonly [number, number] {
  const ends = estimates.flatMap((estimate) =>
    estimate.value === null ? [] : [estimate.interval?.[0] ?? estimate.value, estimate.value],
  );
  return [Math.floor(Math.min(least, ...ends) * 10) / 10 + 0, 1];
}
