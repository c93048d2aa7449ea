import { digamma } from '../digamma.ts';
import type { VotesByUnit } from '../votes.ts';

/** Variational Bayes, or expectation–maximisation. */
export type MaceVariant = 'variational' | 'em';

/** What {@link mace} believes about the annotators. */
export interface MaceParameters {
  /** [annotator, 2]: the chance of guessing, the chance of knowing. */
  readonly guessKnow: Float64Array;
  /** [annotator, category]: what the annotator answers when guessing. */
  readonly strategy: Float64Array;
}

/** The working state of {@link mace}. Tables are [annotator, given answer]. */
export interface MaceModel {
  readonly votes: VotesByUnit;
  readonly variant: MaceVariant;
  readonly parameters: MaceParameters;
  readonly votesOfAnnotator: Int32Array;
  /** Per vote: the index of its annotator and answer in the tables. */
  readonly cell: Int32Array;
  readonly votesOfCell: Float64Array;
  /** The chance of this answer by guessing. */
  readonly guessed: Float64Array;
  /** How many times likelier the answer is when it is the truth: (guessed + know) / guessed. */
  readonly gain: Float64Array;
  readonly logGuessed: Float64Array;
  readonly logGain: Float64Array;
  /** Sum, over the votes of a cell, of the probability that the answer is the truth. */
  readonly believed: Float64Array;
  readonly posterior: Float64Array;
}

/** Empty tables for these votes. */
export function buildMaceModel(votes: VotesByUnit, variant: MaceVariant): MaceModel {
  const { units, annotators, categories } = votes;
  const table = (): Float64Array => new Float64Array(annotators * categories);
  const cell = new Int32Array(votes.answer.length);
  const votesOfCell = table();
  const votesOfAnnotator = new Int32Array(annotators);
  for (let vote = 0; vote < cell.length; vote++) {
    cell[vote] = votes.annotator[vote] * categories + votes.answer[vote];
    votesOfCell[cell[vote]]++;
    votesOfAnnotator[votes.annotator[vote]]++;
  }
  return {
    votes,
    variant,
    votesOfAnnotator,
    cell,
    votesOfCell,
    parameters: { guessKnow: new Float64Array(annotators * 2), strategy: table() },
    guessed: table(),
    gain: table(),
    logGuessed: table(),
    logGain: table(),
    believed: table(),
    posterior: new Float64Array(units * categories),
  };
}

/** Expectation begins with tables for the parameters in use. */
export function beginMacePosterior(model: MaceModel): void {
  fillTables(model);
  model.believed.fill(0);
}

/**
 * Expectation in one pass over the votes on some units; returns the log likelihood of the
 * parameters in use, added to that of the units before.
 */
export function updateMacePosterior(
  model: MaceModel,
  first: number,
  end: number,
  before: number,
): number {
  const { offsets } = model.votes;
  let logLikelihood = before;
  for (let unit = first; unit < end; unit++) {
    const size = offsets[unit + 1] - offsets[unit];
    if (size === 0) continue;
    logLikelihood +=
      size <= safeProduct ? posteriorByProduct(model, unit) : posteriorByLogarithm(model, unit);
    countUnit(model, unit);
  }
  return logLikelihood;
}

/** Maximisation: the expected number of times each annotator knew, and guessed what. */
export function updateMaceParameters(model: MaceModel): void {
  const { variant, votesOfCell, gain, believed } = model;
  const { annotators, categories } = model.votes;
  const { guessKnow, strategy } = model.parameters;
  const guesses = new Float64Array(categories);
  const pair = new Float64Array(2);
  for (let annotator = 0; annotator < annotators; annotator++) {
    const start = annotator * categories;
    pair.fill(0);
    for (let category = 0; category < categories; category++) {
      const index = start + category;
      // know / (guessed + know), the chance of having known when the answer is the truth
      const known = believed[index] * (1 - 1 / gain[index]);
      guesses[category] = votesOfCell[index] - known;
      pair[0] += guesses[category];
      pair[1] += known;
    }
    if (variant === 'em') {
      divideBySum(pair, emSmoothing / categories, guessKnow, annotator * 2);
      divideBySum(guesses, emSmoothing / categories, strategy, start);
    } else {
      expectedLogarithm(pair, knowPrior, guessKnow, annotator * 2);
      expectedLogarithm(guesses, strategyPrior, strategy, start);
    }
  }
}

const emSmoothing = 0.01;
const knowPrior = 0.5;
const strategyPrior = 10;

/** With smoothing, factors stay in 1e-18 … 1e18, so this many fit into a double. */
const safeProduct = 12;

function fillTables({ votes, parameters, guessed, gain, logGuessed, logGain }: MaceModel): void {
  const { annotators, categories } = votes;
  for (let annotator = 0; annotator < annotators; annotator++) {
    const guess = parameters.guessKnow[annotator * 2];
    const know = parameters.guessKnow[annotator * 2 + 1];
    for (let index = annotator * categories; index < (annotator + 1) * categories; index++) {
      guessed[index] = guess * parameters.strategy[index];
      gain[index] = (guessed[index] + know) / guessed[index];
      logGuessed[index] = Math.log(guessed[index]);
      logGain[index] = Math.log(gain[index]);
    }
  }
}

function countUnit({ votes, cell, posterior, believed }: MaceModel, unit: number): void {
  const { categories, offsets, answer } = votes;
  const row = unit * categories;
  for (let vote = offsets[unit]; vote < offsets[unit + 1]; vote++)
    believed[cell[vote]] += posterior[row + answer[vote]];
}

function posteriorByProduct(
  { votes, cell, posterior, guessed, gain }: MaceModel,
  unit: number,
): number {
  const { categories, offsets, answer } = votes;
  const row = unit * categories;
  let base = 1;
  for (let category = 0; category < categories; category++) posterior[row + category] = 1;
  for (let vote = offsets[unit]; vote < offsets[unit + 1]; vote++) {
    base *= guessed[cell[vote]];
    posterior[row + answer[vote]] *= gain[cell[vote]];
  }
  let sum = 0;
  for (let category = 0; category < categories; category++) sum += posterior[row + category];
  for (let category = 0; category < categories; category++) posterior[row + category] /= sum;
  return Math.log((base * sum) / categories);
}

/** The same for units with many votes, where a product of probabilities would vanish. */
function posteriorByLogarithm(
  { votes, cell, posterior, logGuessed, logGain }: MaceModel,
  unit: number,
): number {
  const { categories, offsets, answer } = votes;
  const row = unit * categories;
  let base = -Math.log(categories);
  posterior.fill(0, row, row + categories);
  for (let vote = offsets[unit]; vote < offsets[unit + 1]; vote++) {
    base += logGuessed[cell[vote]];
    posterior[row + answer[vote]] += logGain[cell[vote]];
  }
  let largest = 0;
  for (let category = 0; category < categories; category++)
    largest = Math.max(largest, posterior[row + category]);
  let sum = 0;
  for (let category = 0; category < categories; category++)
    sum += posterior[row + category] = Math.exp(posterior[row + category] - largest);
  for (let category = 0; category < categories; category++) posterior[row + category] /= sum;
  return base + largest + Math.log(sum);
}

function divideBySum(
  counts: Float64Array,
  smoothing: number,
  into: Float64Array,
  at: number,
): void {
  let sum = 0;
  for (let index = 0; index < counts.length; index++) sum += counts[index] + smoothing;
  for (let index = 0; index < counts.length; index++)
    into[at + index] = (counts[index] + smoothing) / sum;
}

/** exp(E[ln p]) for p ~ Dirichlet(counts + prior). */
function expectedLogarithm(
  counts: Float64Array,
  prior: number,
  into: Float64Array,
  at: number,
): void {
  let sum = 0;
  for (let index = 0; index < counts.length; index++) sum += counts[index] + prior;
  const total = digamma(sum);
  for (let index = 0; index < counts.length; index++)
    into[at + index] = Math.exp(digamma(counts[index] + prior) - total);
}
