import type { VotesByUnit } from '../votes.ts';

/** State of {@link dawidSkene}; tables are [annotator, given answer, true category]. */
export interface DawidSkeneModel {
  readonly votes: VotesByUnit;
  readonly gold: Int32Array | null;
  readonly variant: 'full' | 'one-coin';
  readonly ratedUnits: number;
  readonly votesOfAnnotator: Int32Array;
  /** Per vote: the index of its annotator and answer in the tables. */
  readonly cell: Int32Array;
  readonly posterior: Float64Array;
  /** Expected counts under the posteriors, from which the next parameters are made. */
  readonly priorCount: Float64Array;
  readonly count: Float64Array;
  readonly prior: Float64Array;
  readonly confusion: Float64Array;
  readonly logPrior: Float64Array;
  readonly logConfusion: Float64Array;
}

/** Empty tables for these votes. */
export function buildModel(
  votes: VotesByUnit,
  gold: Int32Array | null,
  variant: 'full' | 'one-coin',
): DawidSkeneModel {
  const { units, annotators, categories } = votes;
  const cells = annotators * categories * categories;
  if (cells > mostCells)
    throw new RangeError(
      `${annotators} annotators with ${categories} categories need ${cells} numbers, ` +
        `at most ${mostCells} are kept`,
    );
  const cell = new Int32Array(votes.answer.length);
  const votesOfAnnotator = new Int32Array(annotators);
  for (let vote = 0; vote < cell.length; vote++) {
    cell[vote] = (votes.annotator[vote] * categories + votes.answer[vote]) * categories;
    votesOfAnnotator[votes.annotator[vote]]++;
  }
  let ratedUnits = 0;
  for (let unit = 0; unit < units; unit++)
    if (votes.offsets[unit + 1] > votes.offsets[unit]) ratedUnits++;
  const table = (): Float64Array => new Float64Array(cells);
  return {
    votes,
    gold,
    variant,
    ratedUnits,
    votesOfAnnotator,
    cell,
    posterior: new Float64Array(units * categories),
    priorCount: new Float64Array(categories),
    count: table(),
    prior: new Float64Array(categories),
    confusion: table(),
    logPrior: new Float64Array(categories),
    logConfusion: table(),
  };
}

/** First posteriors of some units: the share of votes for each category, or the known answer. */
export function startFromShares(model: DawidSkeneModel, first: number, end: number): void {
  const { votes, gold, posterior } = model;
  const { categories, offsets, answer } = votes;
  for (let unit = first; unit < end; unit++) {
    const from = offsets[unit];
    const to = offsets[unit + 1];
    if (from === to) continue;
    const row = unit * categories;
    if (gold !== null && gold[unit] >= 0) posterior[row + gold[unit]] = 1;
    else for (let vote = from; vote < to; vote++) posterior[row + answer[vote]] += 1 / (to - from);
    countUnit(model, unit);
  }
}

/** Maximisation: priors and confusion matrices from the expected counts, which start again at 0. */
export function updateParameters(model: DawidSkeneModel): void {
  const { priorCount, prior, logPrior, confusion, logConfusion, count, ratedUnits } = model;
  for (let category = 0; category < prior.length; category++) {
    prior[category] = ratedUnits === 0 ? 1 / prior.length : priorCount[category] / ratedUnits;
    logPrior[category] = Math.log(prior[category]);
  }
  if (model.variant === 'full') fillConfusion(model);
  else fillOneCoin(model);
  for (let index = 0; index < confusion.length; index++)
    logConfusion[index] = Math.log(confusion[index]);
  priorCount.fill(0);
  count.fill(0);
}

/**
 * Expectation and counting in one pass over some units; returns the log likelihood of the
 * parameters in use, added to that of the units before.
 */
export function updatePosterior(
  model: DawidSkeneModel,
  first: number,
  end: number,
  before: number,
): number {
  const { votes, gold } = model;
  const { offsets } = votes;
  let logLikelihood = before;
  for (let unit = first; unit < end; unit++) {
    const size = offsets[unit + 1] - offsets[unit];
    if (size === 0) continue;
    if (gold !== null && gold[unit] >= 0)
      logLikelihood += knownLogLikelihood(model, unit, gold[unit]);
    else if (size <= safeProduct) logLikelihood += posteriorByProduct(model, unit);
    else logLikelihood += posteriorByLogarithm(model, unit);
    countUnit(model, unit);
  }
  return logLikelihood;
}

/** The least cell of a confusion matrix, so that no surprise is impossible. */
const leastCount = 1e-10;

/** Three tables of this size take 1.5 GB; more categories are free text, useless to the model. */
const mostCells = 2 ** 26;

/** Cells are at least 1e-10 of 2e9 votes: this many factors stay above the smallest double. */
const safeProduct = 15;

function countUnit(
  { votes, cell, posterior, priorCount, count }: DawidSkeneModel,
  unit: number,
): void {
  const { categories, offsets } = votes;
  const row = unit * categories;
  const to = offsets[unit + 1];
  for (let category = 0; category < categories; category++) {
    const probability = posterior[row + category];
    priorCount[category] += probability;
    for (let vote = offsets[unit]; vote < to; vote++) count[cell[vote] + category] += probability;
  }
}

function fillConfusion({ votes, count, confusion }: DawidSkeneModel): void {
  const { annotators, categories } = votes;
  for (let annotator = 0; annotator < annotators; annotator++) {
    const start = annotator * categories * categories;
    for (let truth = 0; truth < categories; truth++) {
      let sum = 0;
      for (let given = 0; given < categories; given++)
        sum += Math.max(leastCount, count[start + given * categories + truth]);
      for (let given = 0; given < categories; given++) {
        const index = start + given * categories + truth;
        confusion[index] = Math.max(leastCount, count[index]) / sum;
      }
    }
  }
}

function fillOneCoin({ votes, votesOfAnnotator, count, confusion }: DawidSkeneModel): void {
  const { annotators, categories } = votes;
  for (let annotator = 0; annotator < annotators; annotator++) {
    const start = annotator * categories * categories;
    let right = 0;
    for (let category = 0; category < categories; category++)
      right += count[start + category * (categories + 1)];
    const rated = votesOfAnnotator[annotator];
    const share = Math.min(1 - leastCount, Math.max(leastCount, right / rated));
    const skill = categories === 1 || rated === 0 ? 1 / categories : share;
    const elsewhere = (1 - skill) / Math.max(1, categories - 1);
    for (let given = 0; given < categories; given++) {
      for (let truth = 0; truth < categories; truth++)
        confusion[start + given * categories + truth] = given === truth ? skill : elsewhere;
    }
  }
}

function knownLogLikelihood(
  { votes, cell, logPrior, logConfusion }: DawidSkeneModel,
  unit: number,
  known: number,
): number {
  let sum = logPrior[known];
  for (let vote = votes.offsets[unit]; vote < votes.offsets[unit + 1]; vote++)
    sum += logConfusion[cell[vote] + known];
  return sum;
}

function posteriorByProduct(
  { votes, cell, posterior, prior, confusion }: DawidSkeneModel,
  unit: number,
): number {
  const { categories, offsets } = votes;
  const row = unit * categories;
  const from = offsets[unit];
  const to = offsets[unit + 1];
  let sum = 0;
  for (let category = 0; category < categories; category++) {
    let product = prior[category];
    for (let vote = from; vote < to; vote++) product *= confusion[cell[vote] + category];
    posterior[row + category] = product;
    sum += product;
  }
  for (let category = 0; category < categories; category++) posterior[row + category] /= sum;
  return Math.log(sum);
}

/** The same for units with many votes, where a product of probabilities would vanish. */
function posteriorByLogarithm(
  { votes, cell, posterior, logPrior, logConfusion }: DawidSkeneModel,
  unit: number,
): number {
  const { categories, offsets } = votes;
  const row = unit * categories;
  const to = offsets[unit + 1];
  let largest = -Infinity;
  for (let category = 0; category < categories; category++) {
    let score = logPrior[category];
    for (let vote = offsets[unit]; vote < to; vote++) score += logConfusion[cell[vote] + category];
    posterior[row + category] = score;
    if (score > largest) largest = score;
  }
  let sum = 0;
  for (let category = 0; category < categories; category++)
    sum += posterior[row + category] = Math.exp(posterior[row + category] - largest);
  for (let category = 0; category < categories; category++) posterior[row + category] /= sum;
  return largest + Math.log(sum);
}
