import type { StandingName } from '../../domain/fold/standing.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { codeAnswer, codeApplies, codeCount } from '../protocol/answer-codes.ts';

/** An answer that units must have: of the truth, or of somebody. */
interface WantedAnswer {
  readonly question: string;
  /** As it is written; null for any answer that applies. */
  readonly answer: string | null;
  /** Whose; null for what is true. */
  readonly by: string | null;
}

/** Units by what the fold knows of them. What is left out does not matter. */
export interface FoldFilter {
  readonly standing?: StandingName;
  readonly answers?: readonly WantedAnswer[];
  /** Somebody who has judged the unit. */
  readonly annotator?: string;
  /** Somebody asks for a second look. */
  readonly flagged?: boolean;
  /** Not everybody gave the same answers. */
  readonly disagreement?: boolean;
  readonly ruled?: boolean;
}

/** Whether a unit, by its number in the fold, passes a filter; −1 is one that nobody has judged. */
export function foldFilter(fold: TaskFold, filter: FoldFilter): (unit: number) => boolean {
  const { standings, table } = fold;
  const tests: ((unit: number) => boolean)[] = [];
  const { standing, annotator } = filter;
  if (standing !== undefined) tests.push((unit) => standings.state(unit) === standing);
  if (annotator !== undefined) {
    const number = table.findAnnotator(annotator);
    tests.push((unit) => unit >= 0 && number >= 0 && table.has(unit, number));
  }
  if (filter.flagged === true) {
    const flagged = new Set(fold.flaggedUnits);
    tests.push((unit) => flagged.has(unit));
  }
  if (filter.ruled === true)
    tests.push((unit) => unit >= 0 && standings.rulingOn(unit) !== undefined);
  if (filter.disagreement === true)
    tests.push((unit) => unit >= 0 && (fold.agreement(unit) ?? 1) < 1);
  for (const wanted of filter.answers ?? []) tests.push(answerTest(fold, wanted));
  return (unit) => tests.every((test) => test(unit));
}

function answerTest(fold: TaskFold, wanted: WantedAnswer): (unit: number) => boolean {
  const { standings, table } = fold;
  const at = table.questions.findIndex((question) => question.id === wanted.question);
  const question = table.questions[at];
  if (question === undefined) return () => false;
  const isWanted = wantedCodes(question, wanted.answer);
  if (wanted.by === null) return (unit) => unit >= 0 && isWanted(standings.code(unit, at));
  const annotator = table.findAnnotator(wanted.by);
  return (unit) => {
    const place = unit < 0 || annotator < 0 ? -1 : table.place(unit, annotator);
    return place >= 0 && isWanted(table.code(place, at));
  };
}

function wantedCodes(question: Question, answer: string | null): (code: number) => boolean {
  if (answer === null) return (code) => codeApplies(question, code);
  const codes = Array.from({ length: codeCount(question) }, (_, code) => code);
  const wanted = codes.find((code) => String(codeAnswer(question, code)) === answer) ?? null;
  return (code) => code === wanted;
}
