import type { AgreementOptions } from './chance-corrected.ts';
import { noPairs } from './chance-corrected.ts';
import type { Estimate } from '../estimate.ts';
import { noValue, pointEstimate } from '../estimate.ts';
import type { Ratings } from './ratings.ts';
import { reason } from '../reason.ts';
import { studentTInterval } from '../student-t.ts';
import type { AgreementWeights } from './weights.ts';
import { identityWeights } from './weights.ts';

/**
 * Conger's kappa: Cohen's kappa for more than two annotators. Chance is two different annotators
 * answering independently, each by their own habits (Fleiss' kappa pools the habits of all). For a
 * fixed panel that rates all or most units.
 *
 * (pₐ − pₑ) / (1 − pₑ), pₐ as in `percentAgreement`, pₑ the mean over pairs of different annotators
 * of Σ wₖₗ p_gk p_hl, p_gk how often annotator g gave category k. Conger 1980,
 * https://doi.org/10.1037/0033-2909.88.2.322. Interval by the linearised variance with t(n − 1),
 * upper bound at most 1; Gwet 2014, Handbook of inter-rater reliability. A unit with one answer
 * counts for the habits only; annotators without answers are left out. One annotator, or all
 * answers the same: no value.
 * @example const ratings = ratingsFromRows([[0, 0, 0], [0, 1, 0], [1, 1, 1]], [0, 1]);
 * congerKappa(ratings).value // 0.5714285714285714
 */
export function congerKappa(
  ratings: Ratings,
  options: Omit<AgreementOptions, 'interval'> = {},
): Estimate {
  const weights = options.weights ?? identityWeights(ratings.categories);
  const habits = findHabits(ratings, weights);
  const own = ownDisagreements(ratings, weights);
  const { rated, pairable } = own;
  const skipped = ratings.units - pairable;
  if (pairable === 0) return noValue(noPairs(rated), 0, skipped);
  if (!(habits.chance > 0)) return noValue('no-variance', pairable, skipped);
  const value = 1 - own.mean / habits.chance;
  if (rated < 2) return pointEstimate(value, pairable, skipped, 'no-interval-one-unit');
  let squares = 0;
  for (let unit = 0; unit < ratings.units; unit++) {
    if (own.raters[unit] === 0) continue;
    let surplus = 0;
    for (let annotator = 0; annotator < ratings.annotators; annotator++) {
      const code = ratings.codes[unit * ratings.annotators + annotator];
      if (code >= 0) surplus += habits.influence[annotator][code];
    }
    const ownValue =
      own.raters[unit] >= 2 ? (rated / pairable) * (1 - own.disagreement[unit] / habits.chance) : 0;
    squares += (ownValue - value + (2 * (1 - value) * rated * surplus) / habits.chance) ** 2;
  }
  const standardError = Math.sqrt(squares / (rated * (rated - 1)));
  const interval = studentTInterval(value, standardError, rated - 1, options.confidence ?? 0.95);
  return { value, n: pairable, skipped, interval, method: reason('interval-gwet') };
}

interface Habits {
  /** Chance disagreement. */
  readonly chance: number;
  /** Per annotator and category: an answer's share of chance disagreement, less the mean. */
  readonly influence: readonly Float64Array[];
}

function findHabits(ratings: Ratings, weights: AgreementWeights): Habits {
  const answered = new Float64Array(ratings.annotators);
  const shares = Array.from(answered, () => new Float64Array(ratings.categories));
  for (let index = 0; index < ratings.codes.length; index++) {
    if (ratings.codes[index] < 0) continue;
    answered[index % ratings.annotators]++;
    shares[index % ratings.annotators][ratings.codes[index]]++;
  }
  const pooled = new Float64Array(ratings.categories);
  let active = 0;
  for (let annotator = 0; annotator < ratings.annotators; annotator++) {
    if (answered[annotator] === 0) continue;
    active++;
    for (let category = 0; category < pooled.length; category++) {
      shares[annotator][category] /= answered[annotator];
      pooled[category] += shares[annotator][category];
    }
  }
  const pairs = active * (active - 1);
  let chance = 0;
  const influence = shares.map((own, annotator) => {
    const others = pooled.map((share, category) => share - own[category]);
    const byFirst = weights.expectedByFirst(others);
    const bySecond = weights.expectedBySecond(others);
    const met = byFirst.map((value, category) => (value + bySecond[category]) / 2);
    const mean = met.reduce((sum, value, category) => sum + own[category] * value, 0);
    chance += mean / pairs;
    return met.map((value) => (value - mean) / (pairs * answered[annotator]));
  });
  return { chance, influence };
}

interface OwnDisagreements {
  readonly raters: Int32Array;
  readonly disagreement: Float64Array;
  readonly mean: number;
  readonly rated: number;
  readonly pairable: number;
}

function ownDisagreements(
  { units, annotators, codes }: Ratings,
  weights: AgreementWeights,
): OwnDisagreements {
  const raters = new Int32Array(units);
  const disagreement = new Float64Array(units);
  let rated = 0;
  let pairable = 0;
  let total = 0;
  for (let unit = 0; unit < units; unit++) {
    const answers = codes
      .subarray(unit * annotators, (unit + 1) * annotators)
      .filter((code) => code >= 0);
    raters[unit] = answers.length;
    if (answers.length > 0) rated++;
    if (answers.length < 2) continue;
    let sum = 0;
    for (const first of answers)
      for (const second of answers) sum += weights.disagreement(first, second);
    disagreement[unit] = sum / (answers.length * (answers.length - 1));
    total += disagreement[unit];
    pairable++;
  }
  return { raters, disagreement, mean: total / pairable, rated, pairable };
}
