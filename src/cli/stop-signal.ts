/** Resolves when the process is told to stop. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}

/** Ends the process though something never ends, such as a connection that is kept open. */
export function endAtLast(milliseconds = 10_000): void {
  setTimeout(() => process.exit(1), milliseconds).unref();
}
