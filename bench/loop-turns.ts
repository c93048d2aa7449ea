import { monitorEventLoopDelay } from 'node:perf_hooks';

/** For how long a process did nothing else, in milliseconds. */
export interface LongestTurn {
  /** By the clock: waiting for a core and for the disk is in it. */
  readonly loop: number;
  /** Processor time of the main thread in one turn of its loop. */
  readonly turn: number;
}

/** Runs work, and says how long the longest turn of the loop was meanwhile. */
export async function watchLoop<T>(
  work: () => Promise<T>,
): Promise<LongestTurn & { readonly result: T }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let turn = 0;
  let before = processorTime();
  // Timers run in every turn, so what lies between two of these is one turn, or less of it.
  const timer = setInterval(() => {
    const now = processorTime();
    turn = Math.max(turn, now - before);
    before = now;
  }, 1);
  delay.enable();
  try {
    const result = await work();
    return { result, loop: delay.max / 1e6, turn: Math.max(turn, processorTime() - before) };
  } finally {
    delay.disable();
    clearInterval(timer);
  }
}

/** Of this thread, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
