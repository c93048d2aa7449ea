import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';

/** How long a thread without work is kept, in milliseconds. */
const keptFor = 30_000;

/**
 * Threads for one kind of work. One that is done is kept for a while: to start another takes about
 * a second of computing. What it holds does not keep the process alive.
 */
export class KeptThread {
  readonly #file: URL;
  readonly #options: WorkerOptions;
  #idle: Worker | null = null;
  #ending: NodeJS.Timeout | undefined;

  constructor(file: URL, options: WorkerOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** The thread that is idle, or a new one. */
  take(): Worker {
    const thread = this.#idle ?? new Worker(this.#file, this.#options);
    this.#forget();
    thread.removeAllListeners();
    thread.ref();
    return thread;
  }

  /** Takes a thread back that has answered; one that has not is to be terminated. */
  async giveBack(thread: Worker): Promise<void> {
    thread.removeAllListeners();
    if (this.#idle !== null) {
      await thread.terminate();
      return;
    }
    // An end without work is not a failure.
    thread.on('error', () => this.#forget(thread));
    thread.on('exit', () => this.#forget(thread));
    thread.unref();
    this.#idle = thread;
    this.#ending = setTimeout(() => void thread.terminate(), keptFor).unref();
  }

  #forget(thread = this.#idle): void {
    if (thread !== this.#idle) return;
    this.#idle = null;
    clearTimeout(this.#ending);
  }
}
