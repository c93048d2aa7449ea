import type { Guideline, GuidelineCard } from '../../domain/protocol/guideline.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { isGraded } from '../../domain/protocol/scale.ts';
import { answerCode, codeApplies } from '../protocol/answer-codes.ts';
import type { KnownAnswers } from './training-result.ts';

/** Feedback on one answer in training. */
interface AnswerFeedback {
  readonly question: string;
  readonly given: Answer | null;
  readonly expected: Answer | null;
  /** Right as agreement is measured: whether the label applies, where the scale has a threshold. */
  readonly right: boolean;
  /** Right to the letter, the grade included. */
  readonly exact: boolean;
  /** What the guideline says, so that the reason need not be looked up. */
  readonly card: Pick<GuidelineCard, 'definition' | 'include' | 'exclude'> | null;
}

/** Feedback after a unit in training. */
export interface TrainingFeedback {
  readonly right: number;
  readonly wrong: number;
  readonly answers: readonly AnswerFeedback[];
  /** What the key says about the unit as a whole. */
  readonly reason: string | null;
}

/**
 * Compares the answers about a unit with the key, giving the guideline's reasons. Questions without
 * a known answer are left out.
 */
export function trainingFeedback(
  task: Task,
  guideline: Guideline,
  given: Answers,
  known: KnownAnswers,
): TrainingFeedback {
  const answers = task.questions
    .filter((question) => question.measured && known.answers[question.id] !== undefined)
    .map((question): AnswerFeedback => {
      const [own, expected] = [given[question.id], known.answers[question.id]];
      const exact = own === expected;
      const applies = (answer: Answer | undefined): boolean =>
        codeApplies(question, answerCode(question, answer));
      const right =
        exact ||
        (isGraded(question.scale) && own !== undefined && applies(own) === applies(expected));
      const card = guideline.cards.find((one) => one.question === question.id);
      return {
        question: question.id,
        given: own ?? null,
        expected: expected ?? null,
        right,
        exact,
        card:
          card === undefined
            ? null
            : { definition: card.definition, include: card.include, exclude: card.exclude },
      };
    });
  const right = answers.filter((one) => one.right).length;
  return { right, wrong: answers.length - right, answers, reason: known.reason };
}
