/**
 * A measure as a function of how many units show each pattern, or `null` where it has no value:
 * what the bootstrap evaluates again and again. It may reuse its own memory, so it is not to be
 * called from two places at once.
 */
export type PatternStatistic = (units: Float64Array) => number | null;
