import { sql } from 'kysely';
import { lockLogs } from './log-lock.ts';
import type { Store } from './open-store.ts';
import { tableNames } from './tables.ts';
import type { Database, WriteTransaction } from './tables.ts';
import { wordTables } from './units/unit-words-schema.ts';

// On PostgreSQL a workspace that is copied or restored is filled in a schema of its own, where
// nobody sees it, and whose tables then replace the empty ones, all in one short transaction.

/** The schema in which a workspace is filled. */
export const fillingSchema = 'assay_filling';

/** Held by the process that fills it, and released when that ends, even if it is killed. */
const fillingLock = 4_159_265_359;

/** Whether the account may make a schema. */
export async function mayMakeSchema(store: Store): Promise<boolean> {
  const { rows } = await store.read((db) =>
    sql<{
      may: boolean;
    }>`select has_database_privilege(current_database(), 'CREATE') as may`.execute(db),
  );
  return rows[0]?.may === true;
}

/**
 * Runs work while nobody else fills the schema, which is empty when it begins and gone when it
 * ends; null when somebody else does.
 */
export async function withEmptySchema<T>(
  store: Store,
  work: () => Promise<T>,
): Promise<{ readonly result: T } | null> {
  return await store.snapshot(async (db) => {
    if (!(await tryLock(db))) return null;
    const drop = sql.raw(`drop schema if exists ${fillingSchema} cascade`);
    await store.write(async (tx) => {
      await drop.execute(tx);
      await sql.raw(`create schema ${fillingSchema}`).execute(tx);
    });
    try {
      return { result: await work() };
    } finally {
      await store.write((tx) => drop.execute(tx));
    }
  });
}

/** Replaces the tables of an empty workspace by those that were filled. */
export async function moveFilled(tx: WriteTransaction): Promise<void> {
  await lockLogs(tx);
  const schema = await sql<{ name: string }>`select current_schema() as name`.execute(tx);
  const place = `"${schema.rows[0]!.name.replaceAll('"', '""')}"`;
  const run = async (text: string): Promise<void> => void (await sql.raw(text).execute(tx));
  for (const table of [...tableNames, ...wordTables, 'migration'].toReversed())
    await run(`drop table if exists ${place}."${table}" cascade`);
  for (const name of await functionsIn(tx, schema.rows[0]!.name))
    await run(`drop function ${place}.${name} cascade`);
  const tables = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = ${fillingSchema}`.execute(tx);
  for (const { name } of tables.rows)
    await run(`alter table ${fillingSchema}."${name}" set schema ${place}`);
  for (const name of await functionsIn(tx, fillingSchema))
    await run(`alter function ${fillingSchema}.${name} set schema ${place}`);
}

/** Removes what somebody left who died while they filled a workspace. */
export async function removeUnfinished(store: Store): Promise<void> {
  if (store.kind !== 'postgres') return;
  const isLeft = await store.read((db) =>
    sql`select 1 from pg_namespace where nspname = ${fillingSchema}`.execute(db),
  );
  if (isLeft.rows.length === 0) return;
  await store.snapshot(async (db) => {
    if (!(await tryLock(db))) return;
    const drop = sql.raw(`drop schema if exists ${fillingSchema} cascade`);
    await store.write((tx) => drop.execute(tx));
  });
}

async function tryLock(db: Database): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(fillingLock)}) as locked`.execute(db);
  return rows[0]?.locked === true;
}

/** Our functions in a schema, with the types of what they are given. */
async function functionsIn(tx: WriteTransaction, schema: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(proname) || '(' || pg_get_function_identity_arguments(pg_proc.oid) || ')'
      as name
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where nspname = ${schema} and proname like 'assay\\_%'`.execute(tx);
  return rows.map((row) => row.name);
}
