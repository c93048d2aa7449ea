import type { Answer } from '../../../../domain/answer.ts';
import type { Question } from '../../../../domain/protocol/question.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { choicesOf } from '../../judging/annotate/form/question-options.ts';
import type { Choice } from '../../judging/annotate/form/question-options.ts';
import type { Language } from '../../../texts/define-texts.ts';

/** How many voted for an answer, and who: places in the list of voices. */
export interface OptionTally extends Choice {
  readonly votes: readonly number[];
  /** The weight of those votes together. */
  readonly weight: number;
  /** Votes that do not count, beside others that do. */
  readonly uncounted: readonly number[];
}

type Voices = Pick<CaseReply, 'voices' | 'any_counts'>;
type Row = CaseReply['questions'][number];

/** The options of a question with their votes. Where none counts, all are shown. */
export function tallyOf(
  question: Question,
  row: Row,
  { voices, any_counts: anyCounts }: Voices,
  language: Language,
): readonly OptionTally[] {
  const isIn = (at: number): boolean => !anyCounts || voices[at]!.counts;
  return choicesOf(question, language).map((choice) => {
    const all = row.answers.flatMap((answer, at) => (answer === choice.value ? [at] : []));
    const votes = all.filter(isIn);
    const weight = votes.reduce((sum, at) => sum + voices[at]!.weight, 0);
    return { ...choice, votes, weight, uncounted: all.filter((at) => !isIn(at)) };
  });
}

/** Whether weights say more than counts: some vote weighs other than 1. */
export function areWeighted({ voices }: Pick<CaseReply, 'voices'>): boolean {
  return voices.some(({ weight }) => weight !== 1);
}

/** The distinct answers of those whose votes are shown as counting. */
export function givenAnswers(row: Row, { voices, any_counts }: Voices): readonly Answer[] {
  const given = row.answers.filter(
    (answer, at): answer is Answer => answer !== null && (!any_counts || voices[at]!.counts),
  );
  return [...new Set(given)];
}
