/**
 * How far a batch is. `prepared`: its requests are chosen, nothing was made. `submitting`: it may
 * exist. `submitted`: it exists, under a known id. `taken-in`: its results are stored. `given-up`:
 * it was never made, and its cells are free again.
 */
export type BatchPhase = 'prepared' | 'submitting' | 'submitted' | 'taken-in' | 'given-up';

/** Many requests to one model that are sent together. */
export interface ModelBatch {
  readonly id: string;
  readonly job: string;
  /** The entry of the panel. */
  readonly entry: string;
  readonly provider: string;
  readonly taskHash: string;
  readonly promptHash: string;
  readonly phase: BatchPhase;
  readonly requests: number;
  /** SHA-256 over its lines. */
  readonly sha256: string;
  /** What the provider is asked to remember it by. */
  readonly tag: string;
  /** The estimate of what it costs at most; null when a price is unknown. */
  readonly estimate: number | null;
  /** The uploaded file. */
  readonly file: string | null;
  /** The provider’s id of the batch. */
  readonly remote: string | null;
  /** Batches of the provider that were mistaken for this one. */
  readonly mistaken: readonly string[];
  /** When it was about to be made: what is found from then on may be it. */
  readonly intentAt: string | null;
  readonly submittedAt: string | null;
  readonly endedAt: string | null;
  /** Why it ended: complete, failed, expired, cancelled. */
  readonly ended: string | null;
  /** What somebody should know about it. */
  readonly notes: readonly BatchNote[];
}

/** Something that happened to a batch, by a code of the catalogue of texts. */
export interface BatchNote {
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** What passes by itself: it is reported, but not noted on the batch. */
export const passingCodes = [
  'batch-state-unknown',
  'batch-results-cut',
  'batch-unconfirmed',
  'batch-sought',
  'batch-waits',
  'batch-failures',
] as const;
export type PassingCode = (typeof passingCodes)[number];
