import { audit } from '../audit.ts';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { findAccount, insertAccount } from '../../store/people/accounts.ts';
import type { Account } from '../../store/people/accounts.ts';
import { findInvitation, takeInvitation } from '../../store/people/invitations.ts';
import type { Invitation } from '../../store/people/invitations.ts';
import { grantRole, wholeWorkspace } from '../../store/people/memberships.ts';
import type { Role } from '../../store/tables.ts';
import type { PasswordHasher } from './password.ts';
import { acceptPasswordLink, findPasswordLink, isPasswordLink } from './password-link.ts';
import { projectProtocol } from '../project-protocol.ts';
import { hashSecret } from '../secret.ts';
import { beginSession, loginText } from './sign-in.ts';
import type { BegunSession } from './sign-in.ts';
import { timeOf } from '../work-context.ts';
import type { Workspace, WriteTransaction } from '../workspace.ts';
import { refusePanelName } from './panel-names.ts';

/** What a link is for, shown to its holder. */
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

/** Accepts a link, which works once. Begins a session unless there is one. */
export async function acceptLink(
  workspace: Workspace,
  passwords: PasswordHasher,
  secret: string,
  arrival: Arrival,
): Promise<BegunSession | null> {
  if (isPasswordLink(secret))
    return await acceptPasswordLink(workspace, passwords, secret, needed(arrival, 'password'));
  const invitation = await openInvitation(workspace, secret);
  if (arrival.account !== undefined && arrival.login === undefined) {
    await join(workspace, invitation, arrival.account);
    return null;
  }
  return await enter(workspace, passwords, invitation, arrival);
}

/** What names an account in judgments, so it is fixed and plain. */
const loginPattern = /^[a-z0-9][a-z0-9._@+-]{1,63}$/;

/** An invitation with the hash of the secret that proves it. */
type HeldInvitation = Invitation & { readonly tokenHash: string };

async function openInvitation(workspace: Workspace, secret: string): Promise<HeldInvitation> {
  const tokenHash = hashSecret(secret);
  const found = await workspace.store.read((db) => findInvitation(db, tokenHash));
  if (
    found === null ||
    found.usedAt !== null ||
    found.revokedAt !== null ||
    found.expiresAt <= timeOf(workspace)
  )
    refuse('link-expired');
  return { ...found, tokenHash };
}

/** Somebody who has an account gets a further role. */
async function join(workspace: Workspace, invitation: HeldInvitation, id: string): Promise<void> {
  const known = await workspace.store.read((db) => findAccount(db, id));
  if (known !== null) await refusePanelName(workspace.store, invitation.project, known.login);
  await workspace.store.write(async (tx) => {
    const account = await findAccount(tx, id);
    if (account === null) refuse('not-signed-in');
    await takeRole(tx, invitation, account, timeOf(workspace), { role: invitation.role });
  });
}

/** Creates the account. A reviewer needs no name and password: they read through the link. */
async function enter(
  workspace: Workspace,
  passwords: PasswordHasher,
  invitation: HeldInvitation,
  arrival: Arrival,
): Promise<BegunSession> {
  const { role } = invitation;
  const id = workspace.newId();
  const isReader = role === 'reviewer';
  const ownLogin = isReader ? `reviewer-${id.slice(-8).toLowerCase()}` : undefined;
  const login = loginText(arrival.login ?? ownLogin ?? needed(arrival, 'login'));
  if (!loginPattern.test(login)) {
    const expected = codedText('login');
    refuse('wrong-value', { field: 'login', got: JSON.stringify(login), expected });
  }
  await refusePanelName(workspace.store, invitation.project, login);
  const password = arrival.password ?? (isReader ? null : needed(arrival, 'password'));
  const passwordHash = password === null ? null : await passwords.hash(password);
  const now = timeOf(workspace);
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
    await takeRole(tx, invitation, account, now, { role, made_account: true });
    return await beginSession(tx, workspace, account);
  });
}

async function takeRole(
  tx: WriteTransaction,
  { id, project, role, tokenHash }: HeldInvitation,
  account: Pick<Account, 'id' | 'login'>,
  now: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!(await takeInvitation(tx, { tokenHash, account: account.id, now }))) refuse('link-expired');
  await grantRole(tx, { project, account: account.id, role, createdAt: now });
  audit(tx, account, now, 'invitation-accept', { project, object: `invitation/${id}`, detail });
}

function needed(arrival: Arrival, field: 'login' | 'password'): string {
  return arrival[field] ?? refuse('missing-field', { field, expected: codedText('text') });
}
