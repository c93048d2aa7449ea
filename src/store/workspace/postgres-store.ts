import type { Pool } from 'pg';
import { GroupCommit } from '../group-commit.ts';
import type { WriteOptions, WriteState } from '../group-commit.ts';
import { databaseOn, databaseOver } from '../kysely-handle.ts';
import { defaultPatience } from '../open-store.ts';
import type { OpenOptions, Store, Streamable } from '../open-store.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { PostgresWriter } from './postgres-writer.ts';
import { migratePostgres } from './schema/postgres-migration.ts';
import { isConnectionLoss, PostgresServer } from './postgres-server.ts';
import type { Borrowed } from './postgres-server.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/** Connections for writing, for reading, and for long reads. */
const writerCount = 2;
const readers = 8;
const snapshots = 4;
/** How many writes share one transaction at most. */
const largestBatch = 64;
const readAttempts = 4;

/** Opens a workspace on a PostgreSQL server. */
export async function openPostgres(url: string, options: OpenOptions): Promise<Store> {
  const server = new PostgresServer(url, options.patience ?? defaultPatience, options.schema);
  try {
    const pool = server.pool(snapshots);
    const borrowed = await server.borrow(pool);
    try {
      await migratePostgres(borrowed.client, server.address, options);
    } finally {
      borrowed.giveBack();
    }
    return new PostgresStore(server, pool, options.clock ?? (() => new Date()));
  } catch (failure) {
    await server.close();
    throw isConnectionLoss(failure) ? server.unreachable(failure) : failure;
  }
}

class PostgresStore implements Store {
  readonly kind = 'postgres';
  readonly caches = new Map<string, unknown>();
  readonly address: string;
  readonly #server: PostgresServer;
  readonly #snapshots: Pool;
  readonly #writes: GroupCommit;
  readonly #db: Database;
  #closed: Promise<void> | null = null;

  constructor(server: PostgresServer, snapshotPool: Pool, clock: () => Date) {
    this.address = server.address;
    this.#server = server;
    this.#snapshots = snapshotPool;
    const writerPool = server.pool(writerCount);
    this.#writes = new GroupCommit(
      Array.from({ length: writerCount }, () => new PostgresWriter(server, writerPool)),
      largestBatch,
      clock,
    );
    const pool = server.pool(readers);
    this.#db = databaseOver('postgres', {
      provideConnection: async (consumer) => {
        const borrowed = await server.borrow(pool);
        try {
          return await consumer(new PostgresConnection(borrowed.client));
        } finally {
          borrowed.giveBack();
        }
      },
    });
  }

  get writes(): WriteState {
    return this.#writes.state;
  }

  async read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(this.#db);
      } catch (failure) {
        if (!isConnectionLoss(failure)) throw failure;
        if (attempt === readAttempts) throw this.#server.unreachable(failure);
      }
    }
  }

  async snapshot<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const borrowed = await this.#beginSnapshot();
    try {
      return await work(databaseOn('postgres', new PostgresConnection(borrowed.client)));
    } catch (failure) {
      throw isConnectionLoss(failure) ? this.#server.unreachable(failure) : failure;
    } finally {
      await endSnapshot(borrowed);
    }
  }

  write<T>(work: (tx: WriteTransaction) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#writes.write(work, options);
  }

  async *stream<Row>(query: (db: Database) => Streamable<Row>): AsyncIterable<Row> {
    const borrowed = await this.#beginSnapshot();
    try {
      yield* query(databaseOn('postgres', new PostgresConnection(borrowed.client))).stream(500);
    } catch (failure) {
      throw isConnectionLoss(failure) ? this.#server.unreachable(failure) : failure;
    } finally {
      await endSnapshot(borrowed);
    }
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#writes.close();
    await this.#server.close();
  }

  /** A connection may have broken while idle, which shows only now; then another is used. */
  async #beginSnapshot(): Promise<Borrowed> {
    for (let attempt = 1; ; attempt += 1) {
      const borrowed = await this.#server.borrow(this.#snapshots);
      try {
        await borrowed.client.query('begin isolation level repeatable read, read only');
        return borrowed;
      } catch (failure) {
        borrowed.giveBack(true);
        if (!isConnectionLoss(failure)) throw failure;
        if (attempt === readAttempts) throw this.#server.unreachable(failure);
      }
    }
  }
}

async function endSnapshot(borrowed: Borrowed): Promise<void> {
  try {
    await borrowed.client.query('rollback');
    borrowed.giveBack();
  } catch {
    // The connection and the snapshot are gone; the reader's own query has failed too.
    borrowed.giveBack(true);
  }
}
