import { codedText } from '../../domain/text-values.ts';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { refuse } from '../../domain/fault.ts';
import { explainFailure } from '../database-error.ts';
import { GroupCommit } from '../group-commit.ts';
import type { WriteOptions, WriteState } from '../group-commit.ts';
import { databaseOn } from '../kysely-handle.ts';
import { defaultPatience } from '../open-store.ts';
import type { OpenOptions, Store, Streamable } from '../open-store.ts';
import { makePrivateFile, makePrivateFolder } from '../private-file.ts';
import { checkPages } from './page-check.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { leaveOneFile } from './sqlite-file.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import { migrateSqlite } from './schema/sqlite-migration.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/** How many writes share one transaction at most. */
const largestBatch = 256;
const keptReaders = 4;
/** Page cache in kilobytes. A server needs little; a command may load millions of rows. */
const caches = { server: 12_000, command: 32_000, reader: 2000 } as const;
/** How long a reader waits for a lock: only while another process recovers or closes. */
const readerPatience = 5000;

/** Opens a workspace in a file, which is created if it does not exist. */
export async function openSqlite(file: string, options: OpenOptions): Promise<Store> {
  try {
    const isNew = !existsSync(file);
    if (isNew) {
      if (options.create === false) refuse('database-not-found', { database: file });
      makePrivateFolder(dirname(file));
      makePrivateFile(file);
    } else if (statSync(file).isDirectory())
      refuse('database-unfit', { database: file, reason: codedText('is-folder') });
    // SQLite would begin a new workspace in it, as if there had been none.
    if (options.isServer === true && !isNew && statSync(file).size === 0)
      refuse('database-damaged', { database: file, reason: codedText('database-emptied') });
    const database = new BetterSqlite3(file, { timeout: readerPatience });
    try {
      const isChecked = options.isServer === true && !isNew;
      const pages = isChecked ? checkPages(database, file, options.checkedAtOnce) : noPages;
      await migrateSqlite(database, file, options);
      // SQLite makes the index of its log with the first read, and the checkpointer opens it.
      database.pragma('schema_version');
      return new SqliteStore(file, database, options, pages.sound);
    } catch (failure) {
      database.close();
      throw failure;
    }
  } catch (failure) {
    throw explainFailure(failure, file);
  }
}

const noPages = { sound: Promise.resolve() };

class SqliteStore implements Store {
  readonly kind = 'sqlite';
  readonly sound: Promise<void>;
  readonly caches = new Map<string, unknown>();
  readonly address: string;
  readonly #writes: GroupCommit;
  readonly #reader: SqliteConnection;
  readonly #db: Database;
  readonly #idle: SqliteConnection[] = [];
  #closed: Promise<void> | null = null;

  constructor(
    file: string,
    database: BetterSqlite3.Database,
    { patience = defaultPatience, isServer = false, clock = () => new Date() }: OpenOptions,
    sound: Promise<void>,
  ) {
    this.address = file;
    this.sound = sound;
    // Heard by whoever asks; a command that is over earlier need not know.
    sound.catch(() => undefined);
    database.pragma(`cache_size = -${isServer ? caches.server : caches.command}`);
    const writer = new SqliteWriter(database, file, patience, isServer);
    this.#writes = new GroupCommit([writer], largestBatch, clock);
    this.#reader = this.#openReader();
    // A reader drops its cached pages after every write; the writer keeps its own.
    this.#db = databaseOn('sqlite', this.#reader, {
      executeQuery: (query) => (writer.idle ?? this.#reader).executeQuery(query),
    });
  }

  get writes(): WriteState {
    return this.#writes.state;
  }

  async read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return await work(this.#db);
  }

  async snapshot<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const connection = this.#beginSnapshot();
    try {
      return await work(databaseOn('sqlite', connection));
    } finally {
      this.#giveBack(connection);
    }
  }

  write<T>(work: (tx: WriteTransaction) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#writes.write(work, options);
  }

  async *stream<Row>(query: (db: Database) => Streamable<Row>): AsyncIterable<Row> {
    const connection = this.#beginSnapshot();
    try {
      yield* query(databaseOn('sqlite', connection)).stream(500);
    } finally {
      this.#giveBack(connection);
    }
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#writes.close();
    for (const connection of [this.#reader, ...this.#idle]) connection.database.close();
    leaveOneFile(this.address);
  }

  #openReader(): SqliteConnection {
    const database = new BetterSqlite3(this.address, { readonly: true, timeout: readerPatience });
    database.pragma(`cache_size = -${caches.reader}`);
    return new SqliteConnection(database);
  }

  #beginSnapshot(): SqliteConnection {
    const connection = this.#idle.pop() ?? this.#openReader();
    connection.run('begin');
    return connection;
  }

  /** The work has reported its own failure, so a reader that is unusable now is dropped. */
  #giveBack(connection: SqliteConnection): void {
    try {
      connection.run('commit');
    } catch {
      // It has only read, so nothing is lost.
      connection.database.close();
      return;
    }
    if (this.#closed === null && this.#idle.length < keptReaders) this.#idle.push(connection);
    else connection.database.close();
  }
}
