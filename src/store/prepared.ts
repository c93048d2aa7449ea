import { sql } from 'kysely';
import type { Compilable, CompiledQuery, QueryResult, RawBuilder } from 'kysely';
import { databaseKind, directConnection } from './kysely-handle.ts';
import type { DatabaseKind } from './kysely-handle.ts';
import type { Database, WriteTransaction } from './tables.ts';

/** The result of a query. */
interface Result<Row> {
  readonly rows: readonly Row[];
  /** How many rows were inserted, updated or deleted. */
  readonly affected: number;
}

/**
 * A query that is built and compiled once per kind of database and then only filled with values,
 * for paths where building it costs as much as running it. While the query is built, `given` stands
 * for the values and must not be inspected.
 */
export function prepared<Given extends object, Row>(
  build: (db: Database, given: Given) => Compilable<Row>,
): (db: Database, given: Given) => Promise<Result<Row>> {
  const run = planned(build);
  return async (db, given) => {
    const { rows, numAffectedRows } = await run(db, given);
    const affected = numAffectedRows === undefined ? rows.length : Number(numAffectedRows);
    return { rows, affected };
  };
}

/** The plan is made with the first values; every query of a busy server passes here. */
function planned<Given extends object, Row>(
  build: (db: Database, given: Given) => Compilable<Row>,
): (db: Database, given: Given) => Promise<QueryResult<Row>> {
  const plans: Partial<Record<DatabaseKind, CompiledQuery<Row>>> = {};
  return (db, given) => {
    const plan = (plans[databaseKind(db)] ??= build(db, placeholders as Given).compile());
    const values = given as Readonly<Record<string, unknown>>;
    const parameters = plan.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name] : value,
    );
    const query = { sql: plan.sql, query: plan.query, queryId: plan.queryId, parameters };
    // The query builder has nothing left to do, and its steps would cost as much as the query.
    return (directConnection(db) ?? db).executeQuery<Row>(query);
  };
}

/** The same for a query that finds one row at most; null when it finds none. */
export function preparedFirst<Given extends object, Row>(
  build: (db: Database, given: Given) => Compilable<Row>,
): (db: Database, given: Given) => Promise<Row | null> {
  const run = planned(build);
  return async (db, given) => (await run(db, given)).rows[0] ?? null;
}

/** The same for a change; returns how many rows it affected. */
export function preparedChange<Given extends object>(
  build: (db: Database, given: Given) => Compilable,
): (tx: WriteTransaction, given: Given) => Promise<number> {
  const run = prepared(build);
  return async (tx, given) => (await run(tx, given)).affected;
}

/** A limit bound later. With a bare parameter, SQLite would plan the query again on every run. */
export function limitTo(count: number): RawBuilder<number> {
  return sql<number>`cast(${count} as bigint)`;
}

/** Stands in a compiled query for a value to come. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const placeholders: object = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });
