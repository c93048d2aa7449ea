import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readRecordFiles } from '../../release/record-files.ts';
import type { ChosenRecord } from '../../release/record-files.ts';
import { fileLines } from './file-pieces.ts';

/** Reads the record of a release; null with the reason where that is impossible. */
export function readReleaseRecord(
  folder: string,
): ChosenRecord | { readonly failure: string; readonly file: string } {
  let last = '';
  try {
    const pathOf = (name: string): string | null => {
      last = name;
      const path = join(folder, name);
      // A forged record may name versions whose files lie elsewhere.
      if (relative(folder, path).startsWith('..')) throw new Error(`${name} lies outside`);
      return existsSync(path) ? path : null;
    };
    const read = readRecordFiles(
      (name) => {
        const path = pathOf(name);
        return path === null ? null : strictText(readFileSync(path));
      },
      (name) => {
        const path = pathOf(name);
        return path === null ? [] : fileLines(path);
      },
    );
    return read ?? { failure: 'record/record.json is missing or of another format', file: last };
  } catch (failure) {
    return { failure: failure instanceof Error ? failure.message : String(failure), file: last };
  }
}

function strictText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
