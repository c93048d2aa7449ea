import type { Answer } from '../../domain/answer.ts';
import type { QuestionConsensus } from '../../domain/fold/consensus.ts';
import type { Answers } from '../../domain/judging/judgment.ts';

/**
 * What the votes on a question decide, without the weights of hidden votes. The current answer
 * stays, since it is what a ruling changes. `seen` are the votes that may be seen.
 */
export function withoutHidden(
  consensus: QuestionConsensus,
  seen: readonly { readonly answers: Answers; readonly weight: number }[],
): QuestionConsensus {
  const weights = new Map<Answer, number>();
  for (const { answers, weight } of seen) {
    const answer = answers[consensus.question];
    if (answer !== undefined) weights.set(answer, (weights.get(answer) ?? 0) + weight);
  }
  const votes = [...weights].map(([answer, weight]) => ({ answer, weight }));
  return { ...consensus, confidence: null, votes };
}
