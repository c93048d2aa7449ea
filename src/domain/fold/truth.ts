import type { Answers } from '../judging/judgment.ts';

/**
 * What is held to be true about a unit, and on what authority: the latest ruling, else the
 * consensus, else nothing yet. A unit that a ruling excluded has no truth and never will have one.
 */
export type Truth =
  | {
      readonly unit: string;
      readonly task: string;
      readonly from: 'consensus';
      readonly answers: Answers;
    }
  | {
      readonly unit: string;
      readonly task: string;
      readonly from: 'ruling';
      readonly answers: Answers;
      readonly by: string;
      readonly reason: string;
    }
  | {
      readonly unit: string;
      readonly task: string;
      readonly from: 'excluded';
      readonly by: string;
      readonly reason: string;
    }
  | {
      readonly unit: string;
      readonly task: string;
      readonly from: 'open';
      readonly why: readonly string[];
    };
