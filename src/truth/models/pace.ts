/** What a provider says about its limits, as far as it says anything. */
interface RateSigns {
  readonly remainingRequests: number | null;
  readonly resetAfter: number | null;
}

/**
 * How many calls to a model may run at once, and when the next may begin. Halves when the provider
 * limits the rate, and grows by one for as many replies as calls run. All times are milliseconds of
 * one clock that never jumps.
 */
export class Pace {
  readonly #most: number;
  #calls: number;
  #pausedUntil = 0;

  constructor(calls: number, most = calls) {
    this.#calls = Math.max(1, calls);
    this.#most = Math.max(1, most);
  }

  /** How many calls may run at once. */
  get calls(): number {
    return Math.floor(this.#calls);
  }

  /** The time before which no call begins. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** A call was answered. */
  answered({ remainingRequests, resetAfter }: RateSigns, now: number): void {
    this.#calls = Math.min(this.#most, this.#calls + 1 / this.#calls);
    if (remainingRequests === null || remainingRequests < 0) return;
    // What is left is shared by the calls that run: nobody begins what would only be refused.
    if (remainingRequests === 0 && resetAfter !== null) this.#pause(now + resetAfter);
    if (remainingRequests > 0) this.#calls = Math.min(this.#calls, remainingRequests);
  }

  /** The provider limited the rate: everybody waits, and fewer go on. */
  limited(now: number, wait: number): void {
    this.#calls = Math.max(1, this.#calls / 2);
    this.#pause(now + wait);
  }

  #pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }
}

const firstWait = 500;
const longestWait = 60_000;

/**
 * How long to wait before a call is tried again: doubling from half a second to a minute, between
 * half and all of it by chance, so that callers do not come back together.
 * @example backoff(2, 1) // 2000
 */
export function backoff(retries: number, random: number): number {
  const whole = Math.min(longestWait, firstWait * 2 ** retries);
  return Math.round(whole * (0.5 + random / 2));
}
