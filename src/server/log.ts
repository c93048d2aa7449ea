/** How much it matters. */
export type Level = 'info' | 'warn' | 'error';

/** Plain values only: answers and secrets have no place in a log. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Structured lines about what the server does. */
export interface Log {
  write(level: Level, message: string, fields?: LogFields): void;
  /** Waits for nothing: hands over what is held back. */
  flush(): void;
}

/**
 * A log of one JSON object per line. The lines of one turn of the event loop go out together, which
 * keeps a busy server from writing thousands of times a second.
 */
export function jsonLog(out: (text: string) => void, least: Level, clock: () => Date): Log {
  let held: string[] = [];
  let lastTime = Number.NaN;
  let lastText = '';
  const flush = (): void => {
    if (held.length === 0) return;
    const lines = held;
    held = [];
    out(lines.join(''));
  };
  return {
    write: (level, message, fields = {}) => {
      if (ranks[level] < ranks[least]) return;
      if (held.length === 0) setImmediate(flush);
      const now = clock();
      // Printing a time costs as much as the rest of the line, and many lines are of the same
      // millisecond.
      if (now.getTime() !== lastTime) [lastTime, lastText] = [now.getTime(), now.toISOString()];
      const rest = JSON.stringify(fields);
      held.push(
        `{"time":"${lastText}","level":"${level}","message":${JSON.stringify(message)}${rest === '{}' ? '' : ','}${rest.slice(1)}\n`,
      );
    },
    flush,
  };
}

const ranks: Readonly<Record<Level, number>> = { info: 0, warn: 1, error: 2 };
