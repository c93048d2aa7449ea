import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bulkInsert } from './bulk-insert.ts';
import type { BulkOptions } from './bulk-insert.ts';
import type { Row } from './columns.ts';
import { databaseKind } from './kysely-handle.ts';
import { preparedFirst } from './prepared.ts';
import { tableShapes } from './tables.ts';
import type { Database, WriteTransaction } from './tables.ts';

// Rows of an import are stored in pieces under numbers far ahead of their log, while others go on
// saving under the next numbers. When the import is complete, the log continues behind it: so
// whoever follows the log by its numbers finds everything, in the order in which it became visible.

/** How many rows others may add meanwhile: more than anybody will. */
const room = 2 ** 32;

/** The logs that are imported in pieces, and how such work is called. */
const kinds = { judgment: 'judgments', ruling: 'rulings' } as const satisfies Readonly<
  Record<string, Row<'staging'>['kind']>
>;

/** A log whose imports are stored ahead of it. */
export class RowsAhead<Table extends keyof typeof kinds> {
  readonly #table: Table;
  readonly #end: RawBuilder<number>;
  readonly #selectLast: ReturnType<typeof lastSelect>;
  readonly #selectUnderWay: ReturnType<typeof underWaySelect>;

  constructor(table: Table) {
    const kind = sql.lit(kinds[table]);
    this.#table = table;
    this.#end = sql<number>`coalesce(
      (select from_seq from staging where kind = ${kind}),
      ${sql.lit(Number.MAX_SAFE_INTEGER)})`;
    this.#selectLast = lastSelect(table, this.#end);
    this.#selectUnderWay = underWaySelect(kinds[table]);
  }

  /** All columns, the number first. */
  get columns(): (typeof tableShapes)[Table]['columns'] {
    return tableShapes[this.#table].columns;
  }

  /**
   * That a row is part of the log, and not of an import that is not finished. With `+` no index
   * over the number is taken for that.
   */
  isVisible(name: string = this.#table): RawBuilder<boolean> {
    return sql<boolean>`+${sql.ref(`${name}.seq`)} < ${this.#end}`;
  }

  /** The last place in the log, 0 when it is empty. */
  async lastSeq(db: Database): Promise<number> {
    return (await this.#selectLast(db, {}))?.seq ?? 0;
  }

  /** The number from which on rows belong to an unfinished import; null when there is none. */
  async underWay(db: Database): Promise<number | null> {
    return (await this.#selectUnderWay(db, {}))?.from ?? null;
  }

  /** The number under which an import begins; nobody adds any row until the write ends. */
  async farAhead(tx: WriteTransaction): Promise<number> {
    return (await this.lastSeq(tx)) + 1 + room;
  }

  /** The number of the next row; null where the database numbers by itself. */
  async nextSeq(tx: WriteTransaction): Promise<number | null> {
    // PostgreSQL numbers on by itself. SQLite would number behind an import that is under way.
    if (databaseKind(tx) !== 'sqlite' || (await this.underWay(tx)) === null) return null;
    return (await this.lastSeq(tx)) + 1;
  }

  /**
   * Adds a piece of an import far ahead of the log, from a number on; false when one of them was
   * added meanwhile, and then nothing may be kept.
   */
  async insert(
    tx: WriteTransaction,
    rows: readonly (readonly unknown[])[],
    start: number,
  ): Promise<boolean> {
    const numbered = rows.map((row, at) => [start + at, ...row]);
    const options: BulkOptions = { skipKnown: true };
    const columns = tableShapes[this.#table].columns as never;
    return (await bulkInsert(tx, this.#table, columns, numbered, options)) === rows.length;
  }

  /** Lets PostgreSQL number on behind an import that is complete, as SQLite does. */
  async continueBehind(tx: WriteTransaction, next: number): Promise<void> {
    if (databaseKind(tx) !== 'postgres') return;
    const sequence = sql`pg_get_serial_sequence(${sql.lit(this.#table)}, 'seq')`;
    await sql`select setval(${sequence}, ${sql.lit(next)}, false)`.execute(tx);
  }
}

/** Both logs have numbers, which is all that is asked of them. */
function lastSelect(table: keyof typeof kinds, end: RawBuilder<number>) {
  return preparedFirst((db, _: object) =>
    db
      .selectFrom(table as 'judgment')
      .select('seq')
      .where(sql<boolean>`seq < ${end}`)
      .orderBy('seq', 'desc')
      .limit(sql.lit(1)),
  );
}

function underWaySelect(kind: (typeof kinds)[keyof typeof kinds]) {
  return preparedFirst((db, _: object) =>
    db.selectFrom('staging').select('from_seq as from').where('kind', '=', sql.lit(kind)),
  );
}
