import { storedJson } from '../../domain/stored-json.ts';
import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import { preparedChange, preparedFirst } from '../prepared.ts';
import type { Database, WriteTransaction } from '../tables.ts';
import type { UnitPlace } from '../units/units.ts';

/** A fact with its place in the log. */
export interface StoredFact extends Omit<Row<'fact'>, 'detail' | 'idempotencyKey'> {
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What happened around an assignment. Never part of the fold. */
export type Fact = Omit<StoredFact, 'seq'>;

/** Adds a fact; false if the annotator already sent one with the same key in the run. */
export async function insertFact(
  tx: WriteTransaction,
  fact: Fact,
  idempotencyKey: string | null = null,
): Promise<boolean> {
  const row = { ...fact, detail: JSON.stringify(fact.detail), idempotencyKey };
  return (await insertRow(tx, row)) > 0;
}

/** The fact that somebody sent with a key. */
export async function factByKey(
  db: Database,
  given: Pick<Row<'fact'>, 'run' | 'annotator' | 'idempotencyKey'>,
): Promise<StoredFact | null> {
  const row = await selectByKey(db, given);
  return row === null ? null : readFact(row);
}

/** What happened around a unit, oldest first. */
export async function factsOfUnit(db: Database, given: UnitPlace): Promise<readonly StoredFact[]> {
  const rows = await selectFacts(db)
    .innerJoin('round_run', 'round_run.id', 'fact.run')
    .where('fact.project', '=', given.project)
    .where('round_run.task', '=', given.task)
    .where('fact.unit', '=', given.unit)
    .orderBy('fact.seq')
    .execute();
  return rows.map(readFact);
}

function selectFacts(db: Database) {
  return db.selectFrom('fact').select(fields('fact', 'idempotency_key'));
}

function readFact(row: Omit<StoredFact, 'detail'> & { readonly detail: string }): StoredFact {
  return { ...row, detail: storedJson<StoredFact['detail']>(row.detail, 'fact', 'detail', row) };
}

const insertRow = preparedChange((db, row: Omit<Row<'fact'>, 'seq'>) => {
  const { seq: _, ...values } = toColumns('fact', row);
  const key = ['run', 'annotator', 'idempotency_key'] as const;
  const insert = db.insertInto('fact').values(values);
  return insert.onConflict((conflict) => conflict.columns(key).doNothing());
});

const selectByKey = preparedFirst(
  (db, given: Pick<Row<'fact'>, 'run' | 'annotator' | 'idempotencyKey'>) =>
    selectFacts(db)
      .where('run', '=', given.run)
      .where('annotator', '=', given.annotator)
      .where('idempotency_key', '=', given.idempotencyKey),
);
