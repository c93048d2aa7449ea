import { closeSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linePieces } from './line-pieces.ts';
import { scratchFolder } from './scratch-folder.ts';
import type { ScratchFolder } from './scratch-folder.ts';
import { attempt } from './write-files.ts';

/**
 * Checked rows in a temporary file until all are known to be valid, so that memory does not grow
 * with the import and the write, which blocks everybody else, does nothing but write.
 */
export class StagedRows<Row> {
  /** Where they are kept meanwhile. */
  readonly file: string;
  readonly #folder: ScratchFolder;
  readonly #descriptor: number;
  #pending: string[] = [];
  #length = 0;
  #closed = false;
  size: number;

  /** With a size, those that another process has kept in the folder. */
  constructor(folder: ScratchFolder = scratchFolder('import'), size = 0) {
    this.#folder = folder;
    this.size = size;
    this.file = join(folder.path, 'rows.jsonl');
    this.#descriptor = openSync(this.file, size > 0 ? 'r' : 'w', 0o600);
  }

  add(row: Row): void {
    const text = JSON.stringify(row);
    this.#pending.push(text, '\n');
    this.#length += text.length;
    this.size += 1;
    if (this.#length > 1_000_000) this.#flush();
  }

  /** Writes down what is still held, for another process to read. */
  close(): void {
    this.#flush();
    this.#closed = true;
    closeSync(this.#descriptor);
  }

  /** The first rows, at most so many. */
  async first(count: number): Promise<readonly Row[]> {
    for await (const batch of this.batches(count)) return batch;
    return [];
  }

  /**
   * The rows in batches of so many, or of about so many characters; can be read again when a write
   * is retried.
   */
  async *batches(
    size: number,
    characters = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<readonly Row[]> {
    this.#flush();
    let batch: Row[] = [];
    let length = 0;
    for await (const { text } of linePieces(this.file, this.file)) {
      for (let start = 0; start < text.length;) {
        const end = text.indexOf('\n', start);
        batch.push(JSON.parse(text.slice(start, end)) as Row);
        length += end - start;
        start = end + 1;
        if (batch.length < size && length < characters) continue;
        yield batch;
        batch = [];
        length = 0;
      }
    }
    if (batch.length > 0) yield batch;
  }

  /** Removes the file. */
  async discard(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#descriptor);
    await this.#folder.discard();
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    const bytes = Buffer.from(this.#pending.join(''), 'utf8');
    for (let done = 0; done < bytes.length;)
      done += attempt(tmpdir(), () => writeSync(this.#descriptor, bytes, done));
    this.#pending = [];
    this.#length = 0;
  }
}
