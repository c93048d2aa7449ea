import { sql } from 'kysely';
import { databaseKind } from '../kysely-handle.ts';
import type { WriteTransaction } from '../tables.ts';

/**
 * Makes this transaction the only one that revokes a right to judge or opens a round: so a round
 * contains only people who may judge, and people who lose the right leave every open round. Taken
 * before runs, slots and logs, in a write that is `alone`. SQLite has one writer anyway.
 */
export async function lockPeople(tx: WriteTransaction): Promise<void> {
  if (databaseKind(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended('people', 0))`.execute(tx);
}
