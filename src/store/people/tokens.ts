import type { Kysely, Transaction } from 'kysely';
import { prepared } from '../prepared.ts';
import type { Tables, TimeText } from '../tables.ts';

/** A key for programs that act for an account in a project. Only the hash of its secret is kept. */
export interface ApiToken {
  readonly id: string;
  readonly account: string;
  readonly project: string;
  readonly name: string;
  readonly scope: 'read' | 'write';
  readonly createdAt: TimeText;
  readonly expiresAt: TimeText;
  readonly revokedAt: TimeText | null;
}

/** Adds a token. */
export async function insertToken(
  tx: Transaction<Tables>,
  token: Omit<ApiToken, 'revokedAt'> & { readonly tokenHash: string },
): Promise<void> {
  const { id, tokenHash, account, project, name, scope, createdAt, expiresAt } = token;
  await tx
    .insertInto('api_token')
    .values({
      id,
      token_hash: tokenHash,
      account,
      project,
      name,
      scope,
      created_at: createdAt,
      expires_at: expiresAt,
      revoked_at: null,
    })
    .execute();
}

/**
 * The token with a secret, when it holds now and its account is not disabled, with the account's
 * login.
 */
export async function findToken(
  db: Kysely<Tables>,
  given: { readonly tokenHash: string; readonly now: TimeText },
): Promise<(ApiToken & { readonly login: string }) | null> {
  return (await selectLive(db, given)).rows[0] ?? null;
}

/** Revokes a token; false when there is nothing to revoke. */
export async function revokeToken(
  tx: Transaction<Tables>,
  given: { readonly id: string; readonly account: string; readonly now: TimeText },
): Promise<boolean> {
  const result = await tx
    .updateTable('api_token')
    .set({ revoked_at: given.now })
    .where('id', '=', given.id)
    .where('account', '=', given.account)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Revokes every token of an account; says how many. */
export async function revokeTokensOf(
  tx: Transaction<Tables>,
  given: { readonly account: string; readonly now: TimeText },
): Promise<number> {
  const result = await tx
    .updateTable('api_token')
    .set({ revoked_at: given.now })
    .where('account', '=', given.account)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** The tokens of an account, latest first. */
export function listTokens(db: Kysely<Tables>, account: string): Promise<readonly ApiToken[]> {
  return db
    .selectFrom('api_token')
    .select([
      'id',
      'account',
      'project',
      'name',
      'scope',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
    ])
    .where('account', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

const selectLive = prepared(
  (db: Kysely<Tables>, given: { readonly tokenHash: string; readonly now: TimeText }) =>
    db
      .selectFrom('api_token')
      .innerJoin('account', 'account.id', 'api_token.account')
      .select([
        'api_token.id',
        'api_token.account',
        'api_token.project',
        'api_token.name',
        'api_token.scope',
        'api_token.created_at as createdAt',
      ])
      .select([
        'api_token.expires_at as expiresAt',
        'api_token.revoked_at as revokedAt',
        'account.login',
      ])
      .where('api_token.token_hash', '=', given.tokenHash)
      .where('api_token.expires_at', '>', given.now)
      .where('api_token.revoked_at', 'is', null)
      .where('account.disabled_at', 'is', null),
);
