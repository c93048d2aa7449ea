import type { QuestionConsensus } from './consensus.ts';
import type { Answer } from '../answer.ts';

/** Why a unit waits for a ruling, or is looked at before one. */
export type OpenReason =
  | { readonly kind: 'tied'; readonly question: string; readonly between: readonly Answer[] }
  | { readonly kind: 'unanswered'; readonly question: string }
  | { readonly kind: 'contradiction'; readonly constraint: string; readonly detail: string }
  /** A ruling was made, and what it states leaves a fault. */
  | { readonly kind: 'ruling'; readonly detail: string }
  /** So many annotators asked for a second look, and nobody has ruled since. */
  | { readonly kind: 'flagged'; readonly annotators: number }
  /** Its judgments are of a pilot that has not passed: they disagree, and none counts. */
  | {
      readonly kind: 'round';
      readonly round: string;
      readonly why: 'round-not-passed' | 'round-failed';
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

/**
 * The reason as a reader gets it.
 * @example printReason({ kind: 'tied', question: 'IRB', between: [0, 1] }) // 'IRB is tied between 0 and 1'
 */
export function printReason(reason: OpenReason): string {
  if (reason.kind === 'tied')
    return `${reason.question} is tied between ${reason.between.map(String).join(' and ')}`;
  if (reason.kind === 'unanswered') return `${reason.question} has no judgment that counts`;
  if (reason.kind === 'contradiction') return `${reason.constraint} is broken: ${reason.detail}`;
  if (reason.kind === 'ruling') return reason.detail;
  if (reason.kind === 'round')
    return reason.why === 'round-failed'
      ? `round ${reason.round} missed its gate, so its judgments do not count`
      : `round ${reason.round} has not passed yet, so its judgments do not count`;
  return reason.annotators === 1
    ? 'an annotator asked for a second look'
    : `${reason.annotators} annotators asked for a second look`;
}
