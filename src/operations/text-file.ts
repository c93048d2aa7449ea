import { isUtf8 } from 'node:buffer';
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { fault, InputError, refuse } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';

/** Small enough to stay in a processor's cache, where scanning is fastest. */
const chunkBytes = 256 * 1024;

/**
 * A line longer than this is refused: it is not a row, and keeping it would take unbounded memory.
 */
export const longestLine = 64 * 1024 * 1024;

/** How far a file has been read, for a progress bar. */
export type Progress = (done: number, total: number) => void;

/**
 * Takes bytes of whole lines, from `start` to `end`, and returns how many lines they are; the
 * buffer is used again for the next ones.
 */
type ByteChunk = (bytes: Buffer, start: number, end: number, firstLine: number) => number;

/**
 * Reads a file (or standard input, `-`) in pieces that end at line breaks, so that memory does not
 * grow with the file. A byte order
 * mark is dropped. Bytes that are not UTF-8 text are refused with their line.
 */
function readChunks(file: string, chunk: ByteChunk, progress?: Progress): void {
  const descriptor = openForReading(file);
  try {
    const total = descriptor === 0 ? 0 : fstatSync(descriptor).size;
    let buffer = Buffer.allocUnsafe(2 * chunkBytes);
    let carried = 0;
    let line = 1;
    let done = 0;
    let first = true;
    const deliver = (end: number): void => {
      const start = first && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0;
      first = false;
      checkText(buffer.subarray(start, end), file, line);
      line += chunk(buffer, start, end, line);
    };
    for (;;) {
      const length = readChunk(descriptor, buffer.subarray(carried, carried + chunkBytes), file);
      if (length === 0) break;
      done += length;
      const filled = carried + length;
      // What was carried over has no line break.
      const found = buffer.subarray(carried, filled).lastIndexOf(10);
      const end = found < 0 ? 0 : carried + found + 1;
      if (end === 0 && filled > longestLine)
        refuse('line-too-long', { limit: longestLine }, { file, line });
      if (end > 0) {
        deliver(end);
        buffer.copyWithin(0, end, filled);
      }
      carried = filled - end;
      if (carried + chunkBytes > buffer.length)
        buffer = Buffer.concat([buffer.subarray(0, carried)], 2 * (carried + chunkBytes));
      progress?.(done, total);
    }
    if (carried > 0) deliver(carried);
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/**
 * Calls `piece` with pieces of a text file that end at line breaks, and the number of the first
 * line of each.
 */
export function readPieces(
  file: string,
  piece: (text: string, firstLine: number) => void,
  progress?: Progress,
): void {
  readChunks(
    file,
    (bytes, start, end, line) => {
      piece(bytes.toString('utf8', start, end), line);
      return countLines(bytes.subarray(start, end));
    },
    progress,
  );
}

/**
 * Calls `each` with the bytes of every line that is not empty, without its line break, and its
 * number.
 */
export function readByteLines(
  file: string,
  each: (bytes: Buffer, start: number, end: number, line: number) => void,
  progress?: Progress,
): void {
  readChunks(
    file,
    (bytes, from, to, firstLine) => {
      let line = firstLine;
      for (let start = from; start < to; line += 1) {
        const found = bytes.indexOf(10, start);
        const end = found < 0 || found >= to ? to : found;
        const content = end > start && bytes[end - 1] === 13 ? end - 1 : end;
        if (content > start) each(bytes, start, content, line);
        start = end + 1;
      }
      return line - firstLine;
    },
    progress,
  );
}

/** Calls `each` with every line of a text file that is not blank, and its number. */
export function readLines(
  file: string,
  each: (text: string, line: number) => void,
  progress?: Progress,
): void {
  readByteLines(
    file,
    (bytes, start, end, line) => {
      const text = bytes.toString('utf8', start, end);
      if (!isBlank(text)) each(text, line);
    },
    progress,
  );
}

/** True for a line with nothing in it. */
export function isBlank(text: string): boolean {
  return text.length === 0 || (text.charCodeAt(0) <= 32 && text.trim() === '');
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
    this.addAll(found);
  }

  /** Those of a whole file, which may be more than a call takes arguments. */
  addAll(found: readonly Fault[], place: Pick<Fault, 'file'> = {}): void {
    for (const one of found) {
      this.count += 1;
      if (this.faults.length < FaultList.shown) this.faults.push({ ...one, ...place });
    }
  }

  /** What the work gives; the faults that it throws join the others, and then there is nothing. */
  gather<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.addAll(error.faults);
      this.count += error.count - error.faults.length;
      return null;
    }
  }

  throwIfAny(): void {
    if (this.count > 0) throw new InputError(this.faults, this.count);
  }
}

/**
 * Refuses, together, all files that are not there; for a command that reads several, one after the
 * other. Standard input is there.
 */
export function checkThere(files: readonly string[]): void {
  const missing = files.filter((file) => file !== '-' && !existsSync(file));
  if (missing.length > 0)
    throw new InputError(missing.map((file) => fault('file-not-found', { file })));
}

function openForReading(file: string): number {
  if (file === '-') return 0;
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') refuse('file-not-found', { file });
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

function checkText(bytes: Buffer, file: string, line: number): void {
  const zero = bytes.indexOf(0);
  if (zero >= 0)
    throw new InputError([
      fault(
        'not-text',
        { got: 'binary data (a zero byte)' },
        { file, line: line + countLines(bytes.subarray(0, zero)) },
      ),
    ]);
  if (!isUtf8(bytes))
    throw new InputError([
      fault(
        'not-text',
        { got: 'bytes that are not UTF-8; save the file as UTF-8' },
        { file, line: line + linesBeforeBadByte(bytes) },
      ),
    ]);
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

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function systemReason(error: unknown): string {
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is a file',
    EMFILE: 'too many open files',
  };
  return reasons[systemCode(error)] ?? (error instanceof Error ? error.message : String(error));
}
