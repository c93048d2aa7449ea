import { isUtf8 } from 'node:buffer';
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { fault, InputError, refuse } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';

const chunkBytes = 4 * 1024 * 1024;

/** A line longer than this is refused: it is not a row, and keeping it would take unbounded memory. */
export const longestLine = 64 * 1024 * 1024;

/** How far a file has been read, for a progress bar. */
export type Progress = (done: number, total: number) => void;

/**
 * Reads a text file (or standard input, `-`) in pieces that end at line breaks, so that memory does not grow with the file. `piece` gets
 * the text and the number of its first line. A byte order mark is dropped. Text that is not UTF-8 is refused with its line.
 */
export function readPieces(file: string, piece: (text: string, firstLine: number) => void, progress?: Progress): void {
  const descriptor = openForReading(file);
  try {
    const total = descriptor === 0 ? 0 : fstatSync(descriptor).size;
    let carried = Buffer.alloc(0);
    let line = 1;
    let done = 0;
    let first = true;
    const deliver = (bytes: Buffer): void => {
      const text = decode(bytes, file, line, first);
      first = false;
      piece(text, line);
      line += countLines(bytes);
    };
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const length = readChunk(descriptor, chunk, file);
      if (length === 0) break;
      done += length;
      const bytes = carried.length === 0 ? chunk.subarray(0, length) : Buffer.concat([carried, chunk.subarray(0, length)]);
      const end = bytes.lastIndexOf(10) + 1;
      if (end === 0 && bytes.length > longestLine) refuse('line-too-long', { limit: longestLine }, { file, line });
      if (end > 0) deliver(bytes.subarray(0, end));
      carried = bytes.subarray(end);
      progress?.(done, total);
    }
    if (carried.length > 0) deliver(carried);
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/** Calls `each` with every line of a text file that is not blank, and its number. */
export function readLines(file: string, each: (text: string, line: number) => void, progress?: Progress): void {
  readPieces(
    file,
    (text, firstLine) => {
      let line = firstLine;
      for (let start = 0; start < text.length; line += 1) {
        const found = text.indexOf('\n', start);
        const end = found < 0 ? text.length : found;
        const content = text.charCodeAt(end - 1) === 13 && end > start ? text.slice(start, end - 1) : text.slice(start, end);
        if (!isBlank(content)) each(content, line);
        start = end + 1;
      }
    },
    progress,
  );
}

/** The whole text of a file that is small by nature, such as a protocol. */
export function readText(file: string): string {
  const pieces: string[] = [];
  readPieces(file, (text) => pieces.push(text));
  return pieces.join('');
}

/** Gathers faults, and throws them together: the first 50 are kept, the rest are counted. */
export class FaultList {
  readonly faults: Fault[] = [];
  count = 0;
  static readonly shown = 50;

  add(...found: readonly Fault[]): void {
    for (const one of found) {
      this.count += 1;
      if (this.faults.length < FaultList.shown) this.faults.push(one);
    }
  }

  throwIfAny(): void {
    if (this.count > 0) throw new InputError(this.faults, this.count);
  }
}

function openForReading(file: string): number {
  if (file === '-') return 0;
  if (!existsSync(file)) refuse('file-not-found', { file });
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    refuse('file-unreadable', { file, reason: systemReason(error) });
  }
  if (fstatSync(descriptor).isDirectory()) {
    closeSync(descriptor);
    refuse('file-unreadable', { file, reason: 'it is a folder' });
  }
  return descriptor;
}

function readChunk(descriptor: number, chunk: Buffer, file: string): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk, 0, chunk.length, null);
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EOF') return 0;
      // Standard input may be a pipe that has nothing to give yet.
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      else refuse('file-unreadable', { file, reason: systemReason(error) });
    }
  }
}

function decode(bytes: Buffer, file: string, line: number, first: boolean): string {
  const body = first && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  const zero = body.indexOf(0);
  if (zero >= 0) throw new InputError([fault('not-text', { came: 'binary data (a zero byte)' }, { file, line: line + countLines(body.subarray(0, zero)) })]);
  if (!isUtf8(body)) throw new InputError([fault('not-text', { came: 'bytes that are not UTF-8; save the file as UTF-8' }, { file, line: line + linesBeforeBadByte(body) })]);
  return body.toString('utf8');
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
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

function isBlank(text: string): boolean {
  return text.length === 0 || (text.charCodeAt(0) <= 32 && text.trim() === '');
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function systemReason(error: unknown): string {
  const reasons: Record<string, string> = { EACCES: 'permission denied', EISDIR: 'it is a folder', EMFILE: 'too many open files' };
  return reasons[systemCode(error)] ?? (error instanceof Error ? error.message : String(error));
}
