import type { QuestionConsensus } from '../../domain/fold/consensus.ts';
import type { ConsensusMethod } from '../../domain/fold/consensus-plan.ts';
import type { Decision, DecisionRule, OverruledVote, Support } from '../../domain/fold/decision.ts';
import type { Standing } from '../../domain/fold/standing.ts';
import { isGraded } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { answerCode, codeApplies } from '../protocol/answer-codes.ts';

/** The votes on a unit, and how they are counted. */
export interface Voted {
  readonly task: Task;
  readonly method: ConsensusMethod;
  readonly questions: readonly QuestionConsensus[];
  /** Whether judgments are missing that the unit should have. */
  readonly isPartial?: boolean;
  /** How many of those who voted saw a suggestion. */
  readonly assisted?: number;
}

/**
 * By what rule the answers of a unit came about, with the votes for and against each. Null while
 * the unit has no truth. A vote for another grade of a label supports that the label applies.
 */
export function decisionOf(standing: Standing, voted: Voted): Decision | null {
  const support = voted.questions
    .filter(({ answer, votes }) => answer !== null && votes.length > 0)
    .map((one) => supportOf(one, voted));
  const { assisted = 0 } = voted;
  const whole = { isPartial: false, assisted, support };
  if (standing.state === 'ruled') return { rule: 'ruling', ...whole };
  if (standing.state === 'excluded') return { rule: 'exclusion', ...whole };
  if (standing.state !== 'settled') return null;
  return { ...whole, rule: votedRule(voted, support), isPartial: voted.isPartial === true };
}

/** The answer with the least support: the chain's weakest link. */
export function leastSupported(support: readonly Support[]): Support | undefined {
  const share = (one: Support): number => one.chance ?? one.for / (one.for + one.against);
  return support.toSorted((a, b) => share(a) - share(b))[0];
}

function votedRule(
  { method, questions }: Voted,
  support: readonly Support[],
): Exclude<DecisionRule, 'ruling' | 'exclusion'> {
  if (method === 'dawid-skene' || method === 'mace') return method;
  if (questions.some((one) => one.tieBroken)) return 'tie-break';
  if (support.some((one) => one.against > 0)) return method;
  const most = support.reduce((sum, one) => Math.max(sum, one.for), 0);
  return method === 'majority' && most <= 1 ? 'single' : 'unanimous';
}

function supportOf(
  { question: id, answer, votes, confidence }: QuestionConsensus,
  { task, method }: Voted,
): Support {
  const question = task.questions.find((one) => one.id === id)!;
  const applies = (given: QuestionConsensus['answer']): boolean =>
    codeApplies(question, answerCode(question, given ?? undefined));
  const isFor = (given: QuestionConsensus['answer']): boolean =>
    isGraded(question.scale) ? applies(given) === applies(answer) : given === answer;
  const sum = (wanted: boolean): number =>
    votes.reduce((total, vote) => total + (isFor(vote.answer) === wanted ? vote.weight : 0), 0);
  const isModelled = method === 'dawid-skene' || method === 'mace';
  return {
    question: id,
    for: sum(true),
    against: sum(false),
    chance: isModelled ? confidence : null,
    overrules: isModelled ? overruledVote(answer, votes) : null,
  };
}

/** What an answer goes against: the vote of everybody, or the answer that most gave. */
function overruledVote(
  answer: QuestionConsensus['answer'],
  votes: QuestionConsensus['votes'],
): OverruledVote | null {
  const most = Math.max(...votes.map((vote) => vote.weight));
  const leaders = votes.filter((vote) => vote.weight === most);
  if (leaders.length !== 1 || leaders[0]!.answer === answer) return null;
  return votes.length === 1 ? 'unanimous' : 'majority';
}
