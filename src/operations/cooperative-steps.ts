import { setImmediate as breathe } from 'node:timers/promises';

/** For how long work goes on before anything else gets its turn, in milliseconds. */
const longestTurn = 50;

/** What work in steps comes to, with pauses in which the process can be told to end. */
export async function inTurns<T>(steps: Iterator<unknown, T>): Promise<T> {
  let turn = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - turn < longestTurn) continue;
    await breathe();
    turn = performance.now();
  }
}

/** What work in steps comes to, without a pause. */
export function atOnce<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
