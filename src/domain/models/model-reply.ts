/** Tokens that a provider counted. Reasoning is a part of the output. */
export interface TokenUse {
  /** Everything that was read, cached or not. */
  readonly input: number;
  /** Of the input: read from a cache, and written to one. */
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
}

/** How a reply ended. Only `complete` can become a judgment. @internal */
export type ReplyEnd = 'complete' | 'length' | 'refusal' | 'filtered' | 'context';

/** What a model said, before it is read against the task. */
export interface ModelReply {
  readonly end: ReplyEnd;
  /** The text that should hold the answers; empty when there is none. */
  readonly text: string;
  /** Why it refused, in the provider's words. */
  readonly refusal: string | null;
  /** A summary of the reasoning, where the provider gives one. */
  readonly reasoning: string | null;
  /** The model that answered, as the provider names it; an alias may answer with another name. */
  readonly model: string | null;
  /** Identifies the backend, where the provider names it. */
  readonly fingerprint: string | null;
  /** The provider's id of the request, for support. */
  readonly requestId: string | null;
  readonly tokens: TokenUse | null;
}

/**
 * What to do about a request without a reply. `soon`: try again after a pause. `later`: try again
 * once other work has ended (enqueued limit, expired batch). `person`: key, credit or quota; the
 * whole provider stops until somebody acts. `never`: the request itself is wrong.
 */
export type FailureClass = 'soon' | 'later' | 'person' | 'never';

/** Why there is no reply. */
export interface ModelFailure {
  readonly class: FailureClass;
  /** The provider's code, or ours: `connection`, `timeout`, `not-json`, `cut-off`. */
  readonly code: string;
  readonly status: number | null;
  /** The provider's own words, shortened, without keys. */
  readonly message: string;
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfter: number | null;
  /** The parameter that was refused, so that it can be left out where the panel allows that. */
  readonly parameter: string | null;
  /** Whether the provider may still have done the work, and charge for it. */
  readonly mayBeCharged: boolean;
  readonly requestId: string | null;
}

/** What came of a request. `raw` is the body as it arrived, for the record. */
export type ModelOutcome =
  | { readonly kind: 'reply'; readonly reply: ModelReply; readonly raw: string }
  | { readonly kind: 'failure'; readonly failure: ModelFailure; readonly raw: string | null };
