import { constants } from 'node:os';

/** Resolves when the process gets a signal to stop. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}

/**
 * Exits in order on a signal, so that temporary files are removed. The handlers stay: a terminal
 * and npm may both send the signal, and the second must not end the process in the middle.
 */
export function endWhenTold(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.off(signal, end).on(signal, end);
}

/** With the exit code that shells expect after a signal. */
function end(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal]);
}

/** Ends the process though something never ends, such as a connection that is kept open. */
export function endAtLast(milliseconds = 10_000): void {
  setTimeout(() => process.exit(1), milliseconds).unref();
}
