import { setTimeout as pause } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { refuse } from '../../domain/fault.ts';
import { explainFailure, failureCode } from '../database-error.ts';
import type { FailureMeaning, Writer } from '../group-commit.ts';
import { transactionOver } from '../kysely-handle.ts';
import type { WriteHandle } from '../kysely-handle.ts';
import { WalCheckpointer } from './wal-checkpointer.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** How long SQLite itself waits, which blocks this process; longer waits are asynchronous. */
const shortWait = 20;

const everySoOften = 'wal_autocheckpoint = 4000';

/** The only writing connection to a file. Other processes may write too, so it locks first. */
export class SqliteWriter implements Writer {
  readonly #connection: SqliteConnection;
  readonly #file: string;
  readonly #patience: number;
  readonly #checkpointer: WalCheckpointer | null;

  /** With a checkpointer, commits never move SQLite's log into the file themselves. */
  constructor(
    database: BetterSqlite3.Database,
    file: string,
    patience: number,
    hasCheckpointer = false,
  ) {
    this.#checkpointer = hasCheckpointer
      ? new WalCheckpointer(file, () => database.pragma(everySoOften))
      : null;
    database.pragma(hasCheckpointer ? 'wal_autocheckpoint = 0' : everySoOften);
    this.#connection = new SqliteConnection(database);
    this.#file = file;
    this.#patience = patience;
    database.pragma(`busy_timeout = ${shortWait}`);
  }

  /** The connection for lookups while it has no open transaction: it sees only committed data. */
  get idle(): SqliteConnection | null {
    return this.#connection.database.inTransaction ? null : this.#connection;
  }

  async begin(): Promise<void> {
    if (this.#checkpointer?.busy != null) await this.#checkpointer.busy;
    for (const started = performance.now(); ;) {
      try {
        this.#connection.run('begin immediate');
        return;
      } catch (failure) {
        if (!failureCode(failure).startsWith('SQLITE_BUSY')) throw failure;
        if (performance.now() - started > this.#patience)
          refuse('database-locked', { database: this.#file });
      }
      await pause(5);
    }
  }

  handle(): WriteHandle {
    return transactionOver('sqlite', this.#connection);
  }

  /** No SQLite savepoint: every write would pay for the few that fail after a change. */
  async savepoint(): Promise<void> {
    this.#connection.hasWritten = false;
  }

  async release(): Promise<void> {}

  async undo(): Promise<boolean> {
    return !this.#connection.hasWritten;
  }

  async commit(): Promise<void> {
    this.#connection.run('commit');
    this.#checkpointer?.committed();
  }

  async abandon(): Promise<void> {
    if (this.#connection.database.inTransaction) this.#connection.run('rollback');
  }

  isBroken(): boolean {
    return !this.#connection.database.inTransaction;
  }

  meaning(): FailureMeaning {
    return 'final';
  }

  explain(failure: unknown): unknown {
    return explainFailure(failure, this.#file);
  }

  async close(): Promise<void> {
    await this.#checkpointer?.close();
    this.#connection.database.close();
  }
}
