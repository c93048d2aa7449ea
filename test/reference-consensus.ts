import { annotatorWeight } from '../src/domain/judging/annotator.ts';
import type { Panel } from '../src/domain/judging/annotator.ts';
import type { Consensus, QuestionConsensus } from '../src/domain/fold/consensus.ts';
import type { ConsensusPlan } from '../src/domain/fold/consensus-plan.ts';
import type { Judgment } from '../src/domain/judging/judgment.ts';
import type { Question } from '../src/domain/protocol/question.ts';
import { isClosed, isGraded } from '../src/domain/protocol/scale.ts';
import type { Answer } from '../src/domain/answer.ts';
import type { Task } from '../src/domain/protocol/task.ts';
import { dawidSkene } from '../src/statistics/fold/dawid-skene.ts';
import { mace } from '../src/statistics/fold/mace.ts';
import { tieTolerance } from '../src/statistics/leading-category.ts';
import { majorityVote } from '../src/statistics/fold/majority-vote.ts';
import { voteOutcome } from '../src/statistics/fold/vote-tally.ts';
import type { VoteResult } from '../src/statistics/fold/vote-tally.ts';
import { votesByUnit } from '../src/statistics/votes.ts';
import type { Votes, VotesByUnit } from '../src/statistics/votes.ts';
import { weightedVote } from '../src/statistics/fold/weighted-vote.ts';
import {
  answerCode,
  codeAnswer,
  codeApplies,
  codeCount,
  notAnswered,
} from '../src/truth/protocol/answer-codes.ts';
import { Applicability } from '../src/truth/protocol/applicability.ts';
import { compileConstraints, violation } from '../src/truth/protocol/constraints.ts';
import { openQuestion, reasonText } from '../src/domain/fold/open-reason.ts';
import type { OpenReason } from '../src/domain/fold/open-reason.ts';

/**
 * Whose word counts how much, and what becomes of ties; the seed is for methods that start at
 * random.
 */
interface ConsensusContext {
  readonly panel: Panel;
  readonly plan: ConsensusPlan;
  readonly seed: number;
}

/**
 * One answer per question and unit out of the judgments on a task. Judgments of weight 0 are heard
 * and never counted. A tie has no answer. A question that does not apply to a unit, by the
 * consensus on the others, is left out with all that rest on it, and those who did not answer a
 * question do not vote on it. Answers that together break a constraint leave the unit open: no
 * single annotator said them.
 */
export function referenceConsensus(
  task: Task,
  judgments: readonly Judgment[],
  context: ConsensusContext,
): readonly Consensus[] {
  return reasonedConsensus(task, judgments, context).map((one) => ({
    ...one,
    open: one.open.map(reasonText),
  }));
}

/** A consensus that says as data why a unit is open. */
interface ReasonedConsensus extends Omit<Consensus, 'open'> {
  readonly open: readonly OpenReason[];
}

function reasonedConsensus(
  task: Task,
  judgments: readonly Judgment[],
  context: ConsensusContext,
): readonly ReasonedConsensus[] {
  const own = judgments.filter((judgment) => judgment.task === task.id);
  const units = [...new Set(own.map((judgment) => judgment.unit))];
  const index = {
    units: new Map(units.map((unit, at) => [unit, at])),
    annotators: indexOf(own.map((judgment) => judgment.annotator)),
  };
  const closed = task.questions.flatMap((question, place) =>
    isClosed(question.scale)
      ? [{ question, place, decided: decide(question, own, index, context) }]
      : [],
  );
  const constraints = compileConstraints(task);
  const applicability = new Applicability(task);
  const asked: boolean[] = [];

  return units.map((unit, at) => {
    const codes: number[] = task.questions.map(() => notAnswered);
    for (const { question, place, decided } of closed) codes[place] = codeOf(question, decided(at));
    applicability.mark(codes, asked);
    const questions = closed
      .filter(({ place }) => asked[place] === true)
      .map(({ question, decided }) => ({ question, one: decided(at) }))
      .filter(({ question, one }) => question.required || one.votes.length > 0)
      .map(({ one }) => one);
    const counted = codes.map((code, place) => (asked[place] === true ? code : notAnswered));
    const ties = questions.filter((one) => one.answer === null).map(openQuestion);
    const broken = constraints
      .broken(counted)
      .map((constraint): OpenReason => ({
        kind: 'contradiction',
        constraint: constraint.source,
        detail: violation(task, constraint, counted),
      }));
    return { unit, task: task.id, questions, open: [...ties, ...broken] };
  });
}

type Decision = (unit: number) => QuestionConsensus;

interface Index {
  readonly units: ReadonlyMap<string, number>;
  readonly annotators: ReadonlyMap<string, number>;
}

function decide(
  question: Question,
  judgments: readonly Judgment[],
  index: Index,
  { panel, plan, seed }: ConsensusContext,
): Decision {
  const weights = new Map(
    [...index.annotators.keys()].map((annotator) => [annotator, annotatorWeight(panel, annotator)]),
  );
  const cast = judgments.flatMap((judgment) => {
    const code = answerCode(question, judgment.answers[question.id]);
    return code < 0 ? [] : [{ judgment, code }];
  });
  const votes: Votes = {
    units: index.units.size,
    annotators: index.annotators.size,
    categories: codeCount(question),
    unit: Int32Array.from(cast, ({ judgment }) => index.units.get(judgment.unit)!),
    annotator: Int32Array.from(cast, ({ judgment }) => index.annotators.get(judgment.annotator)!),
    answer: Int32Array.from(cast, ({ code }) => code),
    weight: Float64Array.from(cast, ({ judgment }) =>
      plan.method === 'weighted'
        ? weights.get(judgment.annotator)!
        : Math.sign(weights.get(judgment.annotator)!),
    ),
  };
  const count = plan.method === 'weighted' ? weightedVote : majorityVote;
  const result = count(votes);
  const model =
    plan.method === 'dawid-skene'
      ? dawidSkene(votes)
      : plan.method === 'mace'
        ? mace(votes, { from: { seed } })
        : null;
  const applies =
    isGraded(question.scale) && model === null ? presenceVotes(question, votes) : null;
  const presence = applies === null ? null : count(applies);
  const grouped = plan.tie === 'heaviest' ? votesByUnit(votes) : null;
  const weightOf = [...weights.values()];
  return (unit) => {
    const plain = votedConsensus(question, result, unit);
    const voted = presence === null ? plain : gradedConsensus(question, plain, presence, unit);
    const settled =
      model === null
        ? voted
        : modelConsensus(
            question,
            voted,
            model.answer[unit]!,
            model.posterior.subarray(unit * votes.categories, (unit + 1) * votes.categories),
          );
    return settled.answer === null && settled.tied.length > 0 && grouped !== null
      ? heaviest(question, settled, grouped, unit, weightOf)
      : settled;
  };
}

function votedConsensus(question: Question, result: VoteResult, unit: number): QuestionConsensus {
  const outcome = voteOutcome(result, unit);
  const { tally } = result;
  const votes: { answer: Answer; weight: number }[] = [];
  for (let entry = tally.offsets[unit]!; entry < tally.offsets[unit + 1]!; entry += 1)
    votes.push({
      answer: codeAnswer(question, tally.category[entry]!)!,
      weight: tally.weight[entry]!,
    });
  const common = { question: question.id, votes, tieBroken: false };
  if (outcome.answer !== null)
    return {
      ...common,
      answer: codeAnswer(question, outcome.answer)!,
      confidence: outcome.confidence,
      tied: [],
    };
  return {
    ...common,
    answer: null,
    confidence: outcome.tied.length === 0 ? null : result.confidence[unit]!,
    tied: outcome.tied.map((code) => codeAnswer(question, code)!),
  };
}

/** The votes on whether a label applies at all. */
function presenceVotes(question: Question, votes: Votes): Votes {
  return {
    ...votes,
    categories: 2,
    answer: votes.answer.map((code) => Number(codeApplies(question, code))),
  };
}

/**
 * A graded label is decided in two steps: whether it applies, then its grade among those who say
 * so. Otherwise one "no" against a "1" and a "2" would count as much as each of them, though two of
 * three say that the label applies. A tie in the first step is a tie, even where one grade has more
 * votes than any other.
 */
function gradedConsensus(
  question: Question,
  plain: QuestionConsensus,
  presence: VoteResult,
  unit: number,
): QuestionConsensus {
  if (plain.votes.length === 0) return plain;
  const applies = presence.answer[unit]!;
  const leading = (side: boolean): readonly QuestionConsensus['votes'][number][] => {
    const among = plain.votes.filter(
      ({ answer }) => codeApplies(question, answerCode(question, answer)) === side,
    );
    const best = Math.max(...among.map(({ weight }) => weight));
    return among.filter(({ weight }) => best - weight <= tieTolerance * best);
  };
  const leaders = applies < 0 ? [...leading(false), ...leading(true)] : leading(applies === 1);
  const total = plain.votes.reduce((sum, { weight }) => sum + weight, 0);
  const confidence = applies < 0 ? presence.confidence[unit]! : leaders[0]!.weight / total;
  return leaders.length === 1
    ? { ...plain, answer: leaders[0]!.answer, confidence, tied: [] }
    : { ...plain, answer: null, confidence, tied: leaders.map(({ answer }) => answer) };
}

function modelConsensus(
  question: Question,
  voted: QuestionConsensus,
  answer: number,
  chances: Float64Array,
): QuestionConsensus {
  if (voted.votes.length === 0) return voted;
  if (answer >= 0)
    return {
      ...voted,
      answer: codeAnswer(question, answer)!,
      confidence: chances[answer]!,
      tied: [],
    };
  const best = Math.max(...chances);
  const tied = [...chances].flatMap((chance, code) =>
    best - chance < 1e-9 ? [codeAnswer(question, code)!] : [],
  );
  return { ...voted, answer: null, confidence: best, tied };
}

/**
 * The tied answer that the heaviest annotator gave; among several of the same weight, the lowest on
 * the scale. The tie stays marked.
 */
function heaviest(
  question: Question,
  settled: QuestionConsensus,
  votes: VotesByUnit,
  unit: number,
  weightOf: readonly number[],
): QuestionConsensus {
  let best = { weight: -1, code: -1 };
  for (let vote = votes.offsets[unit]!; vote < votes.offsets[unit + 1]!; vote += 1) {
    const code = votes.answer[vote]!;
    if (!settled.tied.includes(codeAnswer(question, code)!)) continue;
    const weight = weightOf[votes.annotator[vote]!]!;
    if (weight > best.weight || (weight === best.weight && code < best.code))
      best = { weight, code };
  }
  return best.code < 0
    ? settled
    : { ...settled, answer: codeAnswer(question, best.code)!, tied: [], tieBroken: true };
}

function codeOf(question: Question, one: QuestionConsensus): number {
  return one.answer === null ? notAnswered : answerCode(question, one.answer);
}

function indexOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    [...new Set(names)]
      .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      .map((name, at) => [name, at]),
  );
}
