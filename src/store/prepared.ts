import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { databaseKind } from './kysely-handle.ts';
import type { DatabaseKind } from './kysely-handle.ts';
import type { Tables } from './tables.ts';

/** What a query gave. */
export interface Result<Row> {
  readonly rows: readonly Row[];
  /** How many rows were inserted, updated or deleted. */
  readonly affected: number;
}

/**
 * A query that is built and compiled once per kind of database, and then only filled with values: for the paths where building it each time
 * would cost as much as running it. `given` stands for the values while the query is built, so it must not be looked into.
 */
export function prepared<Given extends object, Row>(build: (db: Kysely<Tables>, given: Given) => Compilable<Row>): (db: Kysely<Tables>, given: Given) => Promise<Result<Row>> {
  const plans: Partial<Record<DatabaseKind, CompiledQuery<Row>>> = {};
  return async (db, given) => {
    const plan = (plans[databaseKind(db)] ??= build(db, placeholders as Given).compile());
    const values = given as Readonly<Record<string, unknown>>;
    const parameters = plan.parameters.map((value) => (value instanceof Placeholder ? values[value.name] : value));
    const result = await db.executeQuery<Row>({ ...plan, parameters });
    return { rows: result.rows, affected: result.numAffectedRows === undefined ? result.rows.length : Number(result.numAffectedRows) };
  };
}

/** Stands in a compiled query for a value to come. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const placeholders: object = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });
