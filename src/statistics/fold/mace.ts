import { allSteps } from '../all-steps.ts';
import { leadingCategory } from '../leading-category.ts';
import {
  beginMacePosterior,
  buildMaceModel,
  updateMaceParameters,
  updateMacePosterior,
} from './mace-model.ts';
import type { MaceModel, MaceParameters, MaceVariant } from './mace-model.ts';
import { seededRandom } from '../seeded-random.ts';
import { unitRanges } from '../unit-ranges.ts';
import type { Votes } from '../votes.ts';
import { votesByUnit } from '../votes.ts';

/** How {@link mace} is run; every part but the seed has a default. */
export interface MaceOptions {
  /** `variational` (Bayes, the authors' choice, default) or `em` (with light smoothing). */
  readonly variant?: MaceVariant;
  /** At most this many rounds per start; 50 by default. */
  readonly iterations?: number;
  /** Stop when the mean log likelihood per vote changes by less; 1e-7 by default, 0 never stops. */
  readonly tolerance?: number;
  /** The seed of the random starts (9 by default) after the even one; or the only start to use. */
  readonly from: { readonly seed: number | string; readonly restarts?: number } | MaceParameters;
  /**
   * Called after every iteration with how many are done, of how many at most: large inputs take
   * seconds.
   */
  readonly step?: (done: number, total: number) => void;
}

/** What {@link mace} finds out, from the start that ended with the largest likelihood. */
export interface MaceResult {
  /** Per unit: the most probable category; −1 without votes or when two are equal. */
  readonly answer: Int32Array;
  /** [unit, category]: the probability of each category; even for units that nobody voted on. */
  readonly posterior: Float64Array;
  /** Per annotator: the chance of knowing instead of guessing; null without votes. */
  readonly competence: readonly (number | null)[];
  /** [annotator, category]: what the annotator answers when guessing. */
  readonly strategy: Float64Array;
  readonly iterations: number;
  readonly converged: boolean;
  /** Natural logarithm of the likelihood of all votes under the parameters above. */
  readonly logLikelihood: number;
}

/**
 * MACE, multi-annotator competence estimation: estimates the true answers and, at the same time,
 * how often each annotator knows the answer rather than guesses. For crowds in which some click
 * without reading: it tells them from those who err honestly, with fewer parameters per annotator
 * than {@link dawidSkene}. It cannot describe an annotator who confuses two particular categories.
 *
 * Model: the truth t of a unit is any of the K categories alike; annotator a knows it with chance
 * know(a) and answers t, otherwise guesses o with chance strategy(a, o):
 *   posterior(u, t) ∝ Π over votes (a, o) on u of (guess(a) · strategy(a, o) + know(a) · [o = t])
 * `em` divides the expected counts, each plus 0.01 / K, by their sum. `variational` uses
 * exp(ψ(count + prior)) / exp(ψ(sum)), with priors 0.5 for guess and know and 10 for every
 * strategy.
 *
 * The first start takes all annotators and categories alike; the others are random, from the seed.
 * The likeliest end wins, a later one only by 1 %, so that chance does not decide between
 * annotators of whom nothing tells which is right. Units whose two best categories are equally
 * probable (see {@link tieTolerance}) and units without votes have no answer. Votes of weight 0 do
 * not count; other weights are ignored. Hovy, Berg-Kirkpatrick, Vaswani and Hovy 2013,
 * https://aclanthology.org/N13-1132/
 * @example const rows = [[0, 0, 0], [0, 1, 0], [0, 2, 1], [1, 0, 1], [1, 1, 1], [1, 2, 1]];
 * mace(votesFrom(rows), { from: { seed: 1 } }).answer // [0, 1]
 */
export function mace(votes: Votes, options: MaceOptions): MaceResult {
  return allSteps(maceSteps(votes, options));
}

/** {@link mace} in steps of some milliseconds, for who has other work to do between them. */
export function* maceSteps(votes: Votes, options: MaceOptions): Generator<void, MaceResult> {
  const { variant = 'variational', iterations = 50, tolerance = 1e-7, from } = options;
  const grouped = votesByUnit(votes);
  yield;
  const model = buildMaceModel(grouped, variant);
  if (!('seed' in from)) {
    checkStart(from, votes);
    return result(model, yield* run(model, from, { iterations, tolerance }));
  }
  const { seed, restarts = 9 } = from;
  if (!(restarts >= 0)) throw new RangeError(`restarts is ${restarts}, expected at least 0`);
  const total = (restarts + 1) * iterations;
  const runFrom = (start: MaceParameters, before: number): Generator<void, Run> => {
    const step = (done: number): void => options.step?.(before + done, total);
    return run(model, start, { iterations, tolerance, step });
  };
  let last = yield* runFrom(evenStart(votes), 0);
  let best = last;
  for (let restart = 0; restart < restarts; restart++) {
    const start = randomStart(votes, `${seed}:mace:${restart}`);
    last = yield* runFrom(start, (restart + 1) * iterations);
    if (last.logLikelihood > best.logLikelihood + worthwhile) best = last;
  }
  // The posteriors in the model are those of the last start; those of the best follow from its
  // parameters.
  if (best !== last) {
    model.parameters.guessKnow.set(best.parameters.guessKnow);
    model.parameters.strategy.set(best.parameters.strategy);
    yield* expectation(model);
  }
  return result(model, best);
}

/** A start replaces an earlier one only when it makes the votes 1 % likelier (natural log). */
const worthwhile = 0.01;

interface Run {
  readonly parameters: MaceParameters;
  readonly iterations: number;
  readonly converged: boolean;
  readonly logLikelihood: number;
}

interface RunLimits {
  readonly iterations: number;
  readonly tolerance: number;
  readonly step?: (done: number) => void;
}

/** One round over all votes; returns the log likelihood of the parameters in use. */
function* expectation(model: MaceModel): Generator<void, number> {
  beginMacePosterior(model);
  let logLikelihood = 0;
  for (const { first, end } of unitRanges(model.votes.units)) {
    logLikelihood = updateMacePosterior(model, first, end, logLikelihood);
    yield;
  }
  return logLikelihood;
}

function* run(model: MaceModel, start: MaceParameters, limits: RunLimits): Generator<void, Run> {
  const { parameters } = model;
  parameters.guessKnow.set(start.guessKnow);
  parameters.strategy.set(start.strategy);
  const enough = limits.tolerance * Math.max(1, model.votes.answer.length);
  let logLikelihood = yield* expectation(model);
  let converged = false;
  let done = 0;
  while (done < limits.iterations && !converged) {
    updateMaceParameters(model);
    const next = yield* expectation(model);
    converged = limits.tolerance > 0 && Math.abs(next - logLikelihood) < enough;
    logLikelihood = next;
    done++;
    limits.step?.(done);
  }
  const found = { guessKnow: parameters.guessKnow.slice(), strategy: parameters.strategy.slice() };
  return { parameters: found, iterations: done, converged, logLikelihood };
}

function evenStart({ annotators, categories }: Votes): MaceParameters {
  return {
    guessKnow: new Float64Array(annotators * 2).fill(0.5),
    strategy: new Float64Array(annotators * categories).fill(1 / categories),
  };
}

function randomStart({ annotators, categories }: Votes, seed: string): MaceParameters {
  const random = seededRandom(seed);
  const row = (size: number): number[] => {
    const amounts = Array.from({ length: size }, () => 1 + 0.5 * random.next());
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    return amounts.map((amount) => amount / sum);
  };
  const guessKnow = new Float64Array(annotators * 2);
  const strategy = new Float64Array(annotators * categories);
  for (let annotator = 0; annotator < annotators; annotator++) {
    guessKnow.set(row(2), annotator * 2);
    strategy.set(row(categories), annotator * categories);
  }
  return { guessKnow, strategy };
}

function checkStart(start: MaceParameters, { annotators, categories }: Votes): void {
  for (const [name, size] of [
    ['guessKnow', annotators * 2],
    ['strategy', annotators * categories],
  ] as const)
    if (start[name].length !== size)
      throw new RangeError(`${name} has ${start[name].length} numbers, expected ${size}`);
  for (const value of [...start.guessKnow, ...start.strategy]) {
    if (!(value > 0 && value <= 1))
      throw new RangeError(`a start has the probability ${value}, expected above 0, at most 1`);
  }
}

function result(model: MaceModel, chosen: Run): MaceResult {
  const { votes, posterior, votesOfAnnotator } = model;
  const { units, categories, offsets } = votes;
  const answer = new Int32Array(units);
  for (let unit = 0; unit < units; unit++) {
    const row = unit * categories;
    const rated = offsets[unit] < offsets[unit + 1];
    if (!rated) posterior.fill(1 / categories, row, row + categories);
    answer[unit] = rated ? leadingCategory(posterior, row, row + categories) : -1;
  }
  const { guessKnow, strategy } = chosen.parameters;
  const competence = Array.from(votesOfAnnotator, (count, annotator) =>
    count === 0 ? null : guessKnow[annotator * 2 + 1],
  );
  const { iterations, converged, logLikelihood } = chosen;
  return { answer, posterior, competence, strategy, iterations, converged, logLikelihood };
}
