import type { ModelFailure } from '../../domain/models/model-reply.ts';

/** What a circuit lets through. */
export type CircuitState =
  | { readonly kind: 'closed' }
  /** Nothing, until a person has acted. */
  | { readonly kind: 'stopped'; readonly failure: ModelFailure }
  /** Nothing until a time; then one call, to see whether the service is back. */
  | {
      readonly kind: 'open';
      readonly until: number;
      /** How many breaks in a row there were without a reply. */
      readonly breaks: number;
      readonly failure: ModelFailure;
    };

/** Failures to reach the service in a row that open the circuit. */
const mostInARow = 5;
/** How long it stays open at first, and at most, in milliseconds. */
const firstBreak = 5000;
const longestBreak = 5 * 60_000;

/**
 * Stops calls to a provider that cannot succeed: for good when a key, credit or quota is missing,
 * for a while when the service cannot be reached.
 */
export class Circuit {
  #state: CircuitState = { kind: 'closed' };
  #inARow = 0;
  #breaks = 0;
  #probing = false;

  get state(): CircuitState {
    return this.#state;
  }

  /** Whether a call may begin now. After a break only one may, until it ends. */
  admits(now: number): boolean {
    if (this.#state.kind === 'closed') return true;
    if (this.#state.kind === 'stopped' || now < this.#state.until || this.#probing) return false;
    this.#probing = true;
    return true;
  }

  /** A call had a reply, or a failure that shows that the service is up. */
  reached(): void {
    this.#probing = false;
    this.#inARow = 0;
    this.#breaks = 0;
    if (this.#state.kind === 'open') this.#state = { kind: 'closed' };
  }

  /** A call could not reach the service. */
  unreached(now: number, failure: ModelFailure): void {
    this.#probing = false;
    this.#inARow += 1;
    if (this.#state.kind === 'stopped' || this.#inARow < mostInARow) return;
    const length = Math.min(longestBreak, firstBreak * 2 ** this.#breaks);
    this.#breaks += 1;
    this.#state = { kind: 'open', until: now + length, breaks: this.#breaks, failure };
  }

  /** A person has to act first. */
  stop(failure: ModelFailure): void {
    this.#probing = false;
    this.#state = { kind: 'stopped', failure };
  }
}

/**
 * Whether a failure means that the service could not be reached at all.
 * @example isUnreached({ code: 'connection' }) // true
 */
export function isUnreached({ code }: Pick<ModelFailure, 'code'>): boolean {
  return code === 'connection';
}
