import { setImmediate as breathe } from 'node:timers/promises';

/** Runs work in steps, pausing every so many milliseconds for other work and signals. */
export async function runCooperatively<T>(
  steps: Iterator<unknown, T>,
  longestTurn = 50,
): Promise<T> {
  let turn = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - turn < longestTurn) continue;
    await breathe();
    turn = performance.now();
  }
}
