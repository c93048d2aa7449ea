import type { DawidSkeneModel } from './dawid-skene-model.ts';
import {
  buildModel,
  startFromShares,
  updateParameters,
  updatePosterior,
} from './dawid-skene-model.ts';
import { allSteps } from '../all-steps.ts';
import { leadingCategory } from '../leading-category.ts';
import { unitRanges } from '../unit-ranges.ts';
import type { Votes } from '../votes.ts';
import { votesByUnit } from '../votes.ts';

/** How {@link dawidSkene} is run; every part has a default. */
export interface DawidSkeneOptions {
  /** `full`: a confusion matrix per annotator. `one-coin`: one accuracy, errors spread evenly. */
  readonly variant?: 'full' | 'one-coin';
  /** Per unit: the known answer, or −1. Known answers are fixed and inform the model. */
  readonly gold?: Int32Array;
  /** At most this many rounds; 100 by default. */
  readonly iterations?: number;
  /** Stop when the mean log likelihood per vote rises by less; 1e-7 by default, 0 never stops. */
  readonly tolerance?: number;
  /**
   * Called after every iteration with how many are done, of how many at most: large inputs take
   * seconds.
   */
  readonly step?: (done: number, total: number) => void;
}

/** What {@link dawidSkene} finds out. */
export interface DawidSkeneResult {
  /** Per unit: the most probable category; −1 without votes or when two are equal. */
  readonly answer: Int32Array;
  /** [unit, category]: probabilities; the class priors for a unit without votes. */
  readonly posterior: Float64Array;
  /** Per category: how frequent it is. */
  readonly prior: Float64Array;
  /** [annotator, true category, given answer]: rows sum to 1; uniform without votes. */
  readonly confusion: Float64Array;
  /** Per annotator: Σ prior(c) · confusion(c, c), the accuracy; null without votes. */
  readonly reliability: readonly (number | null)[];
  readonly iterations: number;
  /** False when the rounds ran out before the likelihood settled. */
  readonly converged: boolean;
  /** Log likelihood of all votes (known answers included) before the last update. */
  readonly logLikelihood: number;
}

/**
 * Dawid–Skene: estimates the true answers and, at the same time, how each annotator confuses the
 * categories. For many units judged by annotators of unequal reliability, with at least some tens
 * of votes per annotator. With few votes, use the one-coin variant or {@link majorityVote}. Runs of
 * one model are not independent, which the model assumes.
 *
 * Expectation–maximisation, starting from the share of votes per unit:
 *   prior(c) = mean over units of posterior(u, c)
 *   confusion(a, c, o) ∝ Σ of posterior(u, c) over a's votes for o, at least 1e-10; rows sum to 1
 *   posterior(u, c) ∝ prior(c) · Π over votes (a, o) on u of confusion(a, c, o)
 * The one-coin variant has skill(a), the mean posterior of a's answers, on the diagonal and (1 −
 * skill(a)) / (categories − 1) elsewhere.
 *
 * Units whose two best categories are equally probable (see {@link tieTolerance}) and units without
 * votes have no answer. One annotator alone is believed. Votes of weight 0 do not count; other
 * weights are ignored. Dawid and Skene 1979, https://doi.org/10.2307/2346806; one coin: Zhang et
 * al. 2016, https://jmlr.org/papers/v17/14-511.html
 * @example const rows = [[0, 0, 0], [0, 1, 0], [0, 2, 1], [1, 0, 1], [1, 1, 1], [1, 2, 1]];
 * dawidSkene(votesFrom(rows)).answer // [0, 1]
 */
export function dawidSkene(votes: Votes, options: DawidSkeneOptions = {}): DawidSkeneResult {
  return allSteps(dawidSkeneSteps(votes, options));
}

/** {@link dawidSkene} in steps of some milliseconds, for who has other work to do between them. */
export function* dawidSkeneSteps(
  votes: Votes,
  options: DawidSkeneOptions = {},
): Generator<void, DawidSkeneResult> {
  const { variant = 'full', gold = null, iterations = 100, tolerance = 1e-7 } = options;
  if (!(iterations >= 1)) throw new RangeError(`iterations is ${iterations}, expected at least 1`);
  if (gold !== null) checkGold(gold, votes);
  const grouped = votesByUnit(votes);
  yield;
  const model = buildModel(grouped, gold, variant);
  for (const { first, end } of unitRanges(grouped.units)) {
    startFromShares(model, first, end);
    yield;
  }
  let logLikelihood = -Infinity;
  let converged = false;
  let done = 0;
  while (done < iterations && !converged) {
    updateParameters(model);
    let next = 0;
    for (const { first, end } of unitRanges(grouped.units)) {
      next = updatePosterior(model, first, end, next);
      yield;
    }
    converged =
      tolerance > 0 && next - logLikelihood < tolerance * Math.max(1, grouped.answer.length);
    logLikelihood = next;
    done++;
    options.step?.(done, iterations);
  }
  updateParameters(model);
  return result(model, { iterations: done, converged, logLikelihood });
}

function checkGold(gold: Int32Array, votes: Votes): void {
  if (gold.length !== votes.units)
    throw new RangeError(`gold has ${gold.length} units, expected ${votes.units}`);
  for (let unit = 0; unit < gold.length; unit++) {
    if (gold[unit] >= -1 && gold[unit] < votes.categories) continue;
    throw new RangeError(
      `gold answer of unit ${unit} is ${gold[unit]}, expected -1 to ${votes.categories - 1}`,
    );
  }
}

function result(
  model: DawidSkeneModel,
  run: { readonly iterations: number; readonly converged: boolean; readonly logLikelihood: number },
): DawidSkeneResult {
  const { votes, gold, posterior, prior } = model;
  const { units, annotators, categories, offsets } = votes;
  const answer = new Int32Array(units);
  for (let unit = 0; unit < units; unit++) {
    const row = unit * categories;
    const known = gold === null ? -1 : gold[unit];
    if (known >= 0) posterior[row + known] = 1;
    else if (offsets[unit] === offsets[unit + 1]) posterior.set(prior, row);
    const rated = known >= 0 || offsets[unit] < offsets[unit + 1];
    answer[unit] = rated ? leadingCategory(posterior, row, row + categories) : -1;
  }
  const confusion = new Float64Array(model.confusion.length);
  const reliability: (number | null)[] = [];
  for (let annotator = 0; annotator < annotators; annotator++) {
    const start = annotator * categories * categories;
    let right = 0;
    for (let truth = 0; truth < categories; truth++) {
      for (let given = 0; given < categories; given++)
        confusion[start + truth * categories + given] =
          model.confusion[start + given * categories + truth];
      right += prior[truth] * confusion[start + truth * (categories + 1)];
    }
    reliability.push(model.votesOfAnnotator[annotator] === 0 ? null : right);
  }
  return { answer, posterior, prior, confusion, reliability, ...run };
}
