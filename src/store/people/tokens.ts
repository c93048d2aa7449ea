import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import { preparedFirst } from '../prepared.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** A key for programs that act for an account in a project. Only the hash of it is stored. */
export type ApiToken = Omit<Row<'api_token'>, 'tokenHash'>;

/** Adds a token. */
export async function insertToken(
  tx: WriteTransaction,
  token: Omit<Row<'api_token'>, 'revokedAt'>,
): Promise<void> {
  await tx.insertInto('api_token').values(toColumns('api_token', token)).execute();
}

/** The token with a secret and its account's login, when it is valid and the account enabled. */
export const findToken = preparedFirst(
  (db, given: { readonly tokenHash: string; readonly now: TimeText }) =>
    db
      .selectFrom('api_token')
      .innerJoin('account', 'account.id', 'api_token.account')
      .select(fields('api_token', 'token_hash'))
      .select('account.login')
      .where('api_token.token_hash', '=', given.tokenHash)
      .where('api_token.expires_at', '>', given.now)
      .where('api_token.revoked_at', 'is', null)
      .where('account.disabled_at', 'is', null),
);

/** Revokes a token; false when there is nothing to revoke. */
export async function revokeToken(
  tx: WriteTransaction,
  given: { readonly id: string; readonly account: string; readonly now: TimeText },
): Promise<boolean> {
  const result = await liveTokensOf(tx, given.account)
    .set({ revoked_at: given.now })
    .where('id', '=', given.id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Revokes the tokens of an account, in one project or everywhere; returns how many. */
export async function revokeTokensOf(
  tx: WriteTransaction,
  given: { readonly account: string; readonly project?: string; readonly now: TimeText },
): Promise<number> {
  const { account, project, now } = given;
  let query = liveTokensOf(tx, account).set({ revoked_at: now });
  if (project !== undefined) query = query.where('project', '=', project);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** The tokens of an account, latest first. */
export function listTokens(db: Database, account: string): Promise<readonly ApiToken[]> {
  return db
    .selectFrom('api_token')
    .select(fields('api_token', 'token_hash'))
    .where('account', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

function liveTokensOf(tx: WriteTransaction, account: string) {
  return tx.updateTable('api_token').where('account', '=', account).where('revoked_at', 'is', null);
}
