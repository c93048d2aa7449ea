/**
 * A measure as a function of units per pattern, or `null` without a value; intervals evaluate it
 * repeatedly. It may reuse its memory, so it is not reentrant.
 */
export interface PatternStatistic {
  (units: Float64Array): number | null;
  /**
   * The derivatives by the units of each pattern, times the units; only where they are much faster
   * than a small step per pattern.
   */
  readonly slopes?: (units: Float64Array) => Float64Array;
  /**
   * The values with so many more units of each pattern in turn; only where that is much faster than
   * a look at all patterns for each.
   */
  readonly stepped?: (units: Float64Array, more: number) => Float64Array;
}
