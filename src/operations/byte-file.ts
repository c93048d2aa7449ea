import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fault, InputError, refuse } from '../domain/fault.ts';
import type { FillBytes } from '../formats/json-entries.ts';
import type { Progress } from './text-file.ts';

/**
 * Opens a file (or standard input, `-`) to be read in pieces of bytes that have nothing to do with
 * lines, and closes it afterwards. Bytes that are
 * not UTF-8 text are refused.
 */
export function withBytes<T>(file: string, act: (fill: FillBytes) => T, progress?: Progress): T {
  const descriptor = open(file);
  try {
    return act(checkedBytes(descriptor, file, progress));
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/** The same for work that lets others have their turn in between. */
export async function withBytesInTurns<T>(
  file: string,
  act: (fill: FillBytes) => Promise<T>,
  progress?: Progress,
): Promise<T> {
  const descriptor = open(file);
  try {
    return await act(checkedBytes(descriptor, file, progress));
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

function checkedBytes(descriptor: number, file: string, progress: Progress | undefined): FillBytes {
  const total = descriptor === 0 ? 0 : fstatSync(descriptor).size;
  const text = new TextCheck(file);
  let done = 0;
  return (into) => {
    const count = readOn(descriptor, into, file);
    text.check(into, count);
    done += count;
    progress?.(done, total);
    return count;
  };
}

function open(file: string): number {
  if (file === '-') return 0;
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') refuse('file-not-found', { file });
    refuse('file-unreadable', {
      file,
      reason:
        code === 'EACCES'
          ? 'permission denied'
          : error instanceof Error
            ? error.message
            : String(error),
    });
  }
  if (fstatSync(descriptor).isDirectory()) {
    closeSync(descriptor);
    refuse('file-unreadable', { file, reason: 'it is a folder' });
  }
  return descriptor;
}

function readOn(descriptor: number, into: Uint8Array, file: string): number {
  for (;;) {
    try {
      return readSync(descriptor, into, 0, into.length, null);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'EOF') return 0;
      // Standard input may be a pipe that has nothing to give yet.
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      else
        refuse('file-unreadable', {
          file,
          reason: error instanceof Error ? error.message : String(error),
        });
    }
  }
}

/** Checks pieces of a text whose characters may be cut in two between them. */
class TextCheck {
  readonly #file: string;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(file: string) {
    this.#file = file;
  }

  check(bytes: Uint8Array, count: number): void {
    const piece =
      this.#rest.length === 0
        ? bytes.subarray(0, count)
        : Buffer.concat([this.#rest, bytes.subarray(0, count)]);
    const whole = count === 0 ? piece.length : piece.length - unfinished(piece);
    if (!isUtf8(piece.subarray(0, whole)))
      throw new InputError([
        fault(
          'not-text',
          { got: 'bytes that are not UTF-8; save the file as UTF-8' },
          { file: this.#file },
        ),
      ]);
    this.#rest = piece.slice(whole);
  }
}

/** How many bytes at the end begin a character that does not end there. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
