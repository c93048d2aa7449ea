import type { RatingCodes } from '../statistics/agreement/ratings.ts';
import {
  columnsOf,
  comparedAs,
  humanCodes,
  majorityOf,
  shownAnswers,
  standingCodes,
} from '../truth/models/judged-task.ts';
import type { JudgedTask } from '../truth/models/judged-task.ts';
import { familyOf, voicesOf } from '../truth/models/voices.ts';
import type { JudgedQuestion, JudgedWork, Slicing } from './judged-question.ts';

/** How a judge is looked at. */
export interface TaskJudgeOptions {
  /** Grades as given instead of whether a label applies. */
  readonly graded: boolean;
  readonly slicings?: readonly Slicing[];
  /**
   * By question, whether the judge says yes (1) or no (0) to each unit: for a keyword rule, whose
   * answers are computed and not in the record.
   */
  readonly computed?: ReadonlyMap<string, RatingCodes>;
}

/**
 * A judge among those who judged a task: an annotator, or all runs of a model. The truth it is
 * measured against is made without its family. Null when nobody of that name has judged.
 */
export function judgeOfTask(
  judged: JudgedTask,
  judge: string,
  { graded, slicings = [], computed }: TaskJudgeOptions,
): JudgedWork | null {
  const { table, panel, task } = judged;
  const members = table.annotators.filter(
    (name) => name === judge || familyOf(panel, name) === judge,
  );
  if (members.length === 0 && computed === undefined) return null;
  const own = new Set([judge, ...members].map((name) => familyOf(panel, name)));
  const isOther = (name: string): boolean => !own.has(familyOf(panel, name));
  const voices = voicesOf(panel, table.annotators, judged.isKnown);
  const people = voices.people.filter(isOther);
  const truth = standingCodes(judged, isOther);
  const human = sampledCodes(judged, people);
  const questions = task.questions.flatMap((question, at): JudgedQuestion[] => {
    if (!question.measured) return [];
    const shown = shownAnswers(question, graded);
    const isComputed = members.length === 0;
    const answer = isComputed ? computed?.get(question.id) : undefined;
    if (isComputed && (answer === undefined || !shown.isYesNo)) return [];
    const compared = (codes: RatingCodes): RatingCodes => comparedAs(codes, shown.codes);
    return [
      {
        question: question.id,
        answers: shown.answers,
        values: shown.values,
        yes: shown.answers.length === 2 && shown.isYesNo ? 1 : null,
        judge: answer ?? majorityOf(judged, members, at, shown),
        truth: compared(truth[at]!),
        human: compared(human[at]!),
        people: columnsOf(judged, people, at, shown),
      },
    ];
  });
  const others = voices.families.map((one) => one.family).filter((family) => !own.has(family));
  return { judge, members, people, others, questions, slicings };
}

/**
 * What people say of the units that they judged. A unit that was only ruled on was chosen because
 * somebody disagreed: it is not a random sample, and would bias what is estimated from it.
 */
function sampledCodes(judged: JudgedTask, people: readonly string[]): readonly RatingCodes[] {
  const { table } = judged;
  const numbers = people.map((name) => table.findAnnotator(name));
  return humanCodes(judged, people).map(
    (codes) =>
      codes.map((code, unit) =>
        numbers.some((who) => table.has(unit, who)) ? code : -1,
      ) as RatingCodes,
  );
}
