import { setImmediate as nextTurn } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { checkText } from '../text-check.ts';

type Statement = BetterSqlite3.Statement<unknown[]>;

const keptStatements = 300;
/** How long rows may be read before others get a turn, in milliseconds. */
const longestTurn = 5;

/** One connection to SQLite that keeps its prepared statements. */
export class SqliteConnection implements DatabaseConnection {
  readonly database: BetterSqlite3.Database;
  /** Whether a query has changed anything since this was last set. */
  hasWritten = false;
  readonly #statements = new Map<string, Statement>();

  constructor(database: BetterSqlite3.Database) {
    this.database = database;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#prepare(query.sql);
    const { parameters } = query;
    for (let at = 0; at < parameters.length; at += 1) checkText(parameters[at]);
    if (!statement.readonly) this.hasWritten = true;
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** Streams rows, yielding to other work. Needs its own connection, which SQLite keeps busy. */
  async *streamQuery<Row>(
    query: CompiledQuery,
    size: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    // Not from the kept statements: the same query may be streamed twice at once.
    const rows = this.database.prepare<unknown[], Row>(query.sql).iterate(query.parameters);
    let started = performance.now();
    let piece: Row[] = [];
    for (const row of rows) {
      piece.push(row);
      if (piece.length < size) continue;
      yield { rows: piece };
      piece = [];
      if (performance.now() - started < longestTurn) continue;
      await nextTurn();
      started = performance.now();
    }
    if (piece.length > 0) yield { rows: piece };
  }

  /** Runs a statement without values, such as `begin`. */
  run(text: string): void {
    this.#prepare(text).run();
  }

  #prepare(text: string): Statement {
    const kept = this.#statements.get(text);
    if (kept !== undefined) return kept;
    const statement = this.database.prepare<unknown[]>(text);
    if (this.#statements.size >= keptStatements)
      this.#statements.delete(this.#statements.keys().next().value!);
    this.#statements.set(text, statement);
    return statement;
  }
}
