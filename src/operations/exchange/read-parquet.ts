import { Worker } from 'node:worker_threads';
import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { fault, InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { PlacedRow } from '../../formats/json-rows.ts';
import type { ParquetLimits } from '../../formats/parquet.ts';

/**
 * What reading a Parquet file may take, beside what {@link ParquetLimits} says of its content.
 * @internal
 */
export const parquetResources = {
  seconds: 300,
  /** JavaScript objects in the thread. */
  heapMegabytes: 4096,
  /** How much the whole process may grow, buffers included. */
  grownMegabytes: 8192,
};

/** A file for the thread to read. */
export interface ParquetWork {
  readonly bytes: ArrayBuffer;
  readonly limits?: Partial<ParquetLimits>;
}

/** What the thread answers: some rows, that there are no more, or what is wrong. */
export type ParquetReply =
  | { readonly rows: readonly PlacedRow[] }
  | { readonly done: true }
  | { readonly faults: readonly Fault[] };

/** Reads a Parquet file in a thread of its own; see {@link ParquetReader}. */
export async function readParquetFile(
  work: ParquetWork,
  resources = parquetResources,
): Promise<readonly PlacedRow[]> {
  const reader = new ParquetReader(resources);
  try {
    return await reader.read(work);
  } finally {
    await reader.close();
  }
}

/**
 * Reads Parquet files in a thread, one after the other. Damaged counts and lengths can make the
 * decoder loop forever or use any amount of memory, so the thread is stopped at a limit of either.
 * @internal
 */
export class ParquetReader {
  readonly #resources: typeof parquetResources;
  #thread: Worker | null = null;
  #take: (reply: ParquetReply) => void = () => undefined;
  #fail: (reason: CodedText) => void = () => undefined;

  constructor(resources = parquetResources) {
    this.#resources = resources;
  }

  async read(work: ParquetWork): Promise<readonly PlacedRow[]> {
    const { seconds, grownMegabytes } = this.#resources;
    const started = performance.now();
    const before = process.memoryUsage.rss();
    const thread = (this.#thread ??= this.#start());
    const watch = setInterval(() => {
      if (performance.now() - started > seconds * 1000)
        this.#exceeds(codedText('parquet-slow', { seconds }));
      if (process.memoryUsage.rss() - before > grownMegabytes * 2 ** 20)
        this.#exceeds(codedText('parquet-large', { megabytes: grownMegabytes }));
    }, 50);
    try {
      return await new Promise((resolve, reject) => {
        const rows: PlacedRow[] = [];
        this.#take = (reply) => {
          if ('faults' in reply) reject(new InputError(reply.faults));
          else if ('done' in reply) resolve(rows);
          else for (const row of reply.rows) rows.push(row);
        };
        this.#fail = (reason) => reject(new InputError([fault('bad-parquet', { reason })]));
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
        thread.postMessage(work);
      });
    } finally {
      clearInterval(watch);
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  #start(): Worker {
    const { heapMegabytes } = this.#resources;
    const thread = new Worker(threadFile, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    thread.on('message', (reply: ParquetReply) => {
      if (thread === this.#thread) this.#take(reply);
    });
    thread.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (thread !== this.#thread) return;
      if (code === 'ERR_WORKER_OUT_OF_MEMORY')
        this.#exceeds(codedText('parquet-large', { megabytes: heapMegabytes }));
      else this.#fail(codedText('parquet-damaged'));
      this.#thread = null;
    });
    return thread;
  }

  #exceeds(reason: CodedText): void {
    this.#fail(reason);
    void this.close();
  }
}

/** A clone runs the sources, a package the JavaScript made from them. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './parquet-thread.ts' : './parquet-thread.js',
  import.meta.url,
);
