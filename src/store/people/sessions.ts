import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import { prepared } from '../prepared.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** Somebody who is signed in. Only the hashes of the secrets are stored. */
export type Session = Omit<Row<'session'>, 'revokedAt'>;

/** A valid session, with what is shown of the account. */
export interface LiveSession extends Session {
  readonly login: string;
  readonly name: string;
  readonly language: string;
  readonly keymap: string;
}

/** A secret at a time. */
interface Presented {
  readonly tokenHash: string;
  readonly now: TimeText;
}

/** Starts a session. */
export async function insertSession(tx: WriteTransaction, session: Session): Promise<void> {
  await tx.insertInto('session').values(toColumns('session', session)).execute();
}

/** The session with a secret, when it is valid and its account is not disabled. */
export async function findSession(db: Database, given: Presented): Promise<LiveSession | null> {
  return (await selectLive(db, given)).rows[0] ?? null;
}

/** Makes a session valid for longer. */
export async function extendSession(
  tx: WriteTransaction,
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
export async function revokeSession(tx: WriteTransaction, given: Presented): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: given.now })
    .where('token_hash', '=', given.tokenHash)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends every session of an account, but for one where that is wanted; returns how many. */
export async function revokeSessionsOf(
  tx: WriteTransaction,
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

/** Deletes sessions that ended before a time; returns how many. */
export async function forgetSessions(tx: WriteTransaction, before: TimeText): Promise<number> {
  const result = await tx
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

const selectLive = prepared((db, given: Presented) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account')
    .select(fields('session', 'revoked_at'))
    .select(['account.login', 'account.name', 'account.language', 'account.keymap'])
    .where('session.token_hash', '=', given.tokenHash)
    .where('session.expires_at', '>', given.now)
    .where('session.revoked_at', 'is', null)
    .where('account.disabled_at', 'is', null),
);
