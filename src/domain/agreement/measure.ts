import type { CodedText } from '../coded-text.ts';
import { codedText } from '../text-values.ts';

/** The names of agreement measures, as parsed, printed and used as keys; see `src/statistics/`. */
export const measureNames = [
  'percent_agreement',
  'positive_agreement',
  'negative_agreement',
  'cohen_kappa',
  'cohen_kappa_linear',
  'cohen_kappa_quadratic',
  'fleiss_kappa',
  'krippendorff_alpha',
  'gwet_ac1',
  'gwet_ac2',
  'brennan_prediger',
] as const;
export type MeasureName = (typeof measureNames)[number];

/**
 * How an interval is computed: Assay's own method, the large-sample formulas of other programs, or
 * resamples of the units.
 */
export const intervalMethods = ['jeffreys', 'gwet', 'bootstrap'] as const;
export type IntervalMethod = (typeof intervalMethods)[number];

/** The measure's name as a reader knows it. A number has the name of what it was computed with. */
export function measureText(measure: MeasureName): CodedText {
  return codedText(`measure-${measure}`);
}
