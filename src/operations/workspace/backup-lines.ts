import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { codedText } from '../../domain/text-values.ts';
import { InputError, refuse } from '../../domain/fault.ts';
import { failureReason } from '../failure-reason.ts';
import { decrypted } from './age-file.ts';
import type { AgeKeys } from './age-file.ts';

/** How the lines are stored: as they are, zipped, or zipped and then encrypted. */
export type LineCoding = 'plain' | 'zipped' | { readonly keys: AgeKeys };

/** The lines of a portable backup, counted, so that a damaged one can be named. */
export class BackupLines {
  readonly #file: string;
  readonly #lines: AsyncGenerator<string, void>;
  #number = 0;

  constructor(file: string, coding: LineCoding) {
    this.#file = file;
    this.#lines = backupLines(file, coding);
  }

  /** The number of the line that was read last. */
  get number(): number {
    return this.#number;
  }

  /** The next line; null at the end. */
  async next(): Promise<string | null> {
    const { done, value } = await this.#lines.next();
    if (done === true) return null;
    this.#number += 1;
    return value;
  }

  /** The value in a line that was just read, and of which row of a table it should be. */
  parse(text: string, place?: { readonly row: number; readonly table: string }): unknown {
    try {
      return JSON.parse(text);
    } catch {
      const line = { line: this.#number };
      const reason =
        place === undefined
          ? codedText('backup-line-unreadable', line)
          : codedText('backup-row-unreadable', { ...line, ...place });
      return refuse('backup-damaged', { file: this.#file, reason });
    }
  }
}

async function* backupLines(file: string, coding: LineCoding): AsyncGenerator<string, void> {
  const source = typeof coding === 'string' ? createReadStream(file) : await opened(file, coding);
  const input: Readable = coding === 'plain' ? source : source.pipe(createGunzip());
  let failure: unknown = null;
  for (const stream of new Set<Readable>([source, input])) {
    stream.on('error', (error) => {
      failure ??= error;
      input.destroy(error);
    });
  }
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]();
  const next = async (): Promise<IteratorResult<string>> => {
    try {
      return await lines.next();
    } catch (error) {
      // The lines may end with the error of what they are read from, or only end.
      failure ??= error;
      return { done: true, value: undefined };
    }
  };
  for (let text = await next(); text.done !== true; text = await next()) yield text.value;
  if (failure !== null) refuse('backup-damaged', { file, reason: failureReason(failure) });
}

async function opened(file: string, { keys }: { readonly keys: AgeKeys }): Promise<Readable> {
  try {
    return await decrypted(file, keys);
  } catch (failure) {
    if (failure instanceof InputError) throw failure;
    return refuse('backup-damaged', { file, reason: failureReason(failure) });
  }
}
