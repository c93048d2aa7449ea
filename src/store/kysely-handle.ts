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
import { executeBound } from './bound-query.ts';
import type { TableName, Tables } from './tables.ts';
import { Bindings } from './workspace/bindings.ts';
import { coverageOf } from './workspace/coverage.ts';

/** One of the two databases. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** A transaction for one write, and the way to end its validity. */
export interface WriteHandle {
  readonly tx: Transaction<Tables>;
  /** What it changed in tables that the audit log covers. */
  readonly bindings: Bindings;
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
  return { tx, bindings: guarded.bindings, end: () => guarded.end() };
}

/** What a write has changed in tables that the audit log covers. */
export function bindingsOf(tx: Transaction<Tables>): Bindings {
  const connection = direct.get(tx);
  if (connection instanceof GuardedConnection) return connection.bindings;
  throw new Error('Rows are bound inside store.write');
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

/** Binds the rows of a run in a table again, where only the operation knows that they changed. */
export function bindGroup(tx: Transaction<Tables>, table: TableName, group: string): void {
  bindingsOf(tx).changedGroup(coverageOf(table)!, group);
}

const direct = new WeakMap<Kysely<Tables>, Pick<DatabaseConnection, 'executeQuery'>>();

/** The connection of one write, until the write ends; it notes what the write changes. */
class GuardedConnection implements ConnectionProvider, DatabaseConnection {
  readonly bindings = new Bindings();
  readonly #connection: DatabaseConnection;
  #ended = false;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    this.#checkOpen();
    return await consumer(this);
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#checkOpen();
    return executeBound<Row>(query, this.bindings, this.#connection);
  }

  streamQuery<Row>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<Row>> {
    this.#checkOpen();
    return this.#connection.streamQuery<Row>(query, size);
  }

  end(): void {
    this.#ended = true;
  }

  #checkOpen(): void {
    if (this.#ended) throw new Error('This write has ended: await every query inside it');
  }
}

const adapters = { sqlite: new SqliteAdapter(), postgres: new PostgresAdapter() };
const compilers = { sqlite: new SqliteQueryCompiler(), postgres: new PostgresQueryCompiler() };
const introspectors = { sqlite: SqliteIntrospector, postgres: PostgresIntrospector };
const driver = new DummyDriver();

function dialectOf(kind: DatabaseKind): Dialect {
  return {
    createAdapter: () => adapters[kind],
    createDriver: () => driver,
    createQueryCompiler: () => compilers[kind],
    createIntrospector: (db) => new introspectors[kind](db),
  };
}

const dialects = { sqlite: dialectOf('sqlite'), postgres: dialectOf('postgres') };

function handleProperties(kind: DatabaseKind, provider: ConnectionProvider): KyselyProps {
  const dialect = dialects[kind];
  const executor = new DefaultQueryExecutor(compilers[kind], adapters[kind], provider);
  return { config: { dialect }, dialect, driver, executor };
}
