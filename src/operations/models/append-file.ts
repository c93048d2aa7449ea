import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
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
  /** What waits to be written. Used again and again: new ones would wait for the collector. */
  #held = Buffer.alloc(0);
  #length = 0;

  constructor(path: string, isReadOnly = false) {
    this.path = path;
    this.#isReadOnly = isReadOnly;
  }

  /** Calls `each` with every whole line; cuts off what is behind the last one. */
  read(each: (line: string) => void): void {
    if (!existsSync(this.path)) return;
    if (!this.#isReadOnly) this.#open();
    // One line behind, since only its line break shows that the last line is complete.
    let before: string | null = null;
    readLines(this.path, (text) => {
      if (before !== null) each(before);
      before = text;
    });
    if (before !== null && (!this.#isReadOnly || endsWhole(this.path))) each(before);
  }

  /** Adds lines; they are on the disk when it returns, and forgotten when it fails. */
  append(lines: readonly string[]): void {
    const before = this.#length;
    this.hold(lines);
    try {
      this.flush();
    } catch (error) {
      this.#length = before;
      throw error;
    }
  }

  /** Takes lines that are to be written with the next ones. */
  hold(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const text = `${lines.join('\n')}\n`;
    // No letter takes more than three bytes: enough room, without counting them first.
    const most = this.#length + text.length * 3;
    if (this.#held.length < most) {
      const larger = Buffer.alloc(most * 2);
      this.#held.copy(larger, 0, 0, this.#length);
      this.#held = larger;
    }
    this.#length += this.#held.write(text, this.#length);
  }

  /** Writes what is held; it is on the disk when it returns, and still held when it fails. */
  flush(): void {
    if (this.#length === 0) return;
    const descriptor = this.#open();
    const before = fstatSync(descriptor).size;
    attempt(this.path, () => {
      try {
        const bytes = this.#held.subarray(0, this.#length);
        for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
        fdatasyncSync(descriptor);
      } catch (error) {
        // A full disk takes the beginning of a line.
        ftruncateSync(descriptor, before);
        throw error;
      }
    });
    this.#length = 0;
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

/** Whether a file ends with a line break. */
function endsWhole(path: string): boolean {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const last = Buffer.alloc(1);
    return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === 10;
  } finally {
    closeSync(descriptor);
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
