/**
 * A measure as a function of units per pattern, or `null` without a value; the bootstrap evaluates
 * it repeatedly. It may reuse its memory, so it is not reentrant.
 */
export type PatternStatistic = (units: Float64Array) => number | null;
