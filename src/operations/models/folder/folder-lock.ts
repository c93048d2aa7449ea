import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { refuse } from '../../../domain/fault.ts';
import { draftBeside } from '../../unfinished-files.ts';
import { attempt } from '../../write-files.ts';
import { hasEnded } from '../lease-owner.ts';

interface Held {
  readonly owner: string;
  readonly until: string;
}

/** How long a lock holds without being renewed, and how often it is renewed, in milliseconds. */
const lasts = 60_000;
const renewed = 20_000;

/**
 * Makes this process the only one that works in a folder, by a file with its name and an end. A
 * lock that ran out, or whose process has ended, is taken over. Returns how to unlock.
 */
export function lockFolder(path: string, owner: string, clock: () => Date): () => void {
  const content = (): string => {
    const until = new Date(clock().getTime() + lasts).toISOString();
    return `${JSON.stringify({ owner, until } satisfies Held)}\n`;
  };
  attempt(path, () => mkdirSync(dirname(path), { recursive: true }));
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(path, content(), { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const held = readLock(path);
    const isOver = held === null || held.until <= clock().toISOString() || hasEnded(held.owner);
    if (!isOver || tries > 3)
      refuse('models-busy', { place: dirname(path), owner: held?.owner ?? '' });
    // The process that renames it holds the lock; another one that tries the same finds nothing.
    const old = draftBeside(path);
    try {
      renameSync(path, old);
      // Somebody else was faster, and this is theirs: it goes back.
      const isOther = readLock(old)?.owner !== held?.owner;
      if (isOther) linkSync(old, path);
      rmSync(old, { force: true });
      if (isOther)
        refuse('models-busy', { place: dirname(path), owner: readLock(path)?.owner ?? '' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  const timer = setInterval(() => {
    if (readLock(path)?.owner === owner) writeFileSync(path, content(), { mode: 0o600 });
  }, renewed).unref();
  return () => {
    clearInterval(timer);
    if (readLock(path)?.owner === owner) rmSync(path, { force: true });
  };
}

function readLock(path: string): Held | null {
  try {
    const held = JSON.parse(readFileSync(path, 'utf8')) as Partial<Held>;
    return typeof held.owner === 'string' && typeof held.until === 'string'
      ? { owner: held.owner, until: held.until }
      : null;
  } catch {
    // Gone, or not written to its end: then it holds nobody.
    return null;
  }
}
