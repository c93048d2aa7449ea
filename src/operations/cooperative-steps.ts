import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs work in steps, pausing every so many milliseconds for other work and signals. */
export async function runCooperatively<T>(
  steps: Iterator<unknown, T>,
  longestTurn = 50,
): Promise<T> {
  const pace = new Pace(longestTurn);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (pace.isTurnOver()) await pace.pause();
  }
}

/** How long work has been at it without a pause. */
export class Pace {
  readonly #longestTurn: number;
  #began = performance.now();

  constructor(longestTurn: number) {
    this.#longestTurn = longestTurn;
  }

  isTurnOver(): boolean {
    return performance.now() - this.#began >= this.#longestTurn;
  }

  /** Gives others their turn. */
  async pause(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}
