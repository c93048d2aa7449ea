import { audit } from '../audit.ts';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { findAccount, findAccountByLogin, updateAccount } from '../../store/people/accounts.ts';
import type { Account } from '../../store/people/accounts.ts';
import { membershipsOf } from '../../store/people/memberships.ts';
import {
  findLivePasswordLink,
  insertPasswordLink,
  revokePasswordLinksTo,
  takePasswordLink,
} from '../../store/people/password-links.ts';
import { lockPeople } from '../../store/people/people-lock.ts';
import { revokeSessionsOf } from '../../store/people/sessions.ts';
import { authoriseWorkspace } from '../authorise.ts';
import { requireStillLead } from './still-lead.ts';
import { noteAccess } from './note-access.ts';
import type { PasswordHasher } from './password.ts';
import { refuseSameBrowser } from './same-browser.ts';
import type { Visitor } from './same-browser.ts';
import { hashSecret, newSecret } from '../secret.ts';
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
 * Makes a link to set a new password; earlier ones for the account end. Only its hash is stored, so
 * neither a backup nor the database gives one away. Only for leads of the whole workspace, since an
 * account may belong to several projects.
 */
export async function makePasswordLink(context: WorkContext, login: string): Promise<PasswordLink> {
  authoriseWorkspace(context.actor);
  const now = context.clock();
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() + validity).toISOString();
  const secret = mark + newSecret();
  const by = context.actor.login;
  return await context.store.write(
    async (tx) => {
      await lockPeople(tx);
      await requireStillLead(tx, context.actor);
      const account = await findAccountByLogin(tx, loginText(login));
      if (account === null || account.disabledAt !== null)
        refuse('not-found', { what: codedText('account-for-link', { id: login }) });
      await revokePasswordLinksTo(tx, { account: account.id, now: at });
      await insertPasswordLink(tx, {
        tokenHash: hashSecret(secret),
        account: account.id,
        createdBy: by,
        createdAt: at,
        expiresAt,
      });
      const object = `account/${account.login}`;
      audit(tx, context.actor, at, 'password-link-create', { project: null, object });
      const given = { kind: 'password-link', by, actor: by, person: account.login, at } as const;
      for (const { project, role } of await membershipsOf(tx, account.id))
        await noteAccess(tx, { ...given, project, role });
      return { secret, account, expiresAt };
    },
    { alone: true },
  );
}

/** Whether the secret of a link is for setting a password, going by its form. */
export function isPasswordLink(secret: string): boolean {
  return secret.startsWith(mark);
}

/** Whose password a link may set; refuses one that does not hold. */
export async function findPasswordLink(
  workspace: Workspace,
  secret: string,
): Promise<PasswordLink> {
  const given = { tokenHash: hashSecret(secret), now: timeOf(workspace) };
  return await workspace.store.read(async (db) => {
    const link = await findLivePasswordLink(db, given);
    const account = link === null ? null : await findAccount(db, link.account);
    if (link === null || account === null || account.disabledAt !== null) refuse('link-expired');
    return { secret, account, expiresAt: link.expiresAt };
  });
}

/** Sets the password, ends all other sessions and begins one. */
export async function acceptPasswordLink(
  workspace: Workspace,
  passwords: PasswordHasher,
  secret: string,
  given: Visitor & { readonly password: string },
): Promise<BegunSession> {
  const { account } = await findPasswordLink(workspace, secret);
  const passwordHash = await passwords.hash(given.password, account);
  const now = timeOf(workspace);
  return await workspace.store.write(async (tx) => {
    if ((await findAccount(tx, account.id))?.disabledAt !== null) refuse('link-expired');
    const places = await membershipsOf(tx, account.id);
    await refuseSameBrowser(tx, given, { account: account.id, places });
    if (!(await takePasswordLink(tx, { tokenHash: hashSecret(secret), now })))
      refuse('link-expired');
    await updateAccount(tx, account.id, { passwordHash });
    await revokeSessionsOf(tx, { account: account.id, now });
    const object = `account/${account.login}`;
    audit(tx, account, now, 'password-set', { project: null, object });
    return await beginSession(tx, workspace, account, given);
  });
}

const mark = 'password.';
const validity = 3 * 24 * 3_600_000;
