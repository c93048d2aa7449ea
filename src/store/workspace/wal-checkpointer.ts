import { closeSync, openSync, readSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Pages in SQLite's log that are worth moving into the file while writes go on. */
const manyPages = 4000;
/** Pages at which writes wait until the log is empty: only then does it stop growing. */
const tooManyPages = 32_000;

/**
 * Moves SQLite's log into the file from a thread, where SQLite would do it inside a commit and make
 * everybody wait for thousands of pages. Only the size of the log depends on it: commits are
 * durable.
 */
export class WalCheckpointer {
  readonly #file: string;
  readonly #index: number;
  readonly #lost: () => void;
  readonly #header = Buffer.alloc(100);
  /** Started when there is something to move for the first time: most files stay small. */
  #worker: Worker | null = null;
  #isOver = false;
  #running = false;
  #hold: { readonly over: Promise<void>; readonly end: () => void } | null = null;

  /** For a file that is open in this process; `lost` is called if the thread ends by itself. */
  constructor(file: string, lost: () => void) {
    this.#file = file;
    this.#index = openSync(`${file}-shm`, 'r');
    this.#lost = lost;
  }

  /** To be called after each commit. */
  committed(): void {
    if (this.#running || this.#isOver) return;
    const { pages, done } = this.#pages();
    if (pages - done < manyPages) return;
    if (pages > tooManyPages) this.#wait();
    this.#running = true;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    (this.#worker ??= this.#start()).postMessage('empty');
  }

  /** To be awaited before a write begins; null when there is nothing to wait for. */
  get busy(): Promise<void> | null {
    return this.#hold?.over ?? null;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#isOver = true;
    if (worker !== null) {
      const ended = new Promise<unknown>((resolve) => worker.once('exit', resolve));
      worker.ref();
      // A thread has no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage('end');
      await ended;
    }
    closeSync(this.#index);
  }

  #start(): Worker {
    const worker = new Worker(new URL('wal-checkpointer-thread.mjs', import.meta.url), {
      workerData: this.#file,
      execArgv: [],
      // A small nursery, which saves memory. A limit on the heap could end the whole process.
      resourceLimits: { maxYoungGenerationSizeMb: 1 },
    });
    worker.on('message', () => this.#done());
    worker.once('error', () => this.#lose());
    worker.once('exit', () => this.#lose());
    // It must not keep a process alive that has nothing else to do.
    worker.unref();
    return worker;
  }

  /** The length of the log and how much is in the file, from https://sqlite.org/walformat.html. */
  #pages(): { readonly pages: number; readonly done: number } {
    readSync(this.#index, this.#header, 0, this.#header.length, 0);
    return { pages: this.#header.readUInt32LE(16), done: this.#header.readUInt32LE(96) };
  }

  #wait(): void {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#hold = { over, end };
  }

  #done(): void {
    this.#running = false;
    this.#hold?.end();
    this.#hold = null;
  }

  #lose(): void {
    this.#done();
    this.#worker = null;
    if (this.#isOver) return;
    this.#isOver = true;
    this.#lost();
  }
}
