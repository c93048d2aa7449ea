import { rmSync } from 'node:fs';
import { constants } from 'node:os';

/**
 * Says that files are being made under names that are not theirs yet. When the process ends, or is
 * told to, before the function that is returned was called, they are removed.
 * Meanwhile a signal does not end the process at once but as soon as nothing else is being done, so
 * work that takes long and has such files must pause now and then.
 */
export function unfinishedFiles(paths: readonly string[]): () => void {
  if (!isWatched) watch();
  const entry = { paths };
  unfinished.add(entry);
  return () => {
    // Not at once: a signal that came while something else was being done still ends the process.
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

/** With the code by which a shell knows that it was told. */
function end(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal]);
}
