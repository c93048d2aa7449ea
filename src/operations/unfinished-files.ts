import { hash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { constants, hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * A name beside a file for writing it, of this process alone: another may write the same file. It
 * says who writes, so what killed processes left in that folder is removed on the way.
 */
export function draftBeside(path: string): string {
  // A draft of standard output would be a file named after it.
  if (path === '-') throw new Error('- is no file, so it has no draft');
  const folder = resolve(dirname(path));
  if (!swept.has(folder)) removeLeftovers(folder);
  swept.add(folder);
  return `${path}.${machine}-${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
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
    const isDone = unfinished.delete(entry);
    if (unfinished.size === 0) swept.clear();
    // Not at once: a signal that arrived during other work still ends the process.
    if (isDone) setImmediate(unwatch);
  };
}

/** Whether there is no such process on this machine. */
export function hasProcessEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // A process of somebody else cannot be signalled, but is there.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
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
    for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

/** With the exit code that shells use for signals. */
function end(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal]);
}

/** The folders in which nothing is left, until the work at hand is finished. */
const swept = new Set<string>();
const machine = hash('sha256', hostname()).slice(0, 8);
/** A draft, or what SQLite keeps beside one. */
const draftName = /\.([\da-f]{8})-(\d+)-[\da-f]{8}\.tmp(-wal|-shm|-journal)?$/;
/** After so long without a change a draft is nobody's any more, in milliseconds. */
const keptFor = 12 * 3_600_000;

function removeLeftovers(folder: string): void {
  for (const name of namesIn(folder)) {
    const [, host, pid] = draftName.exec(name) ?? [];
    if (pid === undefined) continue;
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    const isOwn = found !== undefined && found.uid === (process.getuid?.() ?? found.uid);
    if (!isOwn) continue;
    // In a container, an earlier process often had the number of this one.
    const isEarlier = found.mtimeMs < Date.now() - process.uptime() * 1000;
    const isEnded = Number(pid) === process.pid ? isEarlier : hasProcessEnded(Number(pid));
    const isOver = host === machine && isEnded;
    if (isOver || Date.now() - found.mtimeMs > keptFor)
      rmSync(path, { recursive: true, force: true });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Whoever writes there says why it cannot be done.
    return [];
  }
}
