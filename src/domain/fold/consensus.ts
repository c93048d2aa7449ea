import type { Answers } from '../judging/judgment.ts';
import type { Answer } from '../answer.ts';
import type { CodedText } from '../coded-text.ts';

/** What the judgments on one unit say to one question. A tie has no answer. */
export interface QuestionConsensus {
  readonly question: string;
  readonly answer: Answer | null;
  /** The winner's share of the weight, or the model's probability; null when nothing counts. */
  readonly confidence: number | null;
  /** How much each answer got, in the order of the scale; answers that nobody gave are left out. */
  readonly votes: readonly { readonly answer: Answer; readonly weight: number }[];
  /** The answers that share the first place; empty when there is a winner. */
  readonly tied: readonly Answer[];
  /** True when the protocol's tie-break decided. */
  readonly tieBroken: boolean;
}

/** The consensus of the judgments on one unit. */
export interface Consensus {
  readonly unit: string;
  readonly task: string;
  readonly questions: readonly QuestionConsensus[];
  /** Why the unit waits for a ruling; empty when nothing is unanswered or contradictory. */
  readonly open: readonly CodedText[];
}

/** The answers that a consensus settled on. */
export function consensusAnswers(consensus: Consensus): Answers {
  return Object.fromEntries(
    consensus.questions.flatMap(({ question, answer }) =>
      answer === null ? [] : [[question, answer]],
    ),
  );
}
