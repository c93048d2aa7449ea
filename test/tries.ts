/** Whether tests take the time that they need, with `ASSAY_THOROUGH=1`. */
export const isThorough = process.env['ASSAY_THOROUGH'] !== undefined;

/**
 * How often a property is tried with random values: as often as a usual run can afford, and twenty
 * times as often with `ASSAY_THOROUGH=1`.
 */
export function tries(usual: number): number {
  return isThorough ? usual * 20 : usual;
}
