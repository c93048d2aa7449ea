import { InputError, countFaults, fault, faultOfRows, refuse } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { existsSync, fstatSync } from 'node:fs';
import {
  checkText,
  closeAfterReading,
  countLines,
  markLength,
  openForReading,
  readNext,
} from './read-bytes.ts';

/** Small enough to stay in a processor's cache, where scanning is fastest. */
const chunkBytes = 256 * 1024;

/** Longer lines are refused: they are not rows, and would take unbounded memory. */
export const longestLine = 64 * 1024 * 1024;

/** How far a file has been read, for a progress bar. */
export type Progress = (done: number, total: number) => void;

/** What a reader of lines returns when it needs no more of them. */
export const stopReading = Symbol('stop reading');

/** Takes bytes of whole lines and returns how many lines they are; the buffer is reused. */
type ByteChunk = (
  bytes: Buffer,
  start: number,
  end: number,
  firstLine: number,
) => number | typeof stopReading;

/**
 * Reads a file (or standard input, `-`) in pieces that end at line breaks, so that memory does not
 * grow. Drops a byte order mark; refuses bytes that are not UTF-8, with their line.
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
    const deliver = (end: number): typeof stopReading | undefined => {
      const start = first ? markLength(buffer) : 0;
      first = false;
      checkText(buffer.subarray(start, end), file, line);
      const lines = chunk(buffer, start, end, line);
      if (lines === stopReading) return lines;
      line += lines;
      return undefined;
    };
    for (;;) {
      const length = readNext(descriptor, buffer.subarray(carried, carried + chunkBytes), file);
      if (length === 0) break;
      done += length;
      const filled = carried + length;
      // What was carried over has no line break.
      const found = buffer.subarray(carried, filled).lastIndexOf(10);
      const end = found < 0 ? 0 : carried + found + 1;
      if (end === 0 && filled > longestLine)
        refuse('line-too-long', { limit: longestLine }, { file, line });
      if (end > 0) {
        if (deliver(end) === stopReading) return;
        buffer.copyWithin(0, end, filled);
      }
      carried = filled - end;
      if (carried + chunkBytes > buffer.length)
        buffer = Buffer.concat([buffer.subarray(0, carried)], 2 * (carried + chunkBytes));
      progress?.(done, total);
    }
    if (carried > 0) deliver(carried);
  } finally {
    closeAfterReading(descriptor);
  }
}

/** Calls `piece` with text that ends at a line break, and the number of its first line. */
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

/** Calls `each` with the bytes of every line that is not empty, and its number. */
export function readByteLines(
  file: string,
  each: (bytes: Buffer, start: number, end: number, line: number) => unknown,
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
        if (content > start && each(bytes, start, content, line) === stopReading)
          return stopReading;
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
  each: (text: string, line: number) => unknown,
  progress?: Progress,
): void {
  readByteLines(
    file,
    (bytes, start, end, line) => {
      const text = bytes.toString('utf8', start, end);
      return isBlank(text) ? undefined : each(text, line);
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

/**
 * Collects faults to throw them together: keeps the first 50 and counts the rest. More than three
 * rows of a file with the very same fault are one entry with their number.
 */
export class FaultList {
  readonly faults: Fault[] = [];
  count = 0;
  static readonly shown = 50;
  readonly #alike = new Map<string, Alike>();

  add(...found: readonly Fault[]): void {
    this.addAll(found);
  }

  /** For a whole file, which may have more faults than a call takes arguments. */
  addAll(found: readonly Fault[], place: Pick<Fault, 'file' | 'line'> = {}): void {
    for (const one of found) {
      this.count += one.rows ?? 1;
      this.keep({ ...one, ...place });
    }
  }

  /** Adds a remark before the faults of a file; it does not count as a fault. */
  note(found: Fault | null): void {
    if (found !== null) this.faults.unshift({ ...found, rows: 0 });
  }

  /** Keeps a fault that was counted, alone or with those like it. */
  protected keep(found: Fault): void {
    const { code, values, file, fix, rows = 1 } = found;
    const key = JSON.stringify([code, file, values, fix?.value]);
    const alike = this.#alike.get(key);
    if (alike === undefined && this.faults.length >= FaultList.shown) return;
    if (alike === undefined) this.#alike.set(key, { rows, kept: [found] });
    else {
      alike.rows += rows;
      if (alike.rows > likeApart) this.#join(alike);
      else alike.kept.push(found);
    }
    if (alike === undefined || alike.rows <= likeApart) this.faults.push(found);
  }

  #join(alike: Alike): void {
    const [first, ...others] = alike.kept;
    for (const other of others) this.faults.splice(this.faults.indexOf(other), 1);
    const joined = faultOfRows(first!, alike.rows);
    this.faults[this.faults.indexOf(first!)] = joined;
    alike.kept = [joined];
  }

  /** The result of the work; null if it throws faults, which join the others. */
  gather<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.addAll(error.faults);
      this.count += error.count - countFaults(error.faults);
      return null;
    }
  }

  throwIfAny(): void {
    if (this.count > 0) throw new InputError(this.faults, this.count);
  }
}

/** Faults of a file with the same code and values. */
interface Alike {
  rows: number;
  kept: Fault[];
}

/** How many alike faults are listed one by one. */
const likeApart = 3;

/** Refuses all missing files together, for a command that reads several one after the other. */
export function checkThere(files: readonly string[]): void {
  const missing = files.filter((file) => file !== '-' && !existsSync(file));
  if (missing.length > 0)
    throw new InputError(missing.map((file) => fault('file-not-found', { file })));
}
