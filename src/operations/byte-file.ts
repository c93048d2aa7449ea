import { refuse } from '../domain/fault.ts';
import { isUtf8 } from 'node:buffer';
import { fstatSync } from 'node:fs';
import type { FillBytes } from '../formats/json-entries.ts';
import { closeAfterReading, notUtf8, openForReading, readNext } from './read-bytes.ts';
import type { Progress } from './text-file.ts';

/** Opens a file (or standard input, `-`) to read bytes, which must be UTF-8, and closes it. */
export function withBytes<T>(file: string, act: (fill: FillBytes) => T, progress?: Progress): T {
  const descriptor = openForReading(file);
  try {
    return act(checkedBytes(descriptor, file, progress));
  } finally {
    closeAfterReading(descriptor);
  }
}

/** The same for work that lets others have their turn in between. */
export async function withBytesCooperatively<T>(
  file: string,
  act: (fill: FillBytes) => Promise<T>,
  progress?: Progress,
): Promise<T> {
  const descriptor = openForReading(file);
  try {
    return await act(checkedBytes(descriptor, file, progress));
  } finally {
    closeAfterReading(descriptor);
  }
}

function checkedBytes(descriptor: number, file: string, progress: Progress | undefined): FillBytes {
  const total = descriptor === 0 ? 0 : fstatSync(descriptor).size;
  const text = new TextCheck(file);
  let done = 0;
  return (into) => {
    const count = readNext(descriptor, into, file);
    text.check(into, count);
    done += count;
    progress?.(done, total);
    return count;
  };
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
      refuse('not-text', { got: notUtf8 }, { file: this.#file });
    this.#rest = piece.slice(whole);
  }
}

/** How many bytes at the end begin a character that does not end there. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    // The leading ones of the first byte are the length of the character.
    if (byte >= 0xc0) return back < Math.clz32(~byte << 24) ? back : 0;
  }
  return 0;
}
