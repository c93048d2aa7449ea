import type { Pool, QueryResult } from 'pg';
import { fault, InputError } from '../../domain/fault.ts';
import { explainFailure, failureCode } from '../database-error.ts';
import type { FailureMeaning, Writer } from '../group-commit.ts';
import { transactionOver } from '../kysely-handle.ts';
import type { WriteHandle } from '../kysely-handle.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { isConnectionLoss } from './postgres-server.ts';
import type { Borrowed, PostgresServer } from './postgres-server.ts';

/** A connection that writes. Begin and savepoints travel with the next query. */
export class PostgresWriter implements Writer {
  readonly #server: PostgresServer;
  readonly #pool: Pool;
  #borrowed: Borrowed | null = null;
  /** Savepoints so far. Each has its own name, so one whose release failed is not reused. */
  #savepoints = 0;
  #committing = false;
  /** The connection became read-only, and stays so when the database recovers: it is dropped. */
  #onlyReads = false;

  constructor(server: PostgresServer, pool: Pool) {
    this.#server = server;
    this.#pool = pool;
  }

  async begin(): Promise<void> {
    this.#borrowed = await this.#server.borrow(this.#pool);
    this.#savepoints = 0;
    this.#committing = false;
    this.#onlyReads = false;
    this.#send('begin isolation level read committed');
  }

  handle(): WriteHandle {
    return transactionOver('postgres', new PostgresConnection(this.#open().client));
  }

  async savepoint(): Promise<void> {
    this.#savepoints += 1;
    this.#send(`savepoint write_${this.#savepoints}`);
  }

  async release(): Promise<void> {
    this.#send(`release savepoint write_${this.#savepoints}`);
  }

  async undo(): Promise<boolean> {
    this.#send(`rollback to savepoint write_${this.#savepoints}`);
    this.#send(`release savepoint write_${this.#savepoints}`);
    return true;
  }

  async commit(): Promise<void> {
    const borrowed = this.#open();
    this.#committing = !borrowed.isLost();
    const result: QueryResult = await borrowed.client.query('commit');
    // PostgreSQL answers a commit of a failed transaction by rolling it back, without an error.
    if (result.command !== 'COMMIT') throw new AbortedError();
    this.#borrowed = null;
    borrowed.giveBack();
  }

  async abandon(): Promise<void> {
    const borrowed = this.#borrowed;
    this.#borrowed = null;
    if (borrowed === null) return;
    try {
      if (!borrowed.isLost()) await borrowed.client.query('rollback');
      borrowed.giveBack(this.#onlyReads);
    } catch {
      // The state of the connection is unknown, so it is closed.
      borrowed.giveBack(true);
    }
  }

  isBroken(failure: unknown): boolean {
    this.#onlyReads ||= failureCode(failure) === readOnlyTransaction;
    const isGone = this.#borrowed === null || this.#borrowed.isLost();
    return this.#onlyReads || isGone || isConnectionLoss(failure);
  }

  meaning(failure: unknown): FailureMeaning {
    if (isConnectionLoss(failure)) return this.#committing ? 'unknown' : 'retry';
    if (races.has(failureCode(failure))) return 'alone';
    // A write ignored the failure of its query: in its own transaction it fails alone.
    const isAborted = failure instanceof AbortedError || failureCode(failure) === '25P02';
    return this.#savepoints > 0 && isAborted ? 'alone' : 'final';
  }

  explain(failure: unknown): unknown {
    if (!isConnectionLoss(failure)) return explainFailure(failure, this.#server.address);
    return this.#committing
      ? new InputError([fault('commit-unknown')])
      : this.#server.unreachable(failure);
  }

  async close(): Promise<void> {
    await this.abandon();
  }

  #open(): Borrowed {
    if (this.#borrowed === null) throw new Error('No transaction is open');
    return this.#borrowed;
  }

  #send(text: string): void {
    const { client } = this.#open();
    // A failure shows again in the next query, at the latest in the commit.
    client.query(text).catch(() => undefined);
  }
}

const readOnlyTransaction = '25006';

/** Deadlock, and serialisation failure. */
const races: ReadonlySet<string> = new Set(['40P01', '40001']);

/** The transaction had failed before its commit. */
class AbortedError extends Error {
  constructor() {
    super('A query inside the write failed, and the write went on as if it had not');
    this.name = 'AbortedError';
  }
}
