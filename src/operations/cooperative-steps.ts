import { setImmediate as breathe } from 'node:timers/promises';

/**
 * What work in steps comes to, with a pause after so many milliseconds, in which others have their
 * turn and the process can be told to end.
 */
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
