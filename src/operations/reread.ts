import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../domain/fault.ts';
import { readPieces } from './text-file.ts';

/**
 * Runs `act` with the path of a file that can be read more than once. Standard input (`-`) is first copied to a temporary file, which is
 * removed afterwards; faults name standard input, not the copy.
 */
export function withRereadable<T>(file: string, act: (path: string) => T): T {
  if (file !== '-') return act(file);
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  const path = join(folder, 'stdin');
  try {
    copyInput(path);
    return act(path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const faults = error.faults.map((one) => ({ ...one, message: one.message.replaceAll(path, 'standard input'), ...(one.file === path ? { file: 'standard input' } : {}) }));
    throw new InputError(faults, error.count);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyInput(path: string): void {
  const descriptor = openSync(path, 'w');
  try {
    readPieces('-', (text) => writeSync(descriptor, text));
  } finally {
    closeSync(descriptor);
  }
}
