import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
} from 'kysely';
import type {
  CompiledQuery,
  ConnectionProvider,
  DatabaseConnection,
  Dialect,
  KyselyProps,
  QueryResult,
} from 'kysely';
import type { Tables } from './tables.ts';

/** Which of the two databases. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** A transaction for one write, and the way to end its validity. */
export interface WriteHandle {
  readonly tx: Transaction<Tables>;
  /** Refuses further queries: one that nobody awaited must not end up in another write. */
  end(): void;
}

/** The query builder over connections that the provider hands out. */
export function databaseOver(kind: DatabaseKind, provider: ConnectionProvider): Kysely<Tables> {
  return new Kysely<Tables>(handleProperties(kind, provider));
}

/** The query builder over one connection; compiled queries may use another one. */
export function databaseOn(
  kind: DatabaseKind,
  connection: DatabaseConnection,
  compiled: Pick<DatabaseConnection, 'executeQuery'> = connection,
): Kysely<Tables> {
  const db = databaseOver(kind, { provideConnection: (consumer) => consumer(connection) });
  direct.set(db, compiled);
  return db;
}

/** The query builder over one connection, inside a transaction that the caller manages. */
export function transactionOver(kind: DatabaseKind, connection: DatabaseConnection): WriteHandle {
  const guarded = new GuardedConnection(connection);
  const tx = new Transaction<Tables>(handleProperties(kind, guarded));
  direct.set(tx, guarded);
  return { tx, end: () => guarded.end() };
}

/** The connection for compiled queries under a query builder, if any. */
export function directConnection(
  db: Kysely<Tables>,
): Pick<DatabaseConnection, 'executeQuery'> | undefined {
  return direct.get(db);
}

/** Which database a query builder speaks to. */
export function databaseKind(db: Kysely<Tables>): DatabaseKind {
  return db.getExecutor().adapter === adapters.postgres ? 'postgres' : 'sqlite';
}

const direct = new WeakMap<Kysely<Tables>, Pick<DatabaseConnection, 'executeQuery'>>();

/** The connection of one write, until the write ends. */
class GuardedConnection implements ConnectionProvider {
  readonly #connection: DatabaseConnection;
  #ended = false;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return await consumer(this.#open());
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#open().executeQuery<Row>(query);
  }

  end(): void {
    this.#ended = true;
  }

  #open(): DatabaseConnection {
    if (this.#ended) throw new Error('This write has ended: await every query inside it');
    return this.#connection;
  }
}

const adapters = { sqlite: new SqliteAdapter(), postgres: new PostgresAdapter() } as const;
const compilers = {
  sqlite: new SqliteQueryCompiler(),
  postgres: new PostgresQueryCompiler(),
} as const;

const dialects: Readonly<Record<DatabaseKind, Dialect>> = {
  sqlite: {
    createAdapter: () => adapters.sqlite,
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => compilers.sqlite,
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
  postgres: {
    createAdapter: () => adapters.postgres,
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => compilers.postgres,
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
};

const noDriver = new DummyDriver();

function handleProperties(kind: DatabaseKind, provider: ConnectionProvider): KyselyProps {
  const dialect = dialects[kind];
  return {
    config: { dialect },
    dialect,
    driver: noDriver,
    executor: new DefaultQueryExecutor(compilers[kind], adapters[kind], provider),
  };
}
