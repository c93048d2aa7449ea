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

/** The measure's name as a reader knows it. */
export const measureTitles: Readonly<Record<MeasureName, string>> = {
  percent_agreement: 'Percent agreement',
  positive_agreement: 'Positive agreement',
  negative_agreement: 'Negative agreement',
  cohen_kappa: 'Cohen’s κ',
  cohen_kappa_linear: 'Cohen’s κ, linear weights',
  cohen_kappa_quadratic: 'Cohen’s κ, quadratic weights',
  fleiss_kappa: 'Fleiss’ κ',
  krippendorff_alpha: 'Krippendorff’s α',
  gwet_ac1: 'Gwet’s AC1',
  gwet_ac2: 'Gwet’s AC2',
  brennan_prediger: 'Brennan–Prediger',
};
