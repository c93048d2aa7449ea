import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs work in steps, pausing every so many milliseconds for other work and signals. */
export async function runCooperatively<T>(
  steps: Iterator<unknown, T>,
  longestTurn = 50,
): Promise<T> {
  const turn = new TurnTimer(longestTurn);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (turn.isOver()) await turn.pause();
  }
}

/** Measures a turn of computing, after which others get theirs. */
export class TurnTimer {
  readonly #longestTurn: number;
  #began = performance.now();

  constructor(longestTurn: number) {
    this.#longestTurn = longestTurn;
  }

  isOver(): boolean {
    return performance.now() - this.#began >= this.#longestTurn;
  }

  /** Gives others their turn. */
  async pause(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}
