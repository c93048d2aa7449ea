import type { ConsensusMethod } from '../../domain/fold/consensus-plan.ts';
import type { OverruledVote } from '../../domain/fold/decision.ts';
import { dawidSkene } from '../../statistics/fold/dawid-skene.ts';
import { mace } from '../../statistics/fold/mace.ts';
import { majorityVote } from '../../statistics/fold/majority-vote.ts';
import { voteOutcome } from '../../statistics/fold/vote-tally.ts';
import type { VoteResult } from '../../statistics/fold/vote-tally.ts';
import { weightedVote } from '../../statistics/fold/weighted-vote.ts';
import type { NamedVotes } from './vote-builder.ts';
import type { Progress } from '../text-file.ts';

/**
 * How votes may be counted. Repeated here, since importing the protocol's list would load
 * everything that reads protocols.
 */
export const aggregationMethods = [
  'majority',
  'weighted',
  'dawid-skene',
  'mace',
] as const satisfies readonly ConsensusMethod[];

/** What the votes on one unit decide. */
export interface AggregatedUnit {
  readonly unit: string;
  /** The answer, or null when there is a tie or nothing counts. */
  readonly answer: string | null;
  /** The winner's share of the weight, or the model's probability. */
  readonly confidence: number | null;
  /** Weight per answer (votes, where all weigh the same). */
  readonly votes: Readonly<Record<string, number>>;
  /** The answers that share the first place. */
  readonly tie: readonly string[] | null;
  /** The vote that a model decided against; left out where it did not. */
  readonly overrules?: OverruledVote;
  readonly why?: string;
}

/** How far an annotator is to be believed, as the model sees it. */
interface AnnotatorReliability {
  readonly annotator: string;
  readonly votes: number;
  /** Dawid–Skene: the chance of a right answer. MACE: the chance of knowing it. */
  readonly reliability: number | null;
}

/** One answer per unit out of many votes. */
export interface Aggregation {
  readonly method: ConsensusMethod;
  readonly votes: number;
  /** Votes that repeat an earlier one of the same annotator on the same unit; each counts. */
  readonly repeats: number;
  /** Rows without an answer: no votes. */
  readonly empty: number;
  readonly ties: number;
  /** On how many units a model decided against all votes, or against the most; else null. */
  readonly overruled: Readonly<Record<OverruledVote, number>> | null;
  readonly answers: readonly string[];
  readonly iterations: number | null;
  readonly converged: boolean | null;
  readonly seed: number | null;
  readonly annotators: readonly AnnotatorReliability[];
  readonly size: number;
  /** One unit, made when asked for: there may be very many. */
  unit(at: number): AggregatedUnit;
  /**
   * The JSON of one unit, put together without the objects in between: writing them is a good part
   * of the work.
   */
  unitJson(at: number): string;
}

/**
 * Aggregates votes by a method. Ties have no answer: they wait for a ruling. A model runs until it
 * settles, or for exactly so many rounds.
 */
export function aggregate(
  named: NamedVotes,
  method: ConsensusMethod,
  seed: number,
  iterations: number | null = null,
  progress?: Progress,
): Aggregation {
  const { votes } = named;
  const result = method === 'weighted' ? weightedVote(votes) : majorityVote(votes);
  const rounds = {
    ...(iterations === null ? {} : { iterations, tolerance: 0 }),
    ...(progress === undefined ? {} : { step: progress }),
  };
  const fits = {
    'dawid-skene': () => dawidSkene(votes, rounds),
    mace: () => mace(votes, { from: { seed }, ...rounds }),
  };
  const model = method === 'dawid-skene' || method === 'mace' ? fits[method]() : null;
  const answers = model?.answer ?? result.answer;
  const quoted = named.answers.map((answer) => JSON.stringify(answer));
  const outcomeOf = (unit: number): Outcome =>
    model === null || isUnheard(result, unit)
      ? votedOutcome(result, unit)
      : modelledOutcome(result, answers, model.posterior, unit);
  const reliabilityOf = (fitted: NonNullable<typeof model>) =>
    'reliability' in fitted ? fitted.reliability : fitted.competence;
  const reliability = model && reliabilityOf(model);
  return {
    method,
    votes: votes.unit.length,
    repeats: named.repeats,
    empty: named.empty,
    ties: answers.reduce((sum, answer) => sum + Number(answer < 0), 0),
    overruled: model === null ? null : countOverruled(result, answers),
    answers: named.answers,
    iterations: model?.iterations ?? null,
    converged: model?.converged ?? null,
    seed: method === 'mace' ? seed : null,
    annotators: reliability === null ? [] : reliabilities(named, reliability),
    size: votes.units,
    unit: (at) => aggregatedUnit(named, result, outcomeOf(at), at),
    unitJson: (at) => unitJson(named.units.at(at), quoted, result, outcomeOf(at), at),
  };
}

/** What was decided about a unit, by codes. */
type Outcome =
  | {
      readonly answer: number;
      readonly confidence: number;
      readonly overrules?: OverruledVote | null;
    }
  | {
      readonly answer: null;
      readonly confidence: number | null;
      readonly tied: readonly number[];
      readonly why: string;
    };

/** A model has nothing to say about a unit on which no vote counts. */
function isUnheard({ tally }: VoteResult, unit: number): boolean {
  return tally.offsets[unit] === tally.offsets[unit + 1];
}

function votedOutcome(result: VoteResult, unit: number): Outcome {
  const answer = result.answer[unit]!;
  if (answer >= 0) return { answer, confidence: result.confidence[unit]! };
  const outcome = voteOutcome(result, unit);
  const tied = outcome.answer === null ? outcome.tied : [];
  return {
    answer: null,
    confidence: tied.length === 0 ? null : result.confidence[unit]!,
    tied,
    why: outcome.answer === null ? outcome.why : '',
  };
}

function modelledOutcome(
  result: VoteResult,
  answers: Int32Array,
  posterior: Float64Array,
  unit: number,
): Outcome {
  const categories = posterior.length / answers.length;
  const chances = posterior.subarray(unit * categories, (unit + 1) * categories);
  const answer = answers[unit]!;
  if (answer >= 0)
    return { answer, confidence: chances[answer]!, overrules: overruledVote(result, answer, unit) };
  const best = Math.max(...chances);
  const tied = [...chances.keys()].filter((code) => best - chances[code]! < 1e-9);
  return {
    answer: null,
    confidence: best,
    tied,
    why: 'The most probable answers are equally probable.',
  };
}

/** The vote on a unit that an answer goes against; null where most gave it, or nobody leads. */
function overruledVote(
  { answer: voted, tally }: VoteResult,
  answer: number,
  unit: number,
): OverruledVote | null {
  if (voted[unit]! < 0 || answer < 0 || voted[unit] === answer) return null;
  const answers = tally.offsets[unit + 1]! - tally.offsets[unit]!;
  return answers === 1 ? 'unanimous' : 'majority';
}

function countOverruled(
  result: VoteResult,
  answers: Int32Array,
): Readonly<Record<OverruledVote, number>> {
  const counts = { unanimous: 0, majority: 0 };
  for (let unit = 0; unit < answers.length; unit += 1) {
    const vote = overruledVote(result, answers[unit]!, unit);
    if (vote !== null) counts[vote] += 1;
  }
  return counts;
}

function aggregatedUnit(
  named: NamedVotes,
  result: VoteResult,
  outcome: Outcome,
  unit: number,
): AggregatedUnit {
  const common = { unit: named.units.at(unit), votes: votesOn(named, result, unit) };
  if (outcome.answer !== null)
    return {
      ...common,
      answer: named.answers[outcome.answer]!,
      confidence: outcome.confidence,
      tie: null,
      ...(outcome.overrules == null ? {} : { overrules: outcome.overrules }),
    };
  return {
    ...common,
    answer: null,
    confidence: outcome.confidence,
    tie: outcome.tied.length === 0 ? null : outcome.tied.map((code) => named.answers[code]!),
    why: outcome.why,
  };
}

function unitJson(
  name: string,
  quoted: readonly string[],
  { tally }: VoteResult,
  outcome: Outcome,
  unit: number,
): string {
  let votes = '';
  for (let entry = tally.offsets[unit]!; entry < tally.offsets[unit + 1]!; entry += 1)
    votes += `${votes === '' ? '' : ','}${quoted[tally.category[entry]!]}:${tally.weight[entry]}`;
  const begin = `{"unit":${JSON.stringify(name)},"votes":{${votes}}`;
  const confidence = `"confidence":${outcome.confidence}`;
  if (outcome.answer !== null) {
    const overrules = outcome.overrules == null ? '' : `,"overrules":"${outcome.overrules}"`;
    return `${begin},"answer":${quoted[outcome.answer]},${confidence},"tie":null${overrules}}`;
  }
  const tie =
    outcome.tied.length === 0 ? 'null' : `[${outcome.tied.map((code) => quoted[code]).join(',')}]`;
  const why = JSON.stringify(outcome.why);
  return `${begin},"answer":null,${confidence},"tie":${tie},"why":${why}}`;
}

function votesOn(
  named: NamedVotes,
  result: VoteResult,
  unit: number,
): Readonly<Record<string, number>> {
  const { tally } = result;
  const votes: [string, number][] = [];
  for (let entry = tally.offsets[unit]!; entry < tally.offsets[unit + 1]!; entry += 1)
    votes.push([named.answers[tally.category[entry]!]!, tally.weight[entry]!]);
  return Object.fromEntries(votes);
}

function reliabilities(
  named: NamedVotes,
  reliability: readonly (number | null)[],
): readonly AnnotatorReliability[] {
  const votes = new Int32Array(named.annotators.length);
  for (const annotator of named.votes.annotator) votes[annotator]! += 1;
  return named.annotators.map((annotator, at) => ({
    annotator,
    votes: votes[at]!,
    reliability: reliability[at] ?? null,
  }));
}
