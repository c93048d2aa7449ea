import { checkNode, databaseFile } from './database-address.ts';
import type { WriteOptions, WriteState } from './group-commit.ts';
import type { DatabaseKind } from './kysely-handle.ts';
import { bindOldContent } from './workspace/audit.ts';
import { refuseUnsound } from './workspace/check-sound.ts';
import { migrations } from './workspace/schema/migrations.ts';
import type { Migration } from './workspace/schema/migrations.ts';
import { removeUnfinished } from './separate-schema.ts';
import { removeAbandoned } from './staging.ts';
import type { Database, WriteTransaction } from './tables.ts';

/** A workspace in a database: SQLite in a file, or PostgreSQL. */
export interface Store {
  readonly kind: DatabaseKind;
  /** The address without secrets, for messages. */
  readonly address: string;
  /** What the operations hold in memory while it is open; see `operations/caches.ts`. */
  readonly caches: Map<string, unknown>;
  /** Rejects when it turns out later that pages of a large file are damaged. */
  readonly sound?: Promise<void>;
  /** How the latest writes ended. */
  readonly writes: WriteState;
  /** Reads committed data, query by query. Runs again when the connection is lost. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Reads as of one moment, on a separate connection; its queries can be streamed. */
  snapshot<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /**
   * Writes; durable once the promise resolves. Waiting writes share one transaction and one flush;
   * one that throws is rolled back alone. The work must await nothing but its own queries
   * (everybody else waits for it), must not call the store, and must have no other effects, since
   * it is run again after a lost race or connection.
   */
  write<T>(work: (tx: WriteTransaction) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Rows one by one, as of one moment, without blocking writes. */
  stream<Row>(query: (db: Database) => Streamable<Row>): AsyncIterable<Row>;
  /** Ends after the waiting writes. */
  close(): Promise<void>;
}

/** A query whose rows can be read one by one. */
export interface Streamable<Row> {
  stream(size?: number): AsyncIterableIterator<Row>;
}

/** How a store is opened. */
export interface OpenOptions {
  /** Whether an older database may be migrated; true by default. */
  readonly migrate?: boolean;
  readonly clock?: () => Date;
  /** Whether a missing database is created; true by default. */
  readonly create?: boolean;
  /** How long to wait for a locked or unreachable database, in milliseconds. */
  readonly patience?: number;
  /** Opened for a long time and by many: then a thread keeps SQLite's log short. */
  readonly isServer?: boolean;
  /** How large a file is, in bytes, whose pages a server checks before it starts. */
  readonly checkedAtOnce?: number;
  /** On PostgreSQL, another schema than the usual one; see `separate-schema.ts`. */
  readonly schema?: string;
  /** The migrations of the program; another list only in tests. */
  readonly migrations?: readonly Migration[];
}

/** How long to wait for a locked or unreachable database by default, in milliseconds. */
export const defaultPatience = 10_000;

/** Opens the database at an address: a path, `file:…`, `sqlite:…` or `postgres://…`. */
export async function openStore(url: string, options: OpenOptions = {}): Promise<Store> {
  checkNode(process.versions.node);
  const store = await openKind(url, options);
  // A database that is only read stays as it is, and one of an older version has no place for it.
  if (options.migrate === false || options.migrations !== undefined) return store;
  try {
    if (options.isServer === true) await refuseUnsound(store);
    await bindOldContent(store, migrations.at(-1)!.version);
    await removeAbandoned(store, (options.clock?.() ?? new Date()).toISOString());
    if (options.schema === undefined) await removeUnfinished(store);
    return store;
  } catch (failure) {
    await store.close();
    throw failure;
  }
}

async function openKind(url: string, options: OpenOptions): Promise<Store> {
  const file = databaseFile(url);
  if (file === null)
    return await (await import('./workspace/postgres-store.ts')).openPostgres(url, options);
  return await (await import('./workspace/sqlite-store.ts')).openSqlite(file, options);
}
