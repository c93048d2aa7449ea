import { audit } from '../audit.ts';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { findAccount, insertAccount } from '../../store/people/accounts.ts';
import type { Account } from '../../store/people/accounts.ts';
import { findInvitation, takeInvitation } from '../../store/people/invitations.ts';
import type { Invitation } from '../../store/people/invitations.ts';
import { grantRole, wholeWorkspace } from '../../store/people/memberships.ts';
import { lockPeople } from '../../store/people/people-lock.ts';
import { openRunsOf } from '../../store/rounds/work-runs.ts';
import type { OpenRun } from '../../store/rounds/work-runs.ts';
import type { Role } from '../../store/tables.ts';
import { noteAccess } from './note-access.ts';
import type { PasswordHasher } from './password.ts';
import { acceptPasswordLink, findPasswordLink, isPasswordLink } from './password-link.ts';
import { program } from './program.ts';
import { projectProtocol } from '../project-protocol.ts';
import { refuseSameBrowser } from './same-browser.ts';
import type { Visitor } from './same-browser.ts';
import { hashSecret } from '../secret.ts';
import { beginSession, loginText } from './sign-in.ts';
import type { BegunSession } from './sign-in.ts';
import { isStillLead } from './still-lead.ts';
import { timeOf } from '../work-context.ts';
import type { Database, Workspace, WriteTransaction } from '../workspace.ts';
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
      /** Whether a reviewer, too, must choose a name and a password. */
      readonly accountNeeded: boolean;
      /** The name that it is for, which the account must have; null for anybody. */
      readonly login: string | null;
    }
  | { readonly kind: 'password'; readonly login: string; readonly expiresAt: string };

/** Who comes by a link. */
export interface Arrival extends Visitor {
  readonly login?: string | undefined;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
  readonly language?: string | undefined;
  /** Whether the account that is signed in joins; else a new one is made. */
  readonly joins?: boolean;
}

/** What a link is for; refuses one that was used, withdrawn, has expired or never was. */
export async function linkPurpose(workspace: Workspace, secret: string): Promise<LinkPurpose> {
  if (isPasswordLink(secret)) {
    const { account, expiresAt } = await findPasswordLink(workspace, secret);
    return { kind: 'password', login: account.login, expiresAt };
  }
  const invitation = await openInvitation(workspace, secret);
  const { project, role, createdBy: by, expiresAt, login } = invitation;
  const title =
    project === wholeWorkspace
      ? null
      : (await projectProtocol(workspace.store, project)).protocol.title;
  const accountNeeded = await workspace.store.read(
    async (db) => role !== 'reviewer' || (await roundOfInviter(db, invitation)) !== null,
  );
  return { kind: 'invitation', project, title, role, by, expiresAt, accountNeeded, login };
}

/** Accepts a link, which works once. Begins a session unless there is one. */
export async function acceptLink(
  workspace: Workspace,
  passwords: PasswordHasher,
  secret: string,
  arrival: Arrival,
): Promise<BegunSession | null> {
  if (isPasswordLink(secret)) {
    const password = needed(arrival, 'password');
    return await acceptPasswordLink(workspace, passwords, secret, { ...arrival, password });
  }
  const invitation = await openInvitation(workspace, secret);
  if (arrival.account !== undefined && arrival.joins === true && arrival.login === undefined) {
    await join(workspace, invitation, arrival, arrival.account);
    return null;
  }
  return await enter(workspace, passwords, invitation, arrival);
}

/** What names an account in judgments, so it is fixed and plain. */
const loginPattern = /^[a-z0-9][a-z0-9._@+-]{1,63}$/;

/** Whether a name can be that of an account, as it is. */
export function isLogin(name: string): boolean {
  return loginPattern.test(name) && name !== program.login;
}

/** An invitation with the hash of the secret that proves it. */
type HeldInvitation = Invitation & { readonly tokenHash: string };

async function openInvitation(workspace: Workspace, secret: string): Promise<HeldInvitation> {
  const tokenHash = hashSecret(secret);
  return await workspace.store.read(async (db) => {
    const found = await findInvitation(db, tokenHash);
    if (
      found === null ||
      found.usedAt !== null ||
      found.revokedAt !== null ||
      found.expiresAt <= timeOf(workspace) ||
      !(await isStillLead(db, found.createdBy, found.project))
    )
      refuse('link-expired');
    return { ...found, tokenHash };
  });
}

/** An open round in which the person who made an invitation takes part; null if there is none. */
async function roundOfInviter(
  db: Database,
  { project, createdBy: annotator }: Invitation,
): Promise<OpenRun | null> {
  const where = project === wholeWorkspace ? {} : { project };
  return (await openRunsOf(db, { annotator, ...where }))[0] ?? null;
}

/** Refuses anybody but the one whom an invitation names. */
function refuseOtherLogin({ login: expected }: Invitation, login: string): void {
  if (expected !== null && login !== expected)
    refuse('wrong-value', { field: 'login', got: login, expected });
}

/** Somebody who has an account gets a further role. */
async function join(
  workspace: Workspace,
  invitation: HeldInvitation,
  visitor: Visitor,
  id: string,
): Promise<void> {
  const known = await workspace.store.read((db) => findAccount(db, id));
  if (known !== null) {
    refuseOtherLogin(invitation, known.login);
    await refusePanelName(workspace.store, invitation.project, known.login);
  }
  await workspace.store.write(
    async (tx) => {
      const account = await findAccount(tx, id);
      if (account?.disabledAt !== null) refuse('not-signed-in');
      if (account.passwordHash === null) await requireOwnAccount(tx, invitation);
      const detail = { role: invitation.role };
      await takeRole(tx, invitation, { account, visitor, now: timeOf(workspace), detail });
    },
    { alone: true },
  );
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
  refuseOtherLogin(invitation, login);
  if (!isLogin(login)) {
    const expected = codedText('login');
    refuse('wrong-value', { field: 'login', got: JSON.stringify(login), expected });
  }
  await refusePanelName(workspace.store, invitation.project, login);
  const password = arrival.password ?? (isReader ? null : needed(arrival, 'password'));
  const name = arrival.name ?? login;
  const passwordHash = password === null ? null : await passwords.hash(password, { login, name });
  const now = timeOf(workspace);
  return await workspace.store.write(
    async (tx) => {
      const account = {
        id,
        login,
        name,
        passwordHash,
        language: arrival.language ?? 'en',
        keymap: 'assay',
        createdAt: now,
      };
      if (passwordHash === null) await requireOwnAccount(tx, invitation);
      if (!(await insertAccount(tx, account))) refuse('login-taken', { login }, { field: 'login' });
      const detail = { role, made_account: true };
      await takeRole(tx, invitation, { account, visitor: arrival, now, detail });
      return await beginSession(tx, workspace, account, arrival);
    },
    { alone: true },
  );
}

/**
 * Refuses an account without a password while the person who made the link takes part in a round.
 */
async function requireOwnAccount(tx: WriteTransaction, invitation: Invitation): Promise<void> {
  const run = await roundOfInviter(tx, invitation);
  if (run !== null) refuse('account-needed', { by: invitation.createdBy, round: run.round });
}

/** Who takes a role by a link, and when. */
interface Taker {
  readonly account: Pick<Account, 'id' | 'login'>;
  readonly visitor: Visitor;
  readonly now: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

async function takeRole(
  tx: WriteTransaction,
  { id, project, role, tokenHash, createdBy }: HeldInvitation,
  { account, visitor, now, detail }: Taker,
): Promise<void> {
  // The person who made it may have lost the right since, also on another server.
  await lockPeople(tx);
  if (!(await isStillLead(tx, createdBy, project))) refuse('link-expired');
  await refuseSameBrowser(tx, visitor, { account: account.id, places: [{ project, role }] });
  if (!(await takeInvitation(tx, { tokenHash, account: account.id, now }))) refuse('link-expired');
  await grantRole(tx, { project, account: account.id, role, createdAt: now });
  audit(tx, account, now, 'invitation-accept', { project, object: `invitation/${id}`, detail });
  const entered = { kind: 'enter', by: createdBy, at: now } as const;
  const { login } = account;
  await noteAccess(tx, { ...entered, project, role, person: login, actor: login });
}

function needed(arrival: Arrival, field: 'login' | 'password'): string {
  return arrival[field] ?? refuse('missing-field', { field, expected: codedText('text') });
}
