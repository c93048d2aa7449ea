import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { databaseKind } from '../kysely-handle.ts';
import { prepared } from '../prepared.ts';
import type { WriteTransaction } from '../tables.ts';

/**
 * Makes this transaction the only one that works on a run, to change its people or close it. Taken
 * before slots and logs, in a write that is `alone`, to avoid deadlocks. SQLite has one writer
 * anyway.
 */
export async function lockRun(tx: WriteTransaction, run: string): Promise<void> {
  if (databaseKind(tx) === 'postgres') await selectLock(tx, { run });
}

/** Keeps a run and its people unchanged until the transaction ends; any number may share it. */
export async function shareRun(tx: WriteTransaction, run: string): Promise<void> {
  if (databaseKind(tx) === 'postgres') await selectSharedLock(tx, { run });
}

/** The words for keeping a run, where another lock is taken in the same query. */
export function sharedLock(run: string): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock_shared(hashtextextended('run ' || ${run}::text, 0))`;
}

const selectLock = prepared((db, given: { readonly run: string }) =>
  db.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended('run ' || ${given.run}::text, 0))`.as('locked'),
  ),
);

const selectSharedLock = prepared((db, given: { readonly run: string }) =>
  db.selectNoFrom(sharedLock(given.run).as('shared')),
);
