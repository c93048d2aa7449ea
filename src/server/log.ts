import type { FastifyLoggerOptions } from 'fastify';

/** What a server logs, and where. */
export interface LogTarget {
  readonly level: 'info' | 'warn' | 'error';
  write(line: string): void;
}

/** The settings of Fastify's logger: a JSON object per line, with the level in words. */
export function loggerOptions(target: LogTarget): FastifyLoggerOptions {
  const options = {
    level: target.level,
    base: null,
    messageKey: 'message',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level: string) => ({ level }) },
    stream: { write: (line: string) => target.write(line) },
  };
  return options;
}

/** Logs to standard error, one write per event loop turn instead of thousands a second. */
export function standardErrorLog(level: LogTarget['level']): LogTarget {
  let held = '';
  const flush = (): void => {
    process.stderr.write(held);
    held = '';
  };
  return {
    level,
    write(line) {
      if (held === '') setImmediate(flush);
      held += line;
    },
  };
}
