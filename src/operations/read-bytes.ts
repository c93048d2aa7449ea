import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { TextValue } from '../domain/coded-text.ts';
import { refuse } from '../domain/fault.ts';
import { codedText } from '../domain/text-values.ts';
import { failureCode, failureReason } from './failure-reason.ts';

/** Opens a file for reading; `-` is standard input. */
export function openForReading(file: string): number {
  if (file === '-') return 0;
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    return refuseUnreadable(error, file);
  }
  if (fstatSync(descriptor).isDirectory()) {
    closeSync(descriptor);
    refuse('file-unreadable', { file, reason: folderReason });
  }
  return descriptor;
}

/** Closes a file that was opened; standard input stays open. */
export function closeAfterReading(descriptor: number): void {
  if (descriptor !== 0) closeSync(descriptor);
}

/** Reads the next bytes; 0 at the end. */
export function readNext(descriptor: number, into: Uint8Array, file: string): number {
  for (;;) {
    try {
      return readSync(descriptor, into, 0, into.length, null);
    } catch (error) {
      const code = failureCode(error);
      if (code === 'EOF') return 0;
      // Standard input may be a pipe that has no data yet.
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      else refuseUnreadable(error, file);
    }
  }
}

export const folderReason = codedText('is-folder');

/** Refuses a file that cannot be opened or read. */
export function refuseUnreadable(error: unknown, file: string): never {
  const code = failureCode(error);
  if (code === 'ENOENT') refuse('file-not-found', { file });
  const reasons: Readonly<Record<string, TextValue>> = {
    EACCES: codedText('permission-denied'),
    EISDIR: folderReason,
    ENOTDIR: codedText('path-part-file'),
    EMFILE: codedText('too-many-files'),
  };
  return refuse('file-unreadable', { file, reason: reasons[code] ?? failureReason(error) });
}

/** Refuses bytes that are not text, with their line; `line` is the number of the first. */
export function checkText(bytes: Buffer, file: string, line: number): void {
  const zero = bytes.indexOf(0);
  if (zero >= 0)
    refuse(
      'not-text',
      { got: codedText('zero-byte') },
      { file, line: line + countLines(bytes.subarray(0, zero)) },
    );
  if (!isUtf8(bytes))
    refuse('not-text', { got: notUtf8 }, { file, line: line + linesBeforeBadByte(bytes) });
}

export const notUtf8 = codedText('bad-utf8');

/** How many line breaks there are. */
export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

/** How many bytes of a byte order mark there are at the beginning. */
export function markLength(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

function linesBeforeBadByte(bytes: Buffer): number {
  let lines = 0;
  for (let start = 0; start < bytes.length; lines += 1) {
    const found = bytes.indexOf(10, start);
    const end = found < 0 ? bytes.length : found;
    if (!isUtf8(bytes.subarray(start, end))) return lines;
    start = end + 1;
  }
  return lines;
}
