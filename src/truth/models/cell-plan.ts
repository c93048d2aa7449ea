import type { Attempt, AttemptOutcome } from '../../domain/models/attempt.ts';

/** How often a cell is asked before it is given up. */
export interface CellLimits {
  /** Replies that are not valid answers. */
  readonly answers: number;
  /** Calls without a reply, within one job. */
  readonly calls: number;
}

/**
 * Three answers and six calls: rarely does the fourth answer of a model fit when three do not.
 * @internal
 */
export const usualLimits: CellLimits = { answers: 3, calls: 6 };

/** What is known of an attempt when the next is planned. */
export type PastAttempt = Pick<Attempt, 'outcome' | 'failure' | 'job' | 'number' | 'code'>;

/** What to do about a cell without a judgment. */
export type CellPlan =
  | {
      readonly kind: 'ask';
      /** The number of the attempt to come. */
      readonly number: number;
      /** Whether it gets more tokens, since the last reply was cut. */
      readonly enlarged: boolean;
      /** How many calls in a row went without a reply. */
      readonly retries: number;
    }
  | { readonly kind: 'given-up'; readonly outcome: AttemptOutcome; readonly code: string | null };

/**
 * What to do about a cell, by the attempts on it under the present questions and prompt. Bad
 * answers are asked for again a few times, a cut one once with more tokens; a refusal is not
 * repeated. Calls without a reply count within their job alone, and those that wait for a person
 * or for other work not at all. With `again`, a new job starts over.
 * @example planCell([], 'job-1').number // 1
 */
export function planCell(
  attempts: readonly PastAttempt[],
  job: string,
  limits: CellLimits = usualLimits,
  again = false,
): CellPlan {
  const number = attempts.reduce((most, one) => Math.max(most, one.number), 0) + 1;
  const ours = attempts.filter((one) => one.job === job);
  const counted = again ? ours : attempts;
  const final = counted.find(isFinal);
  if (final !== undefined) return givenUp(final);
  const cut = counted.filter((one) => one.outcome === 'truncated');
  if (cut.length > 1) return givenUp(cut.at(-1)!);
  const bad = counted.filter((one) => one.outcome === 'invalid' || one.outcome === 'truncated');
  if (bad.length >= limits.answers) return givenUp(bad.at(-1)!);
  const failed = ours.filter(isFailedCall);
  if (failed.length >= limits.calls) return givenUp(failed.at(-1)!);
  return { kind: 'ask', number, enlarged: cut.length > 0, retries: trailing(ours) };
}

function givenUp({ outcome, code }: PastAttempt): CellPlan {
  return { kind: 'given-up', outcome, code };
}

/** Asking again would give the same, or pay again for what was paid. */
function isFinal({ outcome, failure }: PastAttempt): boolean {
  if (outcome === 'failed') return failure === 'never';
  return ['refused', 'context', 'late', 'lost'].includes(outcome);
}

/** A call that could have succeeded: nobody waits for money or a key, or for other batches. */
function isFailedCall({ outcome, failure }: PastAttempt): boolean {
  return (outcome === 'failed' && failure === 'soon') || outcome === 'missing';
}

function trailing(attempts: readonly PastAttempt[]): number {
  const reversed = attempts.toReversed();
  const answered = reversed.findIndex((one) => !isFailedCall(one));
  return answered < 0 ? reversed.length : answered;
}
