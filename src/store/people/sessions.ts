import type { Kysely, Transaction } from 'kysely';
import { prepared } from '../prepared.ts';
import type { Tables, TimeText } from '../tables.ts';

/** Somebody who is signed in. Only the hashes of the secrets are kept. */
export interface Session {
  readonly tokenHash: string;
  readonly account: string;
  readonly csrfHash: string;
  readonly createdAt: TimeText;
  readonly expiresAt: TimeText;
}

/** A session that holds now, with what is shown of the account. */
export interface LiveSession extends Session {
  readonly login: string;
  readonly name: string;
  readonly language: string;
  readonly keymap: string;
}

/** Begins a session. */
export async function insertSession(tx: Transaction<Tables>, session: Session): Promise<void> {
  const { tokenHash, account, csrfHash, createdAt, expiresAt } = session;
  await tx
    .insertInto('session')
    .values({
      token_hash: tokenHash,
      account,
      csrf_hash: csrfHash,
      created_at: createdAt,
      expires_at: expiresAt,
      revoked_at: null,
    })
    .execute();
}

/** The session with a secret, when it holds now and its account is not disabled. */
export async function findSession(
  db: Kysely<Tables>,
  given: { readonly tokenHash: string; readonly now: TimeText },
): Promise<LiveSession | null> {
  return (await selectLive(db, given)).rows[0] ?? null;
}

/** Makes a session hold for longer. */
export async function extendSession(
  tx: Transaction<Tables>,
  given: { readonly tokenHash: string; readonly expiresAt: TimeText },
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ expires_at: given.expiresAt })
    .where('token_hash', '=', given.tokenHash)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends a session. */
export async function revokeSession(
  tx: Transaction<Tables>,
  given: { readonly tokenHash: string; readonly now: TimeText },
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: given.now })
    .where('token_hash', '=', given.tokenHash)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends every session of an account, but for one where that is wanted; says how many. */
export async function revokeSessionsOf(
  tx: Transaction<Tables>,
  given: { readonly account: string; readonly now: TimeText; readonly except?: string },
): Promise<number> {
  let query = tx
    .updateTable('session')
    .set({ revoked_at: given.now })
    .where('account', '=', given.account)
    .where('revoked_at', 'is', null);
  if (given.except !== undefined) query = query.where('token_hash', '!=', given.except);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** Forgets sessions that ended before a time; says how many. */
export async function forgetSessions(tx: Transaction<Tables>, before: TimeText): Promise<number> {
  const result = await tx
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

const selectLive = prepared(
  (db: Kysely<Tables>, given: { readonly tokenHash: string; readonly now: TimeText }) =>
    db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account')
      .select([
        'session.token_hash as tokenHash',
        'session.account',
        'session.csrf_hash as csrfHash',
        'session.created_at as createdAt',
        'session.expires_at as expiresAt',
      ])
      .select(['account.login', 'account.name', 'account.language', 'account.keymap'])
      .where('session.token_hash', '=', given.tokenHash)
      .where('session.expires_at', '>', given.now)
      .where('session.revoked_at', 'is', null)
      .where('account.disabled_at', 'is', null),
);
