import type { RatingCodes, Ratings } from '../agreement/ratings.ts';
import { reason } from '../reason.ts';
import type { Reason } from '../reason.ts';
import { studentTCdf } from '../student-t.ts';
import { benjaminiYekutieli } from './benjamini-yekutieli.ts';

/** How an answer is scored against the answers of the other people on the unit. */
export type AnnotatorScoring =
  /** The share of the others who gave the same answer. */
  | 'accuracy'
  /** Minus the root of the mean squared distance, for answers that are these numbers. */
  | { readonly values: readonly number[] };

/** What the test takes for granted. */
export interface AlternativeAnnotatorOptions {
  /** What a person costs more than the judge, as a margin: 0.2 for experts, 0.1 for a crowd. */
  readonly epsilon: number;
  readonly scoring?: AnnotatorScoring;
  /** The share of wrong rejections to allow: 0.05 by default. */
  readonly q?: number;
  /** Units with answers of fewer people are dropped: 2 by default. */
  readonly leastPeople?: number;
  /** People with fewer of the remaining units are skipped: 30 by default. */
  readonly leastUnits?: number;
}

/** The judge beside one person, both measured against everybody else. */
export interface AnnotatorComparison {
  /** The person's column. */
  readonly annotator: number;
  readonly n: number;
  /** The share of units on which the judge is at least as close to the others as the person. */
  readonly judgeAdvantage: number;
  /** The share of units on which the person is at least as close to the others as the judge. */
  readonly personAdvantage: number;
  /** Small when the person's advantage is less than ε above the judge's; null without spread. */
  readonly pValue: number | null;
  /** Whether the judge may be said to be as good as the person, after the correction. */
  readonly rejected: boolean;
}

/** The result of the test; without a winning rate, why. */
export interface AlternativeAnnotatorTest {
  /** ω: the share of people that the judge is as good as; from ½ on it may stand in for one. */
  readonly winningRate: number | null;
  /** ρ: the mean over people of `judgeAdvantage`. */
  readonly advantageProbability: number | null;
  readonly comparisons: readonly AnnotatorComparison[];
  /** People with too few units, and how many they have. */
  readonly skipped: readonly { readonly annotator: number; readonly n: number }[];
  /** Units that people judged and that are not used. */
  readonly dropped: number;
  readonly why?: Reason;
}

/**
 * Alternative annotator test: whether a judge (a model) may stand in for one of the people. Each
 * person in turn is left out; who is closer to the remaining people, the judge or the one left out?
 * The judge wins against a person when it is not worse by ε or more. Needs at least two people per
 * unit, three to be convincing, and thirty units per person.
 *
 * Per unit i of person j: Wᶠ = [S(judge) ≥ S(person)], Wʰ = [S(person) ≥ S(judge)], with S the
 * score against the other people. One-sided one-sample t-test of mean(Wʰ − Wᶠ) < ε per person,
 * Benjamini–Yekutieli over the people, ω = rejected / people, ρ = mean of mean(Wᶠ). Calderon,
 * Reichart and Dror 2025, https://doi.org/10.48550/arXiv.2501.10970
 *
 * Where all differences are the same the t-test has its limit: p is 0 below ε and 1 above it; at
 * ε, or with one unit, there is none, and the person is not won. No person with enough units: no
 * value.
 * @example const people = ratingsFromRows(Array(40).fill([0, 0, 0]), [0, 1]);
 * alternativeAnnotatorTest(people, new Int8Array(40), { epsilon: 0.1 }).winningRate // 1
 */
export function alternativeAnnotatorTest(
  people: Ratings,
  judge: RatingCodes,
  options: AlternativeAnnotatorOptions,
): AlternativeAnnotatorTest {
  const { epsilon, scoring = 'accuracy', q = 0.05, leastPeople = 2, leastUnits = 30 } = options;
  const used = usedUnits(people, judge, leastPeople);
  const found = Array.from({ length: people.annotators }, (_, annotator) =>
    compare(people, judge, used.units, annotator, scoring, epsilon),
  );
  const skipped = found
    .filter((one) => one.n < leastUnits)
    .map(({ annotator, n }) => ({ annotator, n }));
  const kept = found.filter((one) => one.n >= leastUnits && one.n > 0);
  const common = { skipped, dropped: used.dropped };
  if (kept.length === 0) {
    const most = found.reduce((max, one) => Math.max(max, one.n), 0);
    const why = reason('alt-test-few', { most, least: leastUnits, people: leastPeople });
    return {
      ...common,
      winningRate: null,
      advantageProbability: null,
      comparisons: [],
      why: people.annotators < 2 ? reason('alt-test-people', { count: people.annotators }) : why,
    };
  }
  const rejected = benjaminiYekutieli(
    kept.map((one) => one.pValue ?? 1),
    q,
  );
  const comparisons = kept.map((one, at) => ({ ...one, rejected: rejected.includes(at) }));
  return {
    ...common,
    winningRate: rejected.length / kept.length,
    advantageProbability: mean(kept.map((one) => one.judgeAdvantage)),
    comparisons,
  };
}

function usedUnits(
  people: Ratings,
  judge: RatingCodes,
  leastPeople: number,
): { readonly units: readonly number[]; readonly dropped: number } {
  const units: number[] = [];
  let judged = 0;
  for (let unit = 0; unit < people.units; unit++) {
    let count = 0;
    for (let at = 0; at < people.annotators; at++)
      if (people.codes[unit * people.annotators + at] >= 0) count++;
    if (count > 0) judged++;
    // Alone, a person has nobody to be compared with.
    if (count >= Math.max(2, leastPeople) && judge[unit] >= 0) units.push(unit);
  }
  return { units, dropped: judged - units.length };
}

function compare(
  people: Ratings,
  judge: RatingCodes,
  units: readonly number[],
  annotator: number,
  scoring: AnnotatorScoring,
  epsilon: number,
): Omit<AnnotatorComparison, 'rejected'> {
  const score = scoring === 'accuracy' ? matches : closeness(scoring.values);
  let [n, forJudge, forPerson] = [0, 0, 0];
  for (const unit of units) {
    const start = unit * people.annotators;
    const own = people.codes[start + annotator];
    if (own < 0) continue;
    const others: number[] = [];
    for (let at = 0; at < people.annotators; at++)
      if (at !== annotator && people.codes[start + at] >= 0) others.push(people.codes[start + at]);
    const ofJudge = score(judge[unit], others);
    const ofPerson = score(own, others);
    n++;
    if (ofJudge >= ofPerson) forJudge++;
    if (ofPerson >= ofJudge) forPerson++;
  }
  return {
    annotator,
    n,
    judgeAdvantage: n === 0 ? 0 : forJudge / n,
    personAdvantage: n === 0 ? 0 : forPerson / n,
    // On every unit at least one of the two is as close as the other.
    pValue: lessThan({ n, above: n - forJudge, below: n - forPerson }, epsilon),
  };
}

function matches(answer: number, others: readonly number[]): number {
  return mean(others.map((other) => (other === answer ? 1 : 0)));
}

function closeness(
  values: readonly number[],
): (answer: number, others: readonly number[]) => number {
  return (answer, others) =>
    -Math.sqrt(mean(others.map((other) => (values[answer] - values[other]) ** 2)));
}

/**
 * The p-value of the one-sided t-test that the mean of n differences of 1 (above), −1 (below) and 0
 * is less than a bound; from counts, so that the order of units has no influence.
 */
function lessThan(
  { n, above, below }: { readonly n: number; readonly above: number; readonly below: number },
  bound: number,
): number | null {
  if (n < 2) return null;
  const centre = (above - below) / n;
  const same = n - above - below;
  const squares = above * (1 - centre) ** 2 + below * (1 + centre) ** 2 + same * centre ** 2;
  const error = Math.sqrt(squares / (n - 1) / n);
  if (error > 0) return studentTCdf((centre - bound) / error, n - 1);
  if (centre === bound) return null;
  return centre < bound ? 0 : 1;
}

function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
