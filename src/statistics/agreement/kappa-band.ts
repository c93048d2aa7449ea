/** The bands of Landis and Koch, from worst to best. */
export const kappaBands = [
  'poor',
  'slight',
  'fair',
  'moderate',
  'substantial',
  'almost perfect',
] as const;

/** One of Landis and Koch's six words for a kappa. */
export type KappaBand = (typeof kappaBands)[number];

/**
 * Landis and Koch's word for a kappa: below 0 poor, up to 0.20 slight, up to 0.40 fair, up to 0.60
 * moderate, up to 0.80 substantial, above almost perfect. A convention, not a test: a kappa depends
 * on prevalence and on the number of categories. 1977, https://doi.org/10.2307/2529310
 * @example kappaBand(0.6) // 'moderate'
 */
export function kappaBand(kappa: number): KappaBand {
  if (!(kappa >= -1e9 && kappa <= 1))
    throw new RangeError(`kappa is ${kappa}, expected a number of at most 1`);
  if (kappa < 0) return 'poor';
  if (kappa <= 0.2) return 'slight';
  if (kappa <= 0.4) return 'fair';
  if (kappa <= 0.6) return 'moderate';
  return kappa <= 0.8 ? 'substantial' : 'almost perfect';
}
