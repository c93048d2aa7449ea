import type { Interval } from '../estimate.ts';
import { studentTQuantile } from '../student-t.ts';
import { scoreInterval } from '../wilson-interval.ts';
import { scoreThresholds } from './score-order.ts';
import type { ScoreThresholds } from './score-order.ts';

/** Two measures of how well scores tell positives from negatives. */
export interface ScoreMeasures {
  /** Area under the precision–recall curve as a step function; null without positives. */
  readonly averagePrecision: number | null;
  /** Area under the ROC curve; null without positives or negatives. */
  readonly auroc: number | null;
  readonly positives: number;
  readonly negatives: number;
}

/** Settings of {@link scoreMeasures}. */
export interface ScoreOptions {
  /** What each unit weighs; 1 unless given. */
  readonly weights?: Float64Array;
  /**
   * Each unit's influence on average precision (its weight times the derivative) is added here …
   */
  readonly apInfluence?: Float64Array;
  /** … and its influence on AUROC here, */
  readonly aurocInfluence?: Float64Array;
  /** at the place of its block; at its own place unless given. */
  readonly blockOf?: Int32Array;
}

/**
 * Average precision and AUROC of scores: how far true units have higher scores than others. AUROC
 * is the chance that a positive outscores a negative, ties counting half: 0.5 is chance. Average
 * precision is Σ (Rₙ − Rₙ₋₁)·Pₙ over the thresholds, ties in one step, as in scikit-learn; chance
 * is the prevalence. For rare labels read average precision: AUROC looks good too easily.
 *
 * The influences are those of the infinitesimal jackknife: the variance of a measure is the sum of
 * squares of its influences, added up within what belongs together. Fawcett 2006,
 * https://doi.org/10.1016/j.patrec.2005.10.010; Efron 1982, The Jackknife, chapter 6.
 * @example scoreMeasures(Uint8Array.of(1, 0, 1, 0), Float64Array.of(0.9, 0.8, 0.7, 0.1)) // { averagePrecision: 0.8333333333, auroc: 0.75 }
 */
export function scoreMeasures(
  truth: ArrayLike<number>,
  scores: Float64Array,
  options: ScoreOptions = {},
): ScoreMeasures {
  const { apInfluence, aurocInfluence } = options;
  const groups = thresholdGroups(truth, scores, options.weights);
  const { positives, negatives } = groups;
  const auroc = positives === 0 || negatives === 0 ? null : areaUnderRoc(groups);
  const averagePrecision = positives === 0 ? null : stepwiseArea(groups);
  const ap = averagePrecision === null ? null : precisionInfluence(groups, averagePrecision);
  const area = auroc === null ? null : areaInfluence(groups, auroc);
  spread(groups, truth, options, [
    ...(apInfluence !== undefined && ap !== null ? [{ ...ap, into: apInfluence }] : []),
    ...(aurocInfluence !== undefined && area !== null ? [{ ...area, into: aurocInfluence }] : []),
  ]);
  return { averagePrecision, auroc, positives, negatives };
}

/** What a measure of scores rests on. */
export interface ScoreBasis {
  /** Positives, and for AUROC no more than negatives: what could have been ranked wrong. */
  readonly chances: number;
  /** Degrees of freedom of the standard error. */
  readonly degrees: number;
}

/**
 * A 95 % interval for average precision or AUROC from its standard error, symmetric in log odds so
 * that it stays between 0 and 1, with Student's quantile: with five positives the standard error is
 * itself uncertain. At 0 and 1, nearer to them than one mistake in all chances, and without a
 * spread, it is Wilson's for so many chances. Null without a chance.
 * @example scoreMeasureInterval(0.8, 0.05, { chances: 100, degrees: 99 }) // [0.683, 0.881]
 */
export function scoreMeasureInterval(
  value: number,
  standardError: number,
  { chances, degrees }: ScoreBasis,
): Interval | null {
  if (!(chances >= 1)) return null;
  const t = studentTQuantile(0.975, Math.max(1, degrees));
  // Sums of weights miss 1 by their last digits.
  const end = Math.abs(value - Math.round(value)) < 1e-12 ? Math.round(value) : value;
  // With less than one mistake in all, the standard error says nothing of those that did not occur.
  const isNearEnd = Math.min(end, 1 - end) * chances < 1;
  if (isNearEnd || !(standardError > 0)) return scoreInterval(end, chances, t);
  const odds = Math.log(value / (1 - value));
  const half = (t * standardError) / (value * (1 - value));
  const share = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
  return [share(odds - half), share(odds + half)];
}

/** Units with the same score make one threshold; from the highest score to the lowest. */
interface ThresholdGroups extends ScoreThresholds {
  readonly positivesIn: Float64Array;
  readonly negativesIn: Float64Array;
  /** Up to and with the group. */
  readonly positivesTo: Float64Array;
  readonly negativesTo: Float64Array;
  readonly positives: number;
  readonly negatives: number;
}

function thresholdGroups(
  truth: ArrayLike<number>,
  scores: Float64Array,
  weights: Float64Array | undefined,
): ThresholdGroups {
  const { count, groupOf } = scoreThresholds(scores);
  const positivesIn = new Float64Array(count);
  const negativesIn = new Float64Array(count);
  for (let unit = 0; unit < groupOf.length; unit++) {
    const into = truth[unit] === 1 ? positivesIn : negativesIn;
    into[groupOf[unit]] += weights === undefined ? 1 : weights[unit];
  }
  const positivesTo = new Float64Array(count);
  const negativesTo = new Float64Array(count);
  let positives = 0;
  let negatives = 0;
  for (let group = 0; group < count; group++) {
    positivesTo[group] = positives += positivesIn[group];
    negativesTo[group] = negatives += negativesIn[group];
  }
  return {
    count,
    groupOf,
    positivesIn,
    negativesIn,
    positivesTo,
    negativesTo,
    positives,
    negatives,
  };
}

function areaUnderRoc(groups: ThresholdGroups): number {
  const { count, positivesIn, positivesTo, negativesIn, positives, negatives } = groups;
  let area = 0;
  for (let group = 0; group < count; group++)
    area += negativesIn[group] * (positivesTo[group] - positivesIn[group] / 2);
  return area / positives / negatives;
}

function stepwiseArea({ count, positivesIn, positivesTo, ...groups }: ThresholdGroups): number {
  let sum = 0;
  for (let group = 0; group < count; group++)
    if (positivesIn[group] > 0)
      sum +=
        (positivesIn[group] * positivesTo[group]) /
        (positivesTo[group] + groups.negativesTo[group]);
  return sum / groups.positives;
}

/** How much a positive and a negative of each threshold move a measure. */
interface Influence {
  readonly positiveAt: Float64Array;
  readonly negativeAt: Float64Array;
}

function areaInfluence(groups: ThresholdGroups, value: number): Influence {
  const { count, positives, negatives } = groups;
  const positiveAt = new Float64Array(count);
  const negativeAt = new Float64Array(count);
  for (let group = 0; group < count; group++) {
    const below = negatives - groups.negativesTo[group] + groups.negativesIn[group] / 2;
    const above = groups.positivesTo[group] - groups.positivesIn[group] / 2;
    positiveAt[group] = (below / negatives - value) / positives;
    negativeAt[group] = (above / positives - value) / negatives;
  }
  return { positiveAt, negativeAt };
}

function precisionInfluence(
  { count, positivesIn, positivesTo, negativesTo, positives }: ThresholdGroups,
  value: number,
): Influence {
  const positiveAt = new Float64Array(count);
  const negativeAt = new Float64Array(count);
  let perPredicted = 0;
  let perPredictedSquared = 0;
  for (let group = count - 1; group >= 0; group--) {
    const predicted = positivesTo[group] + negativesTo[group];
    perPredicted += positivesIn[group] / predicted;
    perPredictedSquared += (positivesIn[group] * positivesTo[group]) / (predicted * predicted);
    const precision = positivesTo[group] / predicted;
    negativeAt[group] = -perPredictedSquared / positives;
    positiveAt[group] = (precision + perPredicted - value - perPredictedSquared) / positives;
  }
  return { positiveAt, negativeAt };
}

function spread(
  { groupOf }: ThresholdGroups,
  truth: ArrayLike<number>,
  { weights, blockOf }: ScoreOptions,
  influences: readonly (Influence & { readonly into: Float64Array })[],
): void {
  for (const { positiveAt, negativeAt, into } of influences)
    for (let unit = 0; unit < groupOf.length; unit++) {
      const own = (truth[unit] === 1 ? positiveAt : negativeAt)[groupOf[unit]];
      const place = blockOf === undefined ? unit : blockOf[unit];
      into[place] += weights === undefined ? own : weights[unit] * own;
    }
}
