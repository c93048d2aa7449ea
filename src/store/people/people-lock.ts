import { sql } from 'kysely';
import { databaseKind } from '../kysely-handle.ts';
import type { WriteTransaction } from '../tables.ts';

/**
 * Makes this transaction the only one that takes a right to judge from somebody or opens a round,
 * until it ends: so a round goes only to people who may judge, and whoever
 * loses the right leaves every round that is open. Taken before runs, slots and logs, in a write
 * that is `alone`. On SQLite there is one writer anyway.
 */
export async function lockPeople(tx: WriteTransaction): Promise<void> {
  if (databaseKind(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended('people', 0))`.execute(tx);
}
