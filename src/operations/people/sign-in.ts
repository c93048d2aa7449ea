import { audit } from '../audit.ts';
import { refuse } from '../../domain/fault.ts';
import { sameName } from '../../domain/people/person-name.ts';
import { findAccount, findAccountByLogin } from '../../store/people/accounts.ts';
import type { Account } from '../../store/people/accounts.ts';
import { invitersOf } from '../../store/people/invitations.ts';
import { membershipsOf } from '../../store/people/memberships.ts';
import { insertSession } from '../../store/people/sessions.ts';
import type { PasswordHasher } from './password.ts';
import { browserHash, refuseSameBrowser } from './same-browser.ts';
import type { Visitor } from './same-browser.ts';
import { csrfToken, hashSecret, newSecret } from '../secret.ts';
import type { Workspace, WriteTransaction } from '../workspace.ts';

/** A new session; its secret is returned only here. */
export interface BegunSession {
  readonly account: string;
  readonly secret: string;
  readonly expiresAt: string;
}

/** Signs somebody in. All refusals (name, password, disabled) look alike and take as long. */
export async function signIn(
  workspace: Workspace,
  passwords: PasswordHasher,
  given: Visitor & {
    readonly login: string;
    readonly password: string;
    /** Whether this name was signed in before in this browser. */
    readonly isKnown?: boolean;
  },
): Promise<BegunSession> {
  const found = await workspace.store.read((db) => findAccountByLogin(db, loginText(given.login)));
  const account = found?.disabledAt === null ? found : null;
  const by = given.isKnown === true ? 'known' : 'strangers';
  const right = await passwords.verify(given.password, account?.passwordHash ?? null, by);
  if (account === null || !right) refuse('bad-credentials');
  return await workspace.store.write(async (tx) => {
    // It may have changed while the password was checked.
    const now = await findAccount(tx, account.id);
    if (now?.disabledAt !== null || now.passwordHash !== account.passwordHash)
      refuse('bad-credentials');
    await refuseSameBrowser(tx, given, {
      account: account.id,
      places: await membershipsOf(tx, account.id),
      among: await invitersOf(tx, account.id),
    });
    return await beginSession(tx, workspace, account, given);
  });
}

/** Begins a session for an account, in the transaction of what led to it. */
export async function beginSession(
  tx: WriteTransaction,
  workspace: Workspace,
  account: Pick<Account, 'id' | 'login'>,
  { browser, device }: Pick<Visitor, 'browser' | 'device'> = {},
): Promise<BegunSession> {
  const now = workspace.clock();
  const secret = newSecret();
  const expiresAt = sessionEnd(now, now);
  await insertSession(tx, {
    tokenHash: hashSecret(secret),
    account: account.id,
    csrfHash: hashSecret(csrfToken(secret)),
    createdAt: now.toISOString(),
    expiresAt,
    browser: browser === undefined ? null : browserHash(browser),
    device: device ?? null,
    seenAt: now.toISOString(),
  });
  const object = `account/${account.login}`;
  audit(tx, account, now.toISOString(), 'session-begin', { project: null, object });
  return { account: account.id, secret, expiresAt };
}

/** However much it is used, a session ends after so many milliseconds. */
export const longestSession = 30 * 24 * 3_600_000;

/** When a session used now expires; at most a month after it began. */
export function sessionEnd(now: Date, begun: Date): string {
  return new Date(Math.min(now.getTime() + idle, begun.getTime() + longestSession)).toISOString();
}

/** A login as it is stored: one spelling of the same characters, lower case, without spaces. */
export function loginText(login: string): string {
  return sameName(login);
}

const idle = 7 * 24 * 3_600_000;
