import { audit } from '../audit.ts';
import { codedText } from '../../domain/text-values.ts';
import { createHmac } from 'node:crypto';
import { refuse } from '../../domain/fault.ts';
import { findAccount, findAccountByLogin, updateAccount } from '../../store/people/accounts.ts';
import type { Account } from '../../store/people/accounts.ts';
import { revokeSessionsOf } from '../../store/people/sessions.ts';
import { setWorkspaceValue, workspaceValue } from '../../store/workspace/workspace.ts';
import { authoriseWorkspace } from '../authorise.ts';
import type { PasswordHasher } from './password.ts';
import { newSecret, sameSecret } from '../secret.ts';
import { beginSession, loginText } from './sign-in.ts';
import type { BegunSession } from './sign-in.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { Workspace } from '../workspace.ts';

/** A link by which somebody sets a new password. */
export interface PasswordLink {
  readonly secret: string;
  readonly account: Account;
  readonly expiresAt: string;
}

/**
 * Makes a link to set a new password. Nothing is stored: it is signed over the current password, so
 * it works until that changes. Only for leads of the whole workspace, since an account may belong
 * to several projects.
 */
export async function makePasswordLink(context: WorkContext, login: string): Promise<PasswordLink> {
  authoriseWorkspace(context.actor);
  const now = context.clock();
  const expires = now.getTime() + validity;
  return await context.store.write(async (tx) => {
    const account = await findAccountByLogin(tx, loginText(login));
    if (account === null || account.disabledAt !== null)
      refuse('not-found', { what: codedText('account-for-link', { id: login }) });
    let key = await workspaceValue(tx, keyName);
    if (key === null) await setWorkspaceValue(tx, keyName, (key = newSecret()));
    const object = `account/${account.login}`;
    audit(tx, context.actor, now.toISOString(), 'password-link-create', { project: null, object });
    return {
      secret: [mark, account.id, expires.toString(36), signature(key, account, expires)].join('.'),
      account,
      expiresAt: new Date(expires).toISOString(),
    };
  });
}

/** Whether the secret of a link is for setting a password, going by its form. */
export function isPasswordLink(secret: string): boolean {
  return secret.startsWith(`${mark}.`);
}

/** Whose password a link may set; refuses one that does not hold. */
export async function findPasswordLink(
  workspace: Workspace,
  secret: string,
): Promise<PasswordLink> {
  const [, id = '', time = '', signed = ''] = secret.split('.');
  const expires = Number.parseInt(time, 36);
  const { account, key } = await workspace.store.read(async (db) => ({
    account: await findAccount(db, id),
    key: await workspaceValue(db, keyName),
  }));
  const isTimely = expires > workspace.clock().getTime();
  if (account === null || key === null || account.disabledAt !== null || !isTimely)
    refuse('link-expired');
  if (!sameSecret(signed, signature(key, account, expires))) refuse('link-expired');
  return { secret, account, expiresAt: new Date(expires).toISOString() };
}

/** Sets the password, ends all other sessions and begins one. */
export async function acceptPasswordLink(
  workspace: Workspace,
  passwords: PasswordHasher,
  secret: string,
  password: string,
): Promise<BegunSession> {
  const { account } = await findPasswordLink(workspace, secret);
  const passwordHash = await passwords.hash(password);
  const now = timeOf(workspace);
  return await workspace.store.write(async (tx) => {
    const current = await findAccount(tx, account.id);
    // Works once: the first use changed what it was signed over.
    if (current?.disabledAt !== null || current.passwordHash !== account.passwordHash)
      refuse('link-expired');
    await updateAccount(tx, account.id, { passwordHash });
    await revokeSessionsOf(tx, { account: account.id, now });
    const object = `account/${account.login}`;
    audit(tx, account, now, 'password-set', { project: null, object });
    return await beginSession(tx, workspace, account);
  });
}

const mark = 'password';
const keyName = 'link-key';
const validity = 3 * 24 * 3_600_000;

function signature(key: string, account: Account, expires: number): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([account.id, expires, account.passwordHash]))
    .digest('base64url');
}
