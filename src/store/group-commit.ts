import { setImmediate as nextTurn } from 'node:timers/promises';
import { InputError } from '../domain/fault.ts';
import { auditOf, chainAudit, collectAudit } from './workspace/audit.ts';
import type { AuditEntry, ChainedWork } from './workspace/audit.ts';
import type { WriteHandle } from './kysely-handle.ts';
import { Bindings } from './workspace/bindings.ts';
import type { WriteTransaction } from './tables.ts';

/** One connection that holds one transaction at a time. */
export interface Writer {
  begin(): Promise<void>;
  /** A fresh handle for one write inside the open transaction. */
  handle(): WriteHandle;
  /** Before a write that shares the transaction with others. */
  savepoint(): Promise<void>;
  /** After it. */
  release(): Promise<void>;
  /** Rolls back to the savepoint; false when only a full rollback is possible. */
  undo(): Promise<boolean>;
  commit(): Promise<void>;
  /** Leaves no transaction open in any case. */
  abandon(): Promise<void>;
  /** Whether, after a failure, the transaction is gone with everything in it. */
  isBroken(failure: unknown): boolean;
  /** What a failure means for the writes of the transaction. */
  meaning(failure: unknown): FailureMeaning;
  /** The error to report, as a fault where the catalogue has one. */
  explain(failure: unknown): unknown;
  close(): Promise<void>;
}

/**
 * `retry`: nothing was stored, may succeed next time. `alone`: the same, in separate transactions.
 * `unknown`: it may have been stored. `final`: nothing was stored, and it would fail again.
 */
export type FailureMeaning = 'retry' | 'alone' | 'unknown' | 'final';

/** Properties of a write. */
export interface WriteOptions {
  /** Idempotent, so it may be repeated even if it may already have been stored. */
  readonly repeatable?: boolean;
  /** Waits for locks, so it gets its own transaction and blocks no other write meanwhile. */
  readonly alone?: boolean;
}

/** When a write last ended well or badly, as far as that says something of the database. */
export interface WriteState {
  readonly provenAt: number;
  readonly failedAt: number;
  readonly failure: unknown;
}

const mostAttempts = 8;
/** How long a write waits for a writer before another one is opened, in milliseconds. */
const longestWait = 50;

/**
 * Group commit: waiting writes run one after the other in one transaction with one flush, and are
 * acknowledged after it. A failed write is rolled back alone; where the writer cannot do that, the
 * others run again, each alone. On one writer, writes keep their order.
 */
export class GroupCommit {
  readonly #idle: Writer[];
  readonly #writers: readonly Writer[];
  readonly #largest: number;
  readonly #clock: () => Date;
  #waiting: Pending[] = [];
  #running = 0;
  #timer: NodeJS.Timeout | null = null;
  #closing: (() => void) | null = null;
  #state: WriteState = { provenAt: -Infinity, failedAt: -Infinity, failure: null };

  constructor(writers: readonly Writer[], largest: number, clock: () => Date) {
    this.#clock = clock;
    this.#writers = writers;
    this.#idle = [...writers];
    this.#largest = largest;
  }

  get state(): WriteState {
    return this.#state;
  }

  write<T>(work: (tx: WriteTransaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    if (this.#closing !== null) return Promise.reject(new Error('The store is closed'));
    const { repeatable = false, alone = false } = options;
    return new Promise<T>((settle, reject) => {
      const resolve = settle as (value: unknown) => void;
      this.#waiting.push({ work, resolve, reject, repeatable, alone, attempts: 0 });
      if (this.#running === 0) this.#wake();
      else this.#wakeLater();
    });
  }

  /** Ends after everything that waits is written. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#closing = resolve;
      this.#endIfDone();
    });
    for (const writer of this.#writers) await writer.close();
  }

  /** A second writer splits batches, so it helps only while the first is busy for long. */
  #wakeLater(): void {
    if (this.#idle.length === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#waiting.length > 0) this.#wake();
    }, longestWait);
  }

  #wake(): void {
    const writer = this.#idle.pop();
    if (writer === undefined) return;
    this.#running += 1;
    void this.#drive(writer);
  }

  async #drive(writer: Writer): Promise<void> {
    // Everything that arrives in this turn of the event loop shares the transaction.
    await nextTurn();
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      await this.#run(writer, batch);
      await nextTurn();
    }
    this.#idle.push(writer);
    this.#running -= 1;
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#running === 0 && this.#waiting.length === 0) this.#closing?.();
  }

  #take(): readonly Pending[] {
    const firstAlone = this.#waiting.findIndex((pending) => pending.alone);
    if (firstAlone === 0) return this.#waiting.splice(0, 1);
    const count = firstAlone < 0 ? this.#largest : Math.min(firstAlone, this.#largest);
    return this.#waiting.splice(0, count);
  }

  async #run(writer: Writer, batch: readonly Pending[]): Promise<void> {
    try {
      await writer.begin();
    } catch (failure) {
      const explained = this.#explain(writer, failure);
      for (const pending of batch) pending.reject(explained);
      return;
    }
    const open = new Set(batch);
    const written: Written[] = [];
    try {
      for (const pending of batch) {
        const outcome = await attempt(writer, pending, batch.length > 1);
        if (outcome.ok) written.push(outcome);
        else if (writer.isBroken(outcome.failure)) throw outcome.failure;
        else {
          open.delete(pending);
          this.#settle(writer, [pending], outcome.failure);
          if (!outcome.undone) {
            await writer.abandon();
            this.#putBack([...open], true);
            return;
          }
        }
      }
      const work = { ...togetherOf(written), clock: this.#clock };
      const hasChanged = work.entries.length > 0 || !work.bindings.isEmpty;
      if (hasChanged) await chain(writer, work);
      // A write that is alone has no savepoint: if it failed, its changes are still there.
      await (written.length === 0 ? writer.abandon() : writer.commit());
      // A commit of nothing is no proof.
      if (hasChanged) this.#state = { ...this.#state, provenAt: performance.now() };
    } catch (failure) {
      await writer.abandon();
      this.#settle(writer, [...open], failure);
      return;
    }
    for (const { pending, value } of written) pending.resolve(value);
  }

  /** Puts writes first in the queue, to be tried again. */
  #putBack(writes: readonly Pending[], alone: boolean): void {
    for (const pending of writes) {
      pending.attempts += 1;
      pending.alone ||= alone;
    }
    this.#waiting.unshift(...writes);
  }

  /** Rejects writes that failed together, or queues them again. */
  #settle(writer: Writer, failed: readonly Pending[], failure: unknown): void {
    const meaning = writer.meaning(failure);
    const again = failed.filter(
      ({ attempts, repeatable }) =>
        attempts < mostAttempts &&
        (meaning === 'retry' || meaning === 'alone' || (meaning === 'unknown' && repeatable)),
    );
    this.#putBack(again, meaning === 'alone');
    const explained = this.#explain(writer, failure);
    for (const pending of failed) if (!again.includes(pending)) pending.reject(explained);
  }

  /** The error to report; one that is about the database, and not about a write, is kept. */
  #explain(writer: Writer, failure: unknown): unknown {
    const explained = writer.explain(failure);
    const code = explained instanceof InputError ? explained.faults[0]!.code : '';
    if (code.startsWith('database-') || code === 'commit-unknown')
      this.#state = { ...this.#state, failedAt: performance.now(), failure: explained };
    return explained;
  }
}

/** A write that waits for its turn. */
interface Pending {
  readonly work: (tx: WriteTransaction) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (failure: unknown) => void;
  readonly repeatable: boolean;
  attempts: number;
  /** It asked for its own transaction, or failed in a shared one. */
  alone: boolean;
}

/** A write that ran and waits for the commit. */
interface Written {
  readonly ok: true;
  readonly pending: Pending;
  readonly value: unknown;
  readonly entries: readonly AuditEntry[];
  readonly bindings: Bindings;
}

/** A write that failed. */
interface NotWritten {
  readonly ok: false;
  readonly failure: unknown;
  /** False when its changes are still in the transaction. */
  readonly undone: boolean;
}

async function attempt(
  writer: Writer,
  pending: Pending,
  inCompany: boolean,
): Promise<Written | NotWritten> {
  const { tx, bindings, end } = writer.handle();
  collectAudit(tx);
  try {
    if (inCompany) await writer.savepoint();
    const value = await pending.work(tx);
    end();
    if (inCompany) await writer.release();
    return { ok: true, pending, value, entries: auditOf(tx), bindings };
  } catch (failure) {
    end();
    // Alone, it is rolled back with the transaction.
    const undone = !inCompany || writer.isBroken(failure) || (await writer.undo());
    return { ok: false, failure, undone };
  }
}

/** What the writes of a transaction add to the audit log. */
function togetherOf(written: readonly Written[]): Omit<ChainedWork, 'clock'> {
  const [first] = written;
  if (first !== undefined && written.length === 1) return first;
  const bindings = new Bindings();
  for (const one of written) bindings.append(one.bindings);
  return { entries: written.flatMap((one) => one.entries), bindings };
}

async function chain(writer: Writer, work: ChainedWork): Promise<void> {
  const { tx, bindings, end } = writer.handle();
  bindings.isOff = true;
  await chainAudit(tx, work);
  end();
}
