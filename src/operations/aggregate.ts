import type { ConsensusMethod } from '../domain/consensus-plan.ts';
import { dawidSkene } from '../statistics/dawid-skene.ts';
import { mace } from '../statistics/mace.ts';
import { majorityVote } from '../statistics/majority-vote.ts';
import { voteOutcome } from '../statistics/vote-tally.ts';
import type { VoteResult } from '../statistics/vote-tally.ts';
import { weightedVote } from '../statistics/weighted-vote.ts';
import type { NamedVotes } from './read-votes.ts';

/** What the votes on one unit come to. */
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
  readonly why?: string;
}

/** How far an annotator is to be believed, as the model sees it. */
export interface AnnotatorReliability {
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
  readonly ties: number;
  readonly answers: readonly string[];
  readonly iterations: number | null;
  readonly converged: boolean | null;
  readonly seed: number | null;
  readonly annotators: readonly AnnotatorReliability[];
  readonly size: number;
  /** The units one by one, made when asked for: there may be very many. */
  units(): IterableIterator<AggregatedUnit>;
}

/** Aggregates votes by a method. Ties have no answer: they wait for a ruling. */
export function aggregate(named: NamedVotes, method: ConsensusMethod, seed: number): Aggregation {
  const { votes } = named;
  const result = method === 'weighted' ? weightedVote(votes) : majorityVote(votes);
  const model = method === 'dawid-skene' ? dawidSkene(votes) : method === 'mace' ? mace(votes, { from: { seed } }) : null;
  const answers = model?.answer ?? result.answer;
  const reliability = model === null ? null : 'reliability' in model ? model.reliability : model.competence;
  return {
    method,
    votes: votes.unit.length,
    repeats: named.repeats,
    ties: answers.reduce((sum, answer) => sum + Number(answer < 0), 0),
    answers: named.answers,
    iterations: model?.iterations ?? null,
    converged: model?.converged ?? null,
    seed: method === 'mace' ? seed : null,
    annotators: reliability === null ? [] : reliabilities(named, reliability),
    size: votes.units,
    *units() {
      for (let unit = 0; unit < votes.units; unit += 1) {
        yield model === null ? votedUnit(named, result, unit) : modelledUnit(named, result, answers, model.posterior, unit);
      }
    },
  };
}

function votedUnit(named: NamedVotes, result: VoteResult, unit: number): AggregatedUnit {
  const outcome = voteOutcome(result, unit);
  const common = { unit: named.units.at(unit), votes: votesOn(named, result, unit) };
  if (outcome.answer !== null) return { ...common, answer: named.answers[outcome.answer]!, confidence: outcome.confidence, tie: null };
  const tie = outcome.tied.length === 0 ? null : outcome.tied.map((code) => named.answers[code]!);
  return { ...common, answer: null, confidence: tie === null ? null : result.confidence[unit]!, tie, why: outcome.why };
}

function modelledUnit(named: NamedVotes, result: VoteResult, answers: Int32Array, posterior: Float64Array, unit: number): AggregatedUnit {
  const { categories } = named.votes;
  const chances = posterior.subarray(unit * categories, (unit + 1) * categories);
  const common = { unit: named.units.at(unit), votes: votesOn(named, result, unit) };
  const answer = answers[unit]!;
  if (answer >= 0) return { ...common, answer: named.answers[answer]!, confidence: chances[answer]!, tie: null };
  const best = Math.max(...chances);
  const tie = [...chances].flatMap((chance, code) => (best - chance < 1e-9 ? [named.answers[code]!] : []));
  return { ...common, answer: null, confidence: best, tie, why: 'The most probable answers are equally probable.' };
}

function votesOn(named: NamedVotes, result: VoteResult, unit: number): Readonly<Record<string, number>> {
  const { tally } = result;
  const votes: [string, number][] = [];
  for (let entry = tally.offsets[unit]!; entry < tally.offsets[unit + 1]!; entry += 1) votes.push([named.answers[tally.category[entry]!]!, tally.weight[entry]!]);
  return Object.fromEntries(votes);
}

function reliabilities(named: NamedVotes, reliability: readonly (number | null)[]): readonly AnnotatorReliability[] {
  const votes = new Int32Array(named.annotators.length);
  for (const annotator of named.votes.annotator) votes[annotator]! += 1;
  return named.annotators.map((annotator, at) => ({ annotator, votes: votes[at]!, reliability: reliability[at] ?? null }));
}
