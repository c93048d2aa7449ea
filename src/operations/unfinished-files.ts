import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';

/** A name beside a file for writing it, of this process alone: another may write the same file. */
export function temporaryName(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.tmp`;
}

/**
 * Registers files that are still being written; they are removed if the process ends before the
 * returned function is called. Until then a signal ends the process only when it is idle, so long
 * work with such files must pause now and then.
 */
export function unfinishedFiles(paths: readonly string[]): () => void {
  if (!isWatched) watch();
  const entry = { paths };
  unfinished.add(entry);
  return () => {
    // Not at once: a signal that arrived during other work still ends the process.
    if (unfinished.delete(entry)) setImmediate(unwatch);
  };
}

let isWatched = false;
const unfinished = new Set<{ readonly paths: readonly string[] }>();
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

function watch(): void {
  isWatched = true;
  process.on('exit', removeAll);
  for (const signal of signals) process.on(signal, end);
}

function unwatch(): void {
  if (unfinished.size > 0) return;
  isWatched = false;
  process.off('exit', removeAll);
  for (const signal of signals) process.off(signal, end);
}

function removeAll(): void {
  for (const { paths } of unfinished)
    for (const path of paths) rmSync(path, { recursive: true, force: true });
}

/** With the exit code that shells use for signals. */
function end(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal]);
}
