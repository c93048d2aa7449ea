/**
 * Lets so many of one kind of work go on at once; the rest waits, first come, first served. Work that only waits for the same commit goes no faster when there is more of it, but
 * what it holds meanwhile grows old in memory.
 */
export class Turns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #going = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    // Whoever ends hands their place on, so that nobody who comes in between takes it.
    if (this.#going >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#going += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#going -= 1;
      else next();
    }
  }
}
