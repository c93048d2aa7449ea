import type { SummedMeasures } from './summed-measures.ts';

/**
 * The same measures with every block counted `weights` times: 1 over its chance to be drawn gives
 * Horvitz and Thompson's totals, and their ratios the means over all that could have been drawn
 * (1952, https://doi.org/10.1080/01621459.1952.10483446). A share of weighted blocks is no share of
 * independent things any more, so that its interval is resampled.
 */
export function weightedMeasures(
  { sums, measures }: SummedMeasures,
  weights: Float64Array,
): SummedMeasures {
  const { blocks, columns } = sums;
  const scaled = sums.sums.map((value, at) => value * weights[Math.floor(at / columns)]!);
  return {
    sums: { blocks, columns, sums: scaled },
    measures: measures.map(({ share: _, ...measure }) => measure),
  };
}
