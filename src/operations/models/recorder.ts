import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AttemptOutcome } from '../../domain/models/attempt.ts';
import { fault, InputError } from '../../domain/fault.ts';
import type { ModelJob } from '../../domain/models/model-job.ts';
import { failureReason } from '../failure-reason.ts';
import type { Ledger, Result } from './ledger.ts';
import { spoolResults } from './spool.ts';

/** At most so many results are kept in one write. */
const mostAtOnce = 500;

/**
 * Keeps results as they come: those that arrive while others are written go together in the next
 * write. When nothing can be saved any more, it says so once, and what was paid for goes into a
 * file beside the ledger.
 */
export class Recorder {
  readonly #ledger: Ledger;
  readonly #job: ModelJob;
  readonly #folder: string;
  readonly #onFailure: () => void;
  #waiting: { readonly result: Result; readonly done: (outcome: AttemptOutcome | null) => void }[] =
    [];
  #writing: Promise<void> | null = null;
  readonly #files = new Set<string>();
  #unsaved: { kept: number; lost: number; reason: string } | null = null;

  constructor(ledger: Ledger, job: ModelJob, folder: string, onFailure: () => void) {
    this.#ledger = ledger;
    this.#job = job;
    this.#folder = folder;
    this.#onFailure = onFailure;
  }

  /** Resolves with the outcome once the result is kept; null when it was known before. */
  add(result: Result): Promise<AttemptOutcome | null> {
    return new Promise((done) => {
      this.#waiting.push({ result, done });
      this.#writing ??= this.#write();
    });
  }

  /** Resolves when everything is kept; throws when some of it is in a file instead. */
  async finish(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
    if (this.#unsaved === null) return;
    const { kept: count, lost, reason } = this.#unsaved;
    const file = [...this.#files].join(', ');
    throw new InputError([
      ...(count === 0 ? [] : [fault('replies-spooled', { file, count, reason })]),
      ...(lost === 0 ? [] : [fault('replies-unsaved', { count: lost, reason })]),
    ]);
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Everything that arrives in this turn is written together: a write costs far more than a
      // reply.
      await nextTurn();
      const some = this.#waiting.splice(0, mostAtOnce);
      const results = some.map(({ result }) => result);
      try {
        if (this.#unsaved !== null) throw new Error(this.#unsaved.reason);
        const outcomes = await this.#ledger.record(results, this.#job);
        some.forEach(({ done }, at) => done(outcomes[at] ?? null));
      } catch (error) {
        this.#onFailure();
        const { files, lost } = spoolResults(this.#folder, this.#ledger, this.#job, results);
        for (const file of files) this.#files.add(file);
        const before = this.#unsaved ?? { kept: 0, lost: 0, reason: failureReason(error) };
        const kept = before.kept + results.length - lost;
        this.#unsaved = { ...before, kept, lost: before.lost + lost };
        for (const { done } of some) done(null);
      }
    }
    this.#writing = null;
  }
}
