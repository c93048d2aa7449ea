import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { findAccount, insertAccount } from '../../store/people/accounts.ts';
import { appendAudit } from '../../store/workspace/audit.ts';
import { findInvitation, takeInvitation } from '../../store/people/invitations.ts';
import type { Invitation } from '../../store/people/invitations.ts';
import { grantRole, wholeWorkspace } from '../../store/people/memberships.ts';
import type { Role } from '../../store/tables.ts';
import { checkPassword } from './password.ts';
import type { PasswordHasher } from './password.ts';
import { acceptPasswordLink, findPasswordLink, isPasswordLink } from './password-link.ts';
import { projectProtocol } from '../project-protocol.ts';
import { hashSecret } from '../secret.ts';
import { beginSession, loginText } from './sign-in.ts';
import type { BegunSession } from './sign-in.ts';
import type { Workspace } from '../workspace.ts';

/** What a link is for, told to whoever holds it. */
export type LinkPurpose =
  | {
      readonly kind: 'invitation';
      readonly project: string;
      readonly title: string | null;
      readonly role: Role;
      readonly by: string;
      readonly expiresAt: string;
    }
  | { readonly kind: 'password'; readonly login: string; readonly expiresAt: string };

/** Who comes by a link. */
export interface Arrival {
  readonly login?: string | undefined;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
  readonly language?: string | undefined;
  /** The account that is signed in already, which then joins; else a new one is made. */
  readonly account?: string | undefined;
}

/** What a link is for; refuses one that was used, withdrawn, has expired or never was. */
export async function linkPurpose(workspace: Workspace, secret: string): Promise<LinkPurpose> {
  if (isPasswordLink(secret)) {
    const { account, expiresAt } = await findPasswordLink(workspace, secret);
    return { kind: 'password', login: account.login, expiresAt };
  }
  const { project, role, createdBy, expiresAt } = await openInvitation(workspace, secret);
  const title =
    project === wholeWorkspace
      ? null
      : (await projectProtocol(workspace.store, project)).protocol.title;
  return { kind: 'invitation', project, title, role, by: createdBy, expiresAt };
}

/** Enters by a link, which is used up. Begins a session, unless one is there. */
export async function acceptLink(
  workspace: Workspace,
  passwords: PasswordHasher,
  secret: string,
  arrival: Arrival,
): Promise<BegunSession | null> {
  if (isPasswordLink(secret))
    return await acceptPasswordLink(
      workspace,
      passwords,
      secret,
      needed('password', arrival.password),
    );
  const invitation = await openInvitation(workspace, secret);
  if (arrival.account !== undefined && arrival.login === undefined) {
    await join(workspace, invitation, hashSecret(secret), arrival.account);
    return null;
  }
  return await enter(workspace, passwords, invitation, hashSecret(secret), arrival);
}

/** What names an account in judgments, so it is fixed and plain. */
const loginPattern = /^[a-z0-9][a-z0-9._@+-]{1,63}$/;

async function openInvitation(workspace: Workspace, secret: string): Promise<Invitation> {
  const found = await workspace.store.read((db) => findInvitation(db, hashSecret(secret)));
  if (
    found === null ||
    found.usedAt !== null ||
    found.revokedAt !== null ||
    found.expiresAt <= workspace.clock().toISOString()
  )
    refuse('link-expired');
  return found;
}

/** Somebody who has an account gets a further role. */
async function join(
  workspace: Workspace,
  invitation: Invitation,
  tokenHash: string,
  account: string,
): Promise<void> {
  const now = workspace.clock().toISOString();
  const { project, role } = invitation;
  await workspace.store.write(async (tx) => {
    const known = await findAccount(tx, account);
    if (known === null) refuse('not-signed-in');
    if (!(await takeInvitation(tx, { tokenHash, account, now }))) refuse('link-expired');
    await grantRole(tx, { project, account, role, createdAt: now });
    appendAudit(tx, {
      at: now,
      actor: known.login,
      action: 'invitation-accept',
      project,
      object: `invitation/${invitation.id}`,
      detail: { role },
    });
  });
}

/** Creates the account. A reviewer needs no name and password: they read through the link. */
async function enter(
  workspace: Workspace,
  passwords: PasswordHasher,
  invitation: Invitation,
  tokenHash: string,
  arrival: Arrival,
): Promise<BegunSession> {
  const { project, role } = invitation;
  const id = workspace.newId();
  const isReader = role === 'reviewer';
  const login = loginText(
    arrival.login ??
      (isReader ? `reviewer-${id.slice(-8).toLowerCase()}` : needed('login', arrival.login)),
  );
  if (!loginPattern.test(login))
    refuse('wrong-value', {
      field: 'login',
      got: JSON.stringify(login),
      expected: codedText('login'),
    });
  const password = arrival.password ?? (isReader ? null : needed('password', arrival.password));
  if (password !== null) checkPassword(password);
  const passwordHash = password === null ? null : await passwords.hash(password);
  const now = workspace.clock().toISOString();
  return await workspace.store.write(async (tx) => {
    const account = {
      id,
      login,
      name: arrival.name ?? login,
      passwordHash,
      language: arrival.language ?? 'en',
      keymap: 'assay',
      createdAt: now,
    };
    if (!(await insertAccount(tx, account))) refuse('login-taken', { login }, { field: 'login' });
    if (!(await takeInvitation(tx, { tokenHash, account: id, now }))) refuse('link-expired');
    await grantRole(tx, { project, account: id, role, createdAt: now });
    appendAudit(tx, {
      at: now,
      actor: login,
      action: 'invitation-accept',
      project,
      object: `invitation/${invitation.id}`,
      detail: { role, made_account: true },
    });
    return await beginSession(tx, workspace, account);
  });
}

function needed(field: string, value: string | undefined): string {
  return value ?? refuse('missing-field', { field, expected: codedText('text') });
}
