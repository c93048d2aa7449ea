import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bulkInsert } from './bulk-insert.ts';
import { bindingsOf, databaseKind } from './kysely-handle.ts';
import { preparedFirst } from './prepared.ts';
import { tableShapes } from './tables.ts';
import type { Database, WriteTransaction } from './tables.ts';

// Judgments of an import are stored in pieces under numbers far ahead of the log, while others go
// on saving under the next numbers. When the import is complete, the log continues behind it: so
// whoever follows the log by its numbers finds everything, in the order in which it became visible.

/** How many judgments others may save meanwhile: more than anybody will. */
const room = 2 ** 32;

/**
 * That a judgment is part of the log, and not of an import that is not finished. With `+` no index
 * over the number is taken for that.
 */
export function isVisible(name = 'judgment'): RawBuilder<boolean> {
  return sql<boolean>`+${sql.ref(`${name}.seq`)} < ${visibleEnd}`;
}

/** The visible judgments: every reader that is not told where the log ends asks here. */
export function visibleJudgments(db: Database) {
  return db.selectFrom('judgment').where(isVisible());
}

/** The last place in the log of judgments, 0 when it is empty. */
export async function lastJudgmentSeq(db: Database): Promise<number> {
  return (await selectLastSeq(db, {}))?.seq ?? 0;
}

/** The number from which on judgments belong to an unfinished import; null when there is none. */
export async function judgmentsUnderWay(db: Database): Promise<number | null> {
  return (await selectUnderWay(db, {}))?.from ?? null;
}

/** The number under which an import of judgments begins; nobody adds any until the write ends. */
export async function farAhead(tx: WriteTransaction): Promise<number> {
  return (await lastJudgmentSeq(tx)) + 1 + room;
}

/**
 * Adds a piece of an import far ahead of the log, from a number on; false when one of them was
 * judged meanwhile, and then nothing may be kept.
 */
export async function insertAhead(
  tx: WriteTransaction,
  rows: readonly (readonly unknown[])[],
  { from, start }: { readonly from: number; readonly start: number },
): Promise<boolean> {
  bindingsOf(tx).ahead = { table: 'judgment', from };
  const numbered = rows.map((row, at) => [start + at, ...row]);
  const options = { skipKnown: true };
  return (await bulkInsert(tx, 'judgment', numberedColumns, numbered, options)) === rows.length;
}

/** Lets PostgreSQL number on behind an import that is complete, as SQLite does. */
export async function continueBehind(tx: WriteTransaction, next: number): Promise<void> {
  if (databaseKind(tx) !== 'postgres') return;
  const sequence = sql`pg_get_serial_sequence('judgment', 'seq')`;
  await sql`select setval(${sequence}, ${sql.lit(next)}, false)`.execute(tx);
}

/** All columns of judgments, the number first. */
export const numberedColumns = tableShapes.judgment.columns;

const visibleEnd = sql<number>`coalesce(
  (select from_seq from staging where kind = 'judgments'),
  ${sql.lit(Number.MAX_SAFE_INTEGER)})`;

const selectLastSeq = preparedFirst((db, _: object) =>
  db
    .selectFrom('judgment')
    .select('seq')
    .where(sql<boolean>`judgment.seq < ${visibleEnd}`)
    .orderBy('seq', 'desc')
    .limit(sql.lit(1)),
);

const selectUnderWay = preparedFirst((db, _: object) =>
  db.selectFrom('staging').select('from_seq as from').where('kind', '=', sql.lit('judgments')),
);
