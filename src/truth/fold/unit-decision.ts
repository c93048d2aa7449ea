import type { Panel } from '../../domain/judging/annotator.ts';
import type { QuestionConsensus } from '../../domain/fold/consensus.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Answers, Judgment } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { answerCode, codeAnswer, notAnswered } from '../protocol/answer-codes.ts';
import { Applicability } from '../protocol/applicability.ts';
import { consensus } from './consensus.ts';
import { compileConstraints, violation } from '../protocol/constraints.ts';
import type { CompiledConstraints } from '../protocol/constraints.ts';
import { openQuestion } from './open-reason.ts';
import type { OpenReason } from './open-reason.ts';

/**
 * One annotator's word on a unit: the codes of the closed questions in the decider's order, and how
 * much it counts.
 */
export interface WeighedCodes {
  readonly codes: ArrayLike<number>;
  readonly weight: number;
}

/** What the votes on one unit come to. */
export interface UnitDecision {
  /**
   * Per closed question: the code of the answer; −1 for a tie, for no vote, and for a question that
   * is not asked.
   */
  readonly codes: readonly number[];
  readonly open: readonly OpenReason[];
}

/**
 * Decides one unit at a time, with the same result as `consensus` over all of them: what a question
 * comes to depends only on who gave which answer with what weight, so each such combination is
 * decided once, by `consensus` itself, and remembered. For votes (majority, weighted); models such
 * as Dawid–Skene look at all units together and cannot be used here.
 */
export class UnitDecider {
  /** The questions with a fixed set of answers, in the task's order. */
  readonly questions: readonly Question[];
  readonly #task: Task;
  readonly #deciders: readonly QuestionDecider[];
  readonly #places: readonly number[];
  readonly #applicability: Applicability;
  readonly #asked: boolean[] = [];
  readonly #constraints: CompiledConstraints;

  constructor(task: Task, plan: ConsensusPlan) {
    this.#task = task;
    this.#places = task.questions.flatMap((question, at) => (isClosed(question.scale) ? [at] : []));
    this.questions = this.#places.map((at) => task.questions[at]!);
    this.#deciders = this.questions.map((question) => new QuestionDecider(question, plan));
    this.#applicability = new Applicability(task);
    this.#constraints = compileConstraints(task);
  }

  decide(votes: readonly WeighedCodes[]): UnitDecision {
    const codes: number[] = this.#task.questions.map(() => notAnswered);
    for (let at = 0; at < this.#deciders.length; at += 1)
      codes[this.#places[at]!] = this.#deciders[at]!.decide(votes, at).code;
    this.#applicability.mark(codes, this.#asked);
    const open: OpenReason[] = [];
    this.#deciders.forEach((decider, at) => {
      if (this.#asked[this.#places[at]!] !== true) codes[this.#places[at]!] = notAnswered;
      else if (codes[this.#places[at]!]! < 0) open.push(...decider.decide(votes, at).open);
    });
    if (this.#task.constraints.length > 0) {
      for (const constraint of this.#constraints.broken(codes))
        open.push({
          kind: 'contradiction',
          constraint: constraint.source,
          detail: violation(this.#task, constraint, codes),
        });
    }
    return { codes: this.#places.map((at) => codes[at]!), open };
  }

  /**
   * What each question comes to, with votes and confidence, for showing one unit; null for what is
   * not asked.
   */
  inDetail(votes: readonly WeighedCodes[]): readonly (QuestionConsensus | null)[] {
    const codes: number[] = this.#task.questions.map(() => notAnswered);
    this.#deciders.forEach(
      (decider, at) => (codes[this.#places[at]!] = decider.decide(votes, at).code),
    );
    this.#applicability.mark(codes, this.#asked);
    return this.#deciders.map((decider, at) =>
      this.#asked[this.#places[at]!] === true ? decider.decide(votes, at).consensus : null,
    );
  }
}

/**
 * The share of pairs of answers to a unit's questions that are the same, over all questions that
 * two annotators answered; null when there is no such question. The lower, the more there is to be
 * ruled on.
 */
export function unitAgreement(votes: readonly WeighedCodes[], questions: number): number | null {
  let pairs = 0;
  let same = 0;
  for (let question = 0; question < questions; question += 1) {
    for (let first = 0; first < votes.length; first += 1) {
      const own = votes[first]!.codes[question]!;
      if (own < 0) continue;
      for (let second = first + 1; second < votes.length; second += 1) {
        const other = votes[second]!.codes[question]!;
        if (other < 0) continue;
        pairs += 1;
        if (own === other) same += 1;
      }
    }
  }
  return pairs === 0 ? null : same / pairs;
}

/** The answers behind codes of closed questions. */
export function answersOfCodes(questions: readonly Question[], codes: ArrayLike<number>): Answers {
  return Object.fromEntries(
    questions.flatMap((question, at) =>
      codes[at]! < 0 ? [] : [[question.id, codeAnswer(question, codes[at]!)!]],
    ),
  );
}

interface Decided {
  readonly code: number;
  readonly open: readonly OpenReason[];
  readonly consensus: QuestionConsensus | null;
}

/** Decides one question, remembering what each combination of answers and weights came to. */
class QuestionDecider {
  readonly #question: Question;
  readonly #plan: ConsensusPlan;
  readonly #known = new Map<string, Decided>();
  /**
   * The same for votes of weight 1, by the counts per answer as the digits of a number: most panels
   * have no others.
   */
  readonly #plain = new Map<number, Decided>();

  constructor(question: Question, plan: ConsensusPlan) {
    this.#question = question;
    this.#plan = plan;
  }

  decide(votes: readonly WeighedCodes[], at: number): Decided {
    let key = 0;
    for (const { codes, weight } of votes) {
      const code = codes[at]!;
      if (weight !== 1 || votes.length >= digit || code >= mostDigits)
        return this.#weighed(votes, at);
      if (code >= 0) key += powers[code]!;
    }
    const known = this.#plain.get(key);
    if (known !== undefined) return known;
    const decided = this.#decide(votes, at);
    this.#plain.set(key, decided);
    return decided;
  }

  #weighed(votes: readonly WeighedCodes[], at: number): Decided {
    const key = votes
      .flatMap(({ codes, weight }) => (codes[at]! < 0 ? [] : [`${codes[at]}*${weight}`]))
      .toSorted()
      .join(' ');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const decided = this.#decide(votes, at);
    this.#known.set(key, decided);
    return decided;
  }

  #decide(votes: readonly WeighedCodes[], at: number): Decided {
    const question = { ...this.#question, when: null };
    const task = { ...bareTask, questions: [question] };
    const panel: Panel = Object.fromEntries(
      votes.map(({ weight }, vote) => [`${vote}`, { kind: 'human', weight, names: [`${vote}`] }]),
    );
    const judgments = votes.map(({ codes }, vote): Judgment => ({
      ...bareJudgment,
      annotator: `${vote}`,
      answers: answersOfCodes([question], [codes[at]!]),
    }));
    const [one] =
      consensus(task, judgments, { panel, plan: this.#plan, seed: 1 })[0]?.questions ?? [];
    if (one === undefined)
      return {
        code: notAnswered,
        open: question.required ? [{ kind: 'unanswered', question: question.id }] : [],
        consensus: null,
      };
    return {
      code: one.answer === null ? notAnswered : answerCode(question, one.answer),
      open: one.answer === null ? [openQuestion(one)] : [],
      consensus: one,
    };
  }
}

const digit = 32;
const mostDigits = 10;
const powers = Array.from({ length: mostDigits }, (_, code) => digit ** code);

const bareTask: Task = {
  id: 'task',
  title: '',
  unit: {
    id: ['id'],
    subject: null,
    show: [],
    titles: {},
    folded: [],
    context: [],
    place: [],
    rank: null,
    date: null,
    vocabulary: {},
    carried: [],
    hidden: [],
  },
  form: 'questions',
  questions: [],
  constraints: [],
  asides: [],
  steps: [],
};

const bareJudgment: Omit<Judgment, 'annotator' | 'answers'> = {
  unit: 'unit',
  task: 'task',
  asides: {},
  guideline: null,
  taskHash: null,
  round: null,
  at: null,
  seconds: null,
};
