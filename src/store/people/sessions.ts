import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import { preparedFirst } from '../prepared.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** Somebody who is signed in. Only the hashes of the secrets are stored. */
export type Session = Omit<Row<'session'>, 'revokedAt' | 'browser' | 'device' | 'seenAt'>;

/** A secret at a time. */
interface Presented {
  readonly tokenHash: string;
  readonly now: TimeText;
}

/** Starts a session. */
export async function insertSession(
  tx: WriteTransaction,
  session: Session & {
    readonly browser?: string | null;
    readonly device?: string | null;
    readonly seenAt?: TimeText;
  },
): Promise<void> {
  await tx.insertInto('session').values(toColumns('session', session)).execute();
}

/** The session with a secret, when it is valid and its account is not disabled. */
export const findSession = preparedFirst((db, given: Presented) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account')
    .select(fields('session', 'revoked_at', 'browser', 'device'))
    .select(['account.login', 'account.name', 'account.language', 'account.keymap'])
    .where('session.token_hash', '=', given.tokenHash)
    .where('session.expires_at', '>', given.now)
    .where('session.revoked_at', 'is', null)
    .where('account.disabled_at', 'is', null),
);

/** Who was signed in with a browser lately, also if they have signed out since. */
export function accountsInBrowser(
  db: Database,
  browser: string,
): Promise<readonly { readonly id: string; readonly login: string }[]> {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account')
    .select(['account.id', 'account.login'])
    .distinct()
    .where('session.browser', '=', browser)
    .execute();
}

/** Makes a session valid for longer, and notes that it is used. */
export async function extendSession(
  tx: WriteTransaction,
  given: { readonly tokenHash: string; readonly expiresAt: TimeText; readonly now: TimeText },
): Promise<void> {
  const { tokenHash, expiresAt, now } = given;
  const query = liveSessions(tx).where('token_hash', '=', tokenHash);
  await query.set({ expires_at: expiresAt, seen_at: now }).execute();
}

/** A session as its owner sees it. */
export type ListedSession = Pick<
  Row<'session'>,
  'tokenHash' | 'createdAt' | 'expiresAt' | 'device' | 'seenAt'
>;

/** The sessions of an account that are valid, the latest used first. */
export function liveSessionsOf(
  db: Database,
  given: { readonly account: string; readonly now: TimeText },
): Promise<readonly ListedSession[]> {
  return db
    .selectFrom('session')
    .select(fields('session', 'account', 'csrf_hash', 'revoked_at', 'browser'))
    .where('account', '=', given.account)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', given.now)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
}

/** When each account was last here, by account, among sessions that are still kept. */
export async function lastSeen(db: Database): Promise<ReadonlyMap<string, TimeText>> {
  const rows = await db
    .selectFrom('session')
    .select((eb) => [
      'account',
      eb.fn.max('created_at').as('begun'),
      eb.fn.max('seen_at').as('seen'),
    ])
    .groupBy('account')
    .execute();
  return new Map(rows.map(({ account, begun, seen }) => [account, seen ?? begun]));
}

/** Ends a session. */
export async function revokeSession(tx: WriteTransaction, given: Presented): Promise<void> {
  const query = liveSessions(tx).where('token_hash', '=', given.tokenHash);
  await query.set({ revoked_at: given.now }).execute();
}

/** Ends every session of an account, optionally except one; returns how many. */
export async function revokeSessionsOf(
  tx: WriteTransaction,
  given: { readonly account: string; readonly now: TimeText; readonly except?: string },
): Promise<number> {
  let query = liveSessions(tx).set({ revoked_at: given.now }).where('account', '=', given.account);
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

function liveSessions(tx: WriteTransaction) {
  return tx.updateTable('session').where('revoked_at', 'is', null);
}
