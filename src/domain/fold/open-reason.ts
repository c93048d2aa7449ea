import type { Answer } from '../answer.ts';
import type { CodedText } from '../coded-text.ts';
import { codedText } from '../text-values.ts';
import type { QuestionConsensus } from './consensus.ts';

/** Why a unit waits for a ruling, or is looked at before one. */
export type OpenReason =
  | { readonly kind: 'tied'; readonly question: string; readonly between: readonly Answer[] }
  | { readonly kind: 'unanswered'; readonly question: string }
  | { readonly kind: 'contradiction'; readonly constraint: string; readonly detail: CodedText }
  /** A ruling was made, and what it states leaves a fault. */
  | { readonly kind: 'ruling'; readonly detail: CodedText }
  /** So many annotators asked for a second look, and nobody has ruled since. */
  | { readonly kind: 'flagged'; readonly annotators: number }
  /**
   * None of its judgments counts: they are of a pilot that has not passed, and disagree; or they
   * are of a round on whose units somebody chose to have rulings.
   */
  | {
      readonly kind: 'round';
      readonly round: string;
      readonly why: 'round-not-passed' | 'round-failed' | 'chosen';
    };

/** Why a question without an answer is open. */
export function openQuestion({
  question,
  tied,
}: Pick<QuestionConsensus, 'question' | 'tied'>): OpenReason {
  return tied.length === 0
    ? { kind: 'unanswered', question }
    : { kind: 'tied', question, between: tied };
}

/** The reason in words: a code and its values. */
export function reasonText(reason: OpenReason): CodedText {
  switch (reason.kind) {
    case 'tied':
      return codedText('question-tied', {
        question: reason.question,
        answers: reason.between.map(String),
      });
    case 'unanswered':
      return codedText('question-unanswered', { question: reason.question });
    case 'contradiction':
      return {
        code: 'constraint-broken',
        values: { constraint: reason.constraint, detail: reason.detail },
      };
    case 'ruling':
      return codedText('ruling-faulty', { fault: reason.detail });
    case 'round':
      return codedText(roundTexts[reason.why], { round: reason.round });
    case 'flagged':
      return codedText('unit-flagged', { count: reason.annotators });
  }
}

const roundTexts = {
  'round-failed': 'unit-of-failed-round',
  'round-not-passed': 'unit-of-unpassed-round',
  chosen: 'unit-to-be-ruled-on',
} as const;
