import type { Answers } from '../judging/judgment.ts';

/**
 * Somebody with authority states answers, or excludes the unit, with a reason. Adjudication and
 * override are this one record; the latest ruling on a unit outranks the consensus.
 */
export interface Ruling {
  readonly unit: string;
  readonly task: string;
  readonly by: string;
  readonly reason: string;
  readonly at: string | null;
  readonly decision:
    | { readonly kind: 'answers'; readonly answers: Answers }
    | { readonly kind: 'exclude' };
}
