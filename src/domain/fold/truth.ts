import type { Answers } from '../judging/judgment.ts';

/**
 * The answers in force and their source: the latest ruling, else the consensus, else open. A unit
 * that a ruling excluded has no truth.
 */
export type Truth = { readonly unit: string; readonly task: string } & (
  | { readonly from: 'consensus'; readonly answers: Answers }
  | ({ readonly from: 'ruling'; readonly answers: Answers } & Authority)
  | ({ readonly from: 'excluded' } & Authority)
  | { readonly from: 'open'; readonly why: readonly string[] }
);

interface Authority {
  readonly by: string;
  readonly reason: string;
}
