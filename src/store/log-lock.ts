import { sql } from 'kysely';
import { databaseKind } from './kysely-handle.ts';
import { logLock } from './workspace/schema/schema-1.ts';
import type { WriteTransaction } from './tables.ts';

/**
 * Makes this transaction the only one that adds to the logs (units, judgments, rulings, audit …),
 * so that what it looks up stays true. Inserts take the same lock. SQLite has one writer anyway.
 */
export async function lockLogs(tx: WriteTransaction): Promise<void> {
  if (databaseKind(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(logLock)})`.execute(tx);
}
