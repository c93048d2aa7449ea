/** Few units that people judged, and many that only the model did. */
export interface PoweredSample {
  /** What people say of the units that they judged. */
  readonly human: readonly number[];
  /** What the model says of the same units, in the same order. */
  readonly model: readonly number[];
  /** What the model says of units that nobody judged. */
  readonly unjudged: readonly number[];
}

/** How a prediction-powered estimate is made. */
export interface PoweredOptions {
  /** How far the model is trusted, 0 to 1; chosen for the narrowest interval unless given. */
  readonly lambda?: number;
  /** 0.95 by default. */
  readonly confidence?: number;
}

/** What the width of an interval depends on. */
export interface PoweredMoments {
  readonly n: number;
  readonly unjudged: number;
  /** The variances of human and model judgments, and their covariance where both are known. */
  readonly human: number;
  readonly model: number;
  readonly covariance: number;
}

/** The moments of a sample that say how wide its interval is, and how wide others would be. */
export function poweredMoments({ human, model, unjudged }: PoweredSample): PoweredMoments {
  const all = [...model, ...unjudged];
  const spread = all.length > 1 ? (populationVariance(all) * all.length) / (all.length - 1) : 0;
  const [ofHuman, ofModel] = [populationMean(human), populationMean(model)];
  let covariance = 0;
  for (let at = 0; at < human.length; at++)
    covariance += (human[at] - ofHuman) * (model[at] - ofModel);
  return {
    n: human.length,
    unjudged: unjudged.length,
    human: populationVariance(human),
    model: spread,
    covariance: covariance / human.length,
  };
}

/** The λ of the narrowest interval. */
export function bestLambda({ n, unjudged, model, covariance }: PoweredMoments): number {
  if (unjudged === 0 || model === 0) return 0;
  return Math.min(1, Math.max(0, covariance / ((1 + n / unjudged) * model)));
}

/**
 * The mean of numbers; NaN of none.
 * @example populationMean([1, 2, 6]) // 3
 */
export function populationMean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/**
 * The variance of numbers that are the whole population: squares over n, not n − 1.
 * @example populationVariance([1, 2, 6]) // 4.667
 */
export function populationVariance(values: readonly number[]): number {
  const centre = populationMean(values);
  let squares = 0;
  for (const value of values) squares += (value - centre) ** 2;
  return squares / values.length;
}
