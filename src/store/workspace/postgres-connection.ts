import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { PoolClient, QueryResultRow } from 'pg';
import { checkText } from '../text-check.ts';

/** Statements stay prepared per connection, except those with long lists, up to a limit. */
const mostParameters = 40;
const keptStatements = 500;
const names = new Map<string, string>();
let cursors = 0;

/** One connection to PostgreSQL that keeps its prepared statements. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (const value of query.parameters) checkText(value);
    const name = statementName(query);
    const result = await this.#client.query<QueryResultRow>({
      text: query.sql,
      values: [...query.parameters],
      ...(name === null ? {} : { name }),
    });
    const rows = result.rows as Row[];
    return changes.has(result.command)
      ? { rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
      : { rows };
  }

  /** Rows in pieces, by a cursor; the connection must be inside a transaction. */
  async *streamQuery<Row>(
    query: CompiledQuery,
    size: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    const cursor = `assay_${(cursors += 1)}`;
    await this.#client.query(`declare ${cursor} no scroll cursor for ${query.sql}`, [
      ...query.parameters,
    ]);
    const fetch = `fetch forward ${size} from ${cursor}`;
    try {
      for (;;) {
        const { rows } = await this.#client.query<QueryResultRow>(fetch);
        if (rows.length > 0) yield { rows: rows as Row[] };
        if (rows.length < size) return;
      }
    } finally {
      await this.#client.query(`close ${cursor}`);
    }
  }
}

const changes: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function statementName({ sql: text, parameters }: CompiledQuery): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (
    names.size >= keptStatements ||
    (parameters.length > mostParameters && !text.startsWith('insert'))
  )
    return null;
  const name = `assay_${names.size + 1}`;
  names.set(text, name);
  return name;
}
