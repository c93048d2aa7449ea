import type { FailureClass, TokenUse } from './model-reply.ts';

/**
 * What came of asking a model once. Only `accepted` became a judgment. `invalid`: the reply is no
 * valid answer. `truncated`: cut at the most tokens. `context`: the model did not read all of the
 * prompt. `failed`: there was no reply. `stopped`: somebody interrupted the call. `late`: the round
 * was closed. `unneeded`: somebody else had filled the cell. `conflict`: a batch answered the
 * request twice, differently. `missing`: a batch that ended says nothing about the request. `lost`:
 * its results can no longer be fetched.
 */
export const attemptOutcomes = [
  'accepted',
  'invalid',
  'truncated',
  'refused',
  'context',
  'failed',
  'stopped',
  'late',
  'unneeded',
  'conflict',
  'missing',
  'lost',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** One place for an answer: one run of one model, about one unit. */
export interface Cell {
  readonly unit: string;
  /** The run, as an annotator: `gpt-5-mini#2`. */
  readonly annotator: string;
}

/** A model that was asked once about a unit. Never changed; asking again is a further attempt. */
export interface Attempt extends Cell {
  /** The id of the request, one for each attempt. */
  readonly id: string;
  readonly job: string;
  readonly batch: string | null;
  /** Which attempt on this cell, counted from 1. */
  readonly number: number;
  readonly taskHash: string;
  readonly promptHash: string;
  readonly outcome: AttemptOutcome;
  /** The kind of problem with the answer, or the code of the failure. */
  readonly code: string | null;
  readonly failure: FailureClass | null;
  /** The provider’s own words, shortened. */
  readonly message: string | null;
  readonly tokens: TokenUse | null;
  /** What it cost, in the currency of the price table; null when that is not known. */
  readonly cost: number | null;
  /** Whether the provider charges for it. */
  readonly charged: 'yes' | 'maybe' | 'no';
  /** Milliseconds until the reply; null in a batch. */
  readonly latency: number | null;
  /** The model that answered, by its own account. */
  readonly model: string | null;
  readonly fingerprint: string | null;
  /** The provider’s id of the request. */
  readonly requestId: string | null;
  /** SHA-256 of the raw reply. */
  readonly reply: string | null;
  /** Further marks: `recovered`, `normalised`, `other-model`. */
  readonly marks: readonly string[];
  readonly at: string;
}
