import type { ModelFailure, ModelOutcome } from '../domain/models/model-reply.ts';
import type { ModelRequest } from '../domain/models/model-request.ts';

/** What a provider said about its limits along with a reply; null where it said nothing. */
export interface RateFacts {
  readonly remainingRequests: number | null;
  readonly remainingTokens: number | null;
  /** Milliseconds until the scarcer of both is full again. */
  readonly resetAfter: number | null;
}

/** The outcome of one call, with what the headers said. @internal */
export interface Asked {
  readonly outcome: ModelOutcome;
  readonly rate: RateFacts;
}

/** A service that models are asked through. Its methods never throw for what a service does. */
export interface ModelProvider {
  /** Without batches, everything is asked at once. */
  readonly batches: BatchService | null;
  /** How many calls at a time are sensible at first. */
  readonly concurrency: number;
  /** Asks once: nothing is tried again inside. */
  ask(request: ModelRequest, signal: AbortSignal): Promise<Asked>;
}

/** How far a batch is. `ended` may hold results whatever the reason. */
export interface BatchState {
  readonly id: string;
  readonly phase: 'waiting' | 'running' | 'cancelling' | 'ended';
  /** Why it ended, where that is not simply that it is complete. */
  readonly ended: 'complete' | 'failed' | 'expired' | 'cancelled' | null;
  /** Faults of the batch as a whole, with the line of the request if the service names it. */
  readonly problems: readonly { readonly failure: ModelFailure; readonly line: number | null }[];
  readonly counts: {
    readonly total: number;
    readonly done: number;
    readonly failed: number;
  } | null;
  readonly createdAt: string | null;
  /** What `create` was given, where the service keeps it. */
  readonly tag: string | null;
  /** How many requests the service says that it holds. */
  readonly requests: number | null;
}

/** What came of making a batch. `unknown`: it may exist, so look for it, never make it again. */
export type BatchCreation =
  | { readonly kind: 'created'; readonly id: string }
  | { readonly kind: 'refused'; readonly failure: ModelFailure }
  | { readonly kind: 'unknown'; readonly failure: ModelFailure };

/** One line of a batch's results. */
export type BatchLine =
  | { readonly kind: 'result'; readonly id: string; readonly outcome: ModelOutcome }
  /** Not to be read, or without an id: counted, never guessed. */
  | { readonly kind: 'damaged'; readonly line: string };

/** Lines of a batch's results that arrived together, in their order. */
export interface BatchPiece {
  readonly kind: 'lines';
  readonly lines: readonly BatchLine[];
}

/**
 * The end of a batch's results: whether all that the service announced arrived. After a failure of
 * class `soon` they are worth fetching again. `results-gone`: the service has deleted them.
 */
export interface BatchEnd {
  readonly kind: 'end';
  readonly failure: ModelFailure | null;
}

/** Many requests at once, at half the price, within a day. */
export interface BatchService {
  /** One batch has one model, at most so many requests and so many bytes. */
  readonly mostRequests: number;
  readonly mostBytes: number;
  /** A service without tags is searched by time and number of requests. */
  readonly hasTags: boolean;
  /** The bytes of a request in a batch, as one line without a line break. */
  line(request: ModelRequest): string;
  /** Uploads lines first, where the service requires it; null where lines go with `create`. */
  readonly upload:
    | ((
        lines: AsyncIterable<string>,
        name: string,
      ) => Promise<{ readonly file: string } | ModelFailure>)
    | null;
  /** Makes a batch, once: no retry inside. */
  create(
    content: { readonly file: string } | { readonly lines: AsyncIterable<string> },
    tag: string,
  ): Promise<BatchCreation>;
  /** Batches made since a time, newest first, all pages. */
  list(since: string): Promise<readonly BatchState[] | ModelFailure>;
  state(id: string): Promise<BatchState | ModelFailure>;
  cancel(id: string): Promise<ModelFailure | null>;
  /** The results, streamed as they arrive, a few lines at a time; ends with one `end`. */
  results(id: string): AsyncIterable<BatchPiece | BatchEnd>;
}
