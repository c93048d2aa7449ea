import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, normalize, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '../../../domain/fault.ts';
import { codedText } from '../../../domain/text-values.ts';
import { nextLook, readLooks } from '../../../release/looks.ts';
import type { LoggedLook, Look } from '../../../release/looks.ts';
import { attempt } from '../../write-files.ts';

/** The ledger of looks at a release: beside its folder, whose content never changes. */
export function ledgerOf(release: string): string {
  const plain = normalize(release).replace(/[/\\]+$/, '');
  const folder = /^\.*$/.test(basename(plain)) ? resolve(release) : plain;
  return `${folder}.looks.jsonl`;
}

/** The looks so far; a chain that does not hold is a fault. */
export function readLedger(file: string): readonly LoggedLook[] {
  if (!existsSync(file)) return [];
  const read = readLooks(readFileSync(file, 'utf8'));
  if (read.ok) return read.looks;
  const reason = codedText(`look-${read.why}`);
  return refuse('ledger-broken', { reason }, { file, line: read.line });
}

/**
 * Appends looks to the ledger, on disk before this returns, and gives all that it has then. Only
 * one process writes at a time, so that two looks at once never follow the same one.
 */
export async function appendLooks(
  file: string,
  looks: readonly Look[],
): Promise<readonly LoggedLook[]> {
  const lock = `${file}.lock`;
  await takeLock(lock);
  try {
    const all = [...readLedger(file)];
    const before = all.length;
    for (const look of looks) all.push(nextLook(all, look));
    const lines = all.slice(before).map((look) => `${JSON.stringify(look)}\n`);
    const isTorn = before > 0 && !readFileSync(file, 'utf8').endsWith('\n');
    attempt(file, () => {
      const descriptor = openSync(file, 'a');
      try {
        writeSync(descriptor, `${isTorn ? '\n' : ''}${lines.join('')}`);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    });
    return all;
  } finally {
    rmSync(lock, { force: true });
  }
}

const attempts = 50;
const millisecondsBetween = 100;

async function takeLock(lock: string): Promise<void> {
  for (let tried = 0; tried < attempts; tried += 1) {
    const isTaken = attempt(lock, () => {
      try {
        closeSync(openSync(lock, 'wx'));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      }
    });
    if (isTaken) return;
    await pause(millisecondsBetween);
  }
  refuse('ledger-locked', { file: lock });
}
