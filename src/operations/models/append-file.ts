import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../write-files.ts';
import { readLines } from '../text-file.ts';

/**
 * A file of lines that is only added to. A line is there as a whole or not at all: what a crash
 * left of one is cut off when the file is opened again, and a write that fails is undone.
 */
export class AppendFile {
  readonly path: string;
  readonly #isReadOnly: boolean;
  #descriptor: number | null = null;
  /** Used again for each write: a buffer for each would wait for the garbage collector. */
  #scratch = Buffer.alloc(0);

  constructor(path: string, isReadOnly = false) {
    this.path = path;
    this.#isReadOnly = isReadOnly;
  }

  /** Calls `each` with every whole line; cuts off what is behind the last one. */
  read(each: (line: string) => void): void {
    if (!existsSync(this.path)) return;
    if (this.#isReadOnly) {
      for (const line of readFileSync(this.path, 'utf8').split('\n').slice(0, -1)) each(line);
      return;
    }
    this.#open();
    readLines(this.path, (text) => {
      if (text.trim() !== '') each(text);
    });
  }

  /** Adds lines; they are on the disk when it returns. */
  append(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const descriptor = this.#open();
    const bytes = this.#encoded(`${lines.join('\n')}\n`);
    const before = fstatSync(descriptor).size;
    attempt(this.path, () => {
      try {
        for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
        fdatasyncSync(descriptor);
      } catch (error) {
        // A full disk takes the beginning of a line.
        ftruncateSync(descriptor, before);
        throw error;
      }
    });
  }

  #encoded(text: string): Buffer {
    // No letter takes more than three bytes: enough room, without counting them first.
    const most = text.length * 3;
    if (this.#scratch.length < most) this.#scratch = Buffer.alloc(most * 2);
    return this.#scratch.subarray(0, this.#scratch.write(text));
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #open(): number {
    if (this.#descriptor !== null) return this.#descriptor;
    return attempt(this.path, () => {
      mkdirSync(dirname(this.path), { recursive: true });
      const descriptor = openSync(this.path, 'a+', 0o600);
      cutTornLine(descriptor);
      return (this.#descriptor = descriptor);
    });
  }
}

function cutTornLine(descriptor: number): void {
  const { size } = fstatSync(descriptor);
  const buffer = Buffer.alloc(Math.min(size, 64 * 1024));
  let end = size;
  while (end > 0) {
    const from = Math.max(0, end - buffer.length);
    const length = readSync(descriptor, buffer, 0, end - from, from);
    const found = buffer.subarray(0, length).lastIndexOf(10);
    if (found >= 0) {
      if (from + found + 1 < size) ftruncateSync(descriptor, from + found + 1);
      return;
    }
    end = from;
  }
  if (size > 0) ftruncateSync(descriptor, 0);
}
