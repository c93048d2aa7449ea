import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** A link to set the password of an account, once. Only the hash of its secret is stored. */
export type StoredPasswordLink = Row<'password_link'>;

/** Adds a link. */
export async function insertPasswordLink(
  tx: WriteTransaction,
  link: Omit<StoredPasswordLink, 'usedAt' | 'revokedAt'>,
): Promise<void> {
  await tx.insertInto('password_link').values(toColumns('password_link', link)).execute();
}

/** The link with a secret, if it was not used or revoked and has not expired. */
export async function findLivePasswordLink(
  db: Database,
  given: { readonly tokenHash: string; readonly now: TimeText },
): Promise<StoredPasswordLink | null> {
  const query = db
    .selectFrom('password_link')
    .select(fields('password_link'))
    .where('token_hash', '=', given.tokenHash)
    .where('expires_at', '>', given.now)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null);
  return (await query.executeTakeFirst()) ?? null;
}

/** Uses a link up; false when it no longer holds. */
export async function takePasswordLink(
  tx: WriteTransaction,
  given: { readonly tokenHash: string; readonly now: TimeText },
): Promise<boolean> {
  const result = await liveLinks(tx)
    .set({ used_at: given.now })
    .where('token_hash', '=', given.tokenHash)
    .where('expires_at', '>', given.now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Revokes the links to an account. */
export async function revokePasswordLinksTo(
  tx: WriteTransaction,
  given: { readonly account: string; readonly now: TimeText },
): Promise<void> {
  const query = liveLinks(tx).where('account', '=', given.account);
  await query.set({ revoked_at: given.now }).execute();
}

/** Revokes the links that somebody made; returns how many. */
export async function revokePasswordLinksBy(
  tx: WriteTransaction,
  given: { readonly createdBy: string; readonly now: TimeText },
): Promise<number> {
  const query = liveLinks(tx).where('created_by', '=', given.createdBy);
  const result = await query.set({ revoked_at: given.now }).executeTakeFirst();
  return Number(result.numUpdatedRows);
}

function liveLinks(tx: WriteTransaction) {
  return tx
    .updateTable('password_link')
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null);
}
