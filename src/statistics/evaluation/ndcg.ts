import type { JudgedRanking } from './judged-ranking.ts';

/**
 * What a grade is worth: the grade itself (`linear`, as trec_eval), 2^grade − 1 (`exponential`, as
 * gdeval and most learning-to-rank programs), 1 from a grade on, or a table; a grade that is not in
 * the table is worth itself.
 */
export type Gain =
  | 'linear'
  | 'exponential'
  | { readonly from: number }
  | ReadonlyMap<number, number>;

/** Settings of {@link ndcg}. */
export interface NdcgOptions {
  /** Ranks that are looked at; all unless given. */
  readonly cutoff?: number;
  readonly gain?: Gain;
}

/**
 * Normalised discounted cumulative gain (nDCG): how much of the gain of the best possible ranking
 * the first documents bring, when a document's gain is worth less the lower it stands. 1 is the
 * best possible order. The measure for graded relevance.
 *
 * Σ_r gain(r) / log₂(r + 1), divided by the same sum over all judged documents in the order of
 * falling gain, both up to the cutoff. Unjudged documents and negative grades gain nothing. The
 * relevance level has no influence. When the ideal is 0 there is no value: the caller skips the
 * query; the function then gives 0, as trec_eval prints it. Järvelin and Kekäläinen 2002,
 * https://doi.org/10.1145/582415.582418; exponential gain: Burges et al. 2005,
 * https://doi.org/10.1145/1102351.1102363
 * @example
 * ndcg(judgedRanking([0, 2, 1], [2, 1, 0])) // 0.670
 * ndcg(judgedRanking([0, 2, 1], [2, 1, 0]), { cutoff: 2, gain: 'exponential' }) // 0.521
 */
export function ndcg(ranking: JudgedRanking, options: NdcgOptions = {}): number {
  const ideal = idealDcg(ranking, options);
  return ideal > 0 ? dcg(ranking, options) / ideal : 0;
}

/** Discounted cumulative gain, not normalised; see {@link ndcg}. */
export function dcg(ranking: JudgedRanking, options: NdcgOptions = {}): number {
  const { grades } = ranking;
  const end = Math.min(options.cutoff ?? Infinity, grades.length);
  const gainOf = gainFunction(options.gain ?? 'linear');
  let sum = 0;
  for (let rank = 0; rank < end; rank++) {
    if (grades[rank] < 0) continue;
    const gain = gainOf(grades[rank]);
    if (gain !== 0) sum += gain / discount(rank);
  }
  return sum;
}

/** The discounted cumulative gain of the best possible order; see {@link ndcg}. */
export function idealDcg(ranking: JudgedRanking, options: NdcgOptions = {}): number {
  const { cutoff = Infinity, gain = 'linear' } = options;
  let sum = 0;
  let rank = 0;
  for (const { gain: worth, count } of idealGains(ranking, gain))
    for (let left = count; left > 0 && rank < cutoff; left--) sum += worth / discount(rank++);
  return sum;
}

/** Grades that are worth the same, and how many judged documents have them. */
export interface GainLevel {
  readonly gain: number;
  readonly count: number;
}

/** The positive gains of the judged documents, the highest first. */
export function idealGains({ levels }: JudgedRanking, gain: Gain): readonly GainLevel[] {
  const gainOf = gainFunction(gain);
  const found: GainLevel[] = [];
  for (let grade = levels.length - 1; grade >= 0; grade--)
    if (levels[grade] > 0) found.push({ gain: gainOf(grade), count: levels[grade] });
  const positive = found.filter((level) => level.gain > 0);
  return gain instanceof Map ? positive.toSorted((a, b) => b.gain - a.gain) : positive;
}

/** What each grade is worth. */
export function gainFunction(gain: Gain): (grade: number) => number {
  if (gain === 'linear') return (grade) => grade;
  if (gain === 'exponential') return (grade) => 2 ** grade - 1;
  if ('from' in gain) return (grade) => (grade >= gain.from ? 1 : 0);
  return (grade) => gain.get(grade) ?? grade;
}

/** What a gain is divided by at a rank, counted from 0: the base-2 logarithm of the rank plus 2. */
export function discount(rank: number): number {
  if (rank < discounts.length) return discounts[rank];
  return Math.log2(rank + 2);
}

const discounts = Float64Array.from({ length: 4096 }, (_, rank) => Math.log2(rank + 2));
