import { panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { QuestionConsensus } from '../../domain/fold/consensus.ts';
import type { Uncounted } from '../../domain/fold/uncounted.ts';
import type { Answers, RecordedJudgment } from '../../domain/judging/judgment.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Answer } from '../../domain/answer.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import { shuffle } from '../../statistics/shuffle.ts';
import { answerCode, codeAnswer } from '../protocol/answer-codes.ts';
import type { CompiledTask } from '../judging/faults.ts';

/** The latest judgment of an annotator on the unit, and whether it counts. */
export interface CaseJudgment extends Omit<RecordedJudgment, 'unit' | 'task' | 'run' | 'taskHash'> {
  /** How often the annotator had judged the unit before this one. */
  readonly revisions: number;
  readonly weight: number;
  /** Why it does not count; null when it does. */
  readonly uncounted: Uncounted | null;
}

/** One annotator's word on the unit. */
export interface CaseVoice extends Omit<CaseJudgment, 'annotator'> {
  /** `Annotator 1`, or the name where it was asked for. */
  readonly who: string;
  /** Whether it is the reader's own. */
  readonly own: boolean;
}

/** One question with everybody's answers side by side. */
export interface CaseQuestion {
  readonly question: string;
  /** In the order of the voices; null where there is no answer. */
  readonly answers: readonly (Answer | null)[];
  /** The consensus; null for free text and for questions that are not asked. */
  readonly consensus: QuestionConsensus | null;
  /** The answers that the settled answers to the other questions leave possible. */
  readonly possible: readonly Answer[];
}

/** The nearest consistent answers: unsupported claims are dropped, support is never invented. */
export interface CaseSuggestion {
  readonly answers: Answers;
  readonly changes: readonly {
    readonly question: string;
    readonly from: Answer | null;
    readonly to: Answer | null;
    readonly because: string;
  }[];
}

/** Whether names are shown, or hidden and shuffled per unit. */
export interface CaseNames {
  readonly shown: boolean;
  /** Makes the order of the voices: the same for one case, unrelated between cases. */
  readonly seed: string;
  readonly reader: string;
}

/**
 * The voices on a unit, without keyword rules, which could mislead. Hidden names are numbered in
 * random order, so `Annotator 1` is a different person from unit to unit.
 */
export function caseVoices(
  judgments: readonly CaseJudgment[],
  panel: Panel,
  names: CaseNames,
): readonly CaseVoice[] {
  const ruleEntries = panelAnnotators(panel).filter((one) => one.kind === 'rule');
  const rules = new Set(ruleEntries.map((one) => one.id));
  const people = judgments
    .filter((one) => !rules.has(one.annotator))
    .toSorted((a, b) => (a.annotator < b.annotator ? -1 : 1));
  const order = shuffle(people, seededRandom(names.seed));
  return order.map(({ annotator, ...judgment }, at) => ({
    ...judgment,
    who: names.shown ? annotator : `Annotator ${at + 1}`,
    own: annotator === names.reader,
  }));
}

/** Every question with the voices' answers, their consensus and what remains possible. */
export function caseQuestions(
  compiled: CompiledTask,
  voices: readonly CaseVoice[],
  decided: Decided,
): readonly CaseQuestion[] {
  const { task, constraints } = compiled;
  const codes = decidedCodes(compiled, decided);
  return task.questions.map((question, at) => ({
    question: question.id,
    answers: voices.map((voice) => voice.answers[question.id] ?? null),
    consensus: decided.get(question.id) ?? null,
    possible: isClosed(question.scale)
      ? constraints.possible(codes, at).map((code) => codeAnswer(question, code)!)
      : [],
  }));
}

/** What would make contradictory answers consistent; null if nothing would, or none are. */
export function caseSuggestion(compiled: CompiledTask, decided: Decided): CaseSuggestion | null {
  const { task, constraints } = compiled;
  const codes = decidedCodes(compiled, decided);
  if (constraints.broken(codes).length === 0) return null;
  const normal = constraints.normalise(codes);
  if (normal === null) return null;
  const byId = new Map(task.questions.map((question) => [question.id, question]));
  const answerAt = (id: string, code: number): Answer | null =>
    codeAnswer(byId.get(id)!, code) ?? null;
  const stated = task.questions.flatMap((question, at) => {
    const answer = codeAnswer(question, normal.codes[at]!);
    return answer === undefined ? [] : [[question.id, answer] as const];
  });
  return {
    answers: Object.fromEntries(stated),
    changes: normal.changes.map(({ question, from, to, because }) => ({
      question,
      from: answerAt(question, from),
      to: answerAt(question, to),
      because: because.source,
    })),
  };
}

type Decided = ReadonlyMap<string, QuestionConsensus | null>;

function decidedCodes({ task }: CompiledTask, decided: Decided): readonly number[] {
  return task.questions.map((question) =>
    answerCode(question, decided.get(question.id)?.answer ?? undefined),
  );
}
