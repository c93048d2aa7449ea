import type { Kysely, Transaction } from 'kysely';
import { prepared } from '../prepared.ts';
import type { Tables, TimeText } from '../tables.ts';

/** What happened around an assignment. Never part of the fold. */
export interface Fact {
  readonly project: string;
  readonly run: string;
  readonly unit: string;
  readonly annotator: string;
  readonly kind: Tables['fact']['kind'];
  readonly detail: Readonly<Record<string, unknown>>;
  readonly at: TimeText;
}

/** A fact with its place in the log. */
export interface StoredFact extends Fact {
  readonly seq: number;
}

/** Which facts; what is left out is not asked for. */
export interface FactFilter {
  readonly project: string;
  readonly run?: string;
  readonly annotator?: string;
  readonly kind?: Fact['kind'];
  readonly after?: number;
  readonly limit?: number;
}

/**
 * Adds a fact; false when the annotator sent one with the same key in the run before. Without a key
 * it is always added.
 */
export async function insertFact(
  tx: Transaction<Tables>,
  fact: Fact,
  idempotencyKey: string | null = null,
): Promise<boolean> {
  return (
    (await insertRow(tx, { ...fact, detail: JSON.stringify(fact.detail), idempotencyKey }))
      .affected > 0
  );
}

/** The fact that somebody sent with a key. */
export async function factByKey(
  db: Kysely<Tables>,
  given: Pick<Fact, 'run' | 'annotator'> & { readonly idempotencyKey: string },
): Promise<StoredFact | null> {
  const [row] = (await selectByKey(db, given)).rows;
  return row === undefined ? null : { ...row, detail: JSON.parse(row.detail) as Fact['detail'] };
}

/** Facts in the order of the log. */
export async function listFacts(
  db: Kysely<Tables>,
  filter: FactFilter,
): Promise<readonly StoredFact[]> {
  let query = db
    .selectFrom('fact')
    .select(columns)
    .where('project', '=', filter.project)
    .orderBy('seq');
  if (filter.run !== undefined) query = query.where('run', '=', filter.run);
  if (filter.annotator !== undefined) query = query.where('annotator', '=', filter.annotator);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.after !== undefined) query = query.where('seq', '>', filter.after);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  return (await query.execute()).map((row) => ({
    ...row,
    detail: JSON.parse(row.detail) as Fact['detail'],
  }));
}

const columns = ['seq', 'project', 'run', 'unit', 'annotator', 'kind', 'detail', 'at'] as const;

const insertRow = prepared(
  (
    db: Kysely<Tables>,
    row: Omit<Fact, 'detail'> & { readonly detail: string; readonly idempotencyKey: string | null },
  ) =>
    db
      .insertInto('fact')
      .values({
        project: row.project,
        run: row.run,
        unit: row.unit,
        annotator: row.annotator,
        kind: row.kind,
        detail: row.detail,
        at: row.at,
        idempotency_key: row.idempotencyKey,
      })
      .onConflict((conflict) =>
        conflict.columns(['run', 'annotator', 'idempotency_key']).doNothing(),
      ),
);

const selectByKey = prepared(
  (
    db: Kysely<Tables>,
    given: { readonly run: string; readonly annotator: string; readonly idempotencyKey: string },
  ) =>
    db
      .selectFrom('fact')
      .select(columns)
      .where('run', '=', given.run)
      .where('annotator', '=', given.annotator)
      .where('idempotency_key', '=', given.idempotencyKey),
);
