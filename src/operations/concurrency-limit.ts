import { fault, InputError } from '../domain/fault.ts';

/**
 * Limits how many tasks run at once; the rest wait in order. Tasks that wait for the same commit
 * gain nothing from running together, but what they hold grows old in memory. A task that waits too
 * long is refused: the database is not responding.
 */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #longest: number;
  readonly #waiting = new Set<() => void>();
  #going = 0;

  /** At most `most` at once; a task waits at most `longest` milliseconds. */
  constructor(most: number, longest: number) {
    this.#most = most;
    this.#longest = longest;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    // A finished task hands its place on, so that no newcomer takes it.
    if (this.#going >= this.#most) await this.#turn();
    else this.#going += 1;
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#going -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        this.#waiting.delete(begin);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(new InputError([fault('server-busy', { seconds: this.#longest / 1000 })]));
      }, this.#longest);
      this.#waiting.add(begin);
    });
  }
}
