import { findAccount } from '../../store/people/accounts.ts';
import type { Account } from '../../store/people/accounts.ts';
import { invitersOf } from '../../store/people/invitations.ts';
import { membershipsOf, wholeWorkspace } from '../../store/people/memberships.ts';
import { extendSession, findSession, forgetSessions } from '../../store/people/sessions.ts';
import type { Role } from '../../store/tables.ts';
import { findToken } from '../../store/people/tokens.ts';
import { hashSecret } from '../secret.ts';
import { sessionEnd } from './sign-in.ts';
import { timeOf } from '../work-context.ts';
import type { Actor } from '../work-context.ts';
import type { Workspace } from '../workspace.ts';

/** Who a request comes from, as far as a session or a token says. */
export interface Identity extends Pick<Account, 'login' | 'name' | 'language' | 'keymap'> {
  readonly account: string;
  readonly memberships: readonly { readonly project: string; readonly role: Role }[];
  readonly credential: SessionCredential | TokenCredential;
  /** Who invited an account that has no password of its own. */
  readonly guestOf: readonly string[];
}

export interface SessionCredential {
  readonly via: 'session';
  readonly secretHash: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly seenAt: string | null;
}

interface TokenCredential {
  readonly via: 'token';
  readonly project: string;
  readonly scope: 'read' | 'write';
  readonly expiresAt: string;
}

/** Whose session a secret belongs to; null if it is not valid. */
export async function identifySession(
  workspace: Workspace,
  secret: string,
): Promise<Identity | null> {
  const secretHash = hashSecret(secret);
  return await workspace.store.read(async (db) => {
    const session = await findSession(db, { tokenHash: secretHash, now: timeOf(workspace) });
    if (session === null) return null;
    const { account, login, name, language, keymap, createdAt, expiresAt, seenAt } = session;
    const memberships = await membershipsOf(db, account);
    const credential = { via: 'session', secretHash, createdAt, expiresAt, seenAt } as const;
    const hasPassword = (await findAccount(db, account))?.passwordHash !== null;
    const guestOf = hasPassword ? [] : await invitersOf(db, account);
    return { account, login, name, language, keymap, memberships, credential, guestOf };
  });
}

/** Whose token a secret is; null if it is not valid. It has the account's role in one project. */
export async function identifyToken(
  workspace: Workspace,
  secret: string,
): Promise<Identity | null> {
  return await workspace.store.read(async (db) => {
    const now = timeOf(workspace);
    const token = await findToken(db, { tokenHash: hashSecret(secret), now });
    const account = token === null ? null : await findAccount(db, token.account);
    if (token === null || account === null) return null;
    const { project, scope, expiresAt } = token;
    const { login, name, language, keymap } = account;
    const memberships = (await membershipsOf(db, account.id))
      .filter((one) => one.project === project || one.project === wholeWorkspace)
      .map(({ role }) => ({ project, role }));
    const credential = { via: 'token', project, scope, expiresAt } as const;
    const guestOf = account.passwordHash === null ? await invitersOf(db, account.id) : [];
    return { account: account.id, login, name, language, keymap, memberships, credential, guestOf };
  });
}

/** The identity as operations see it. Of several roles in a project, the highest counts. */
export function actorOf(identity: Identity): Actor {
  const held = new Map<string, Set<Role>>();
  for (const { project, role } of identity.memberships)
    held.set(project, (held.get(project) ?? new Set()).add(role));
  const highest = (project: string): Role | null =>
    ranking.find((role) => held.get(project)?.has(role) === true) ?? null;
  return {
    account: identity.account,
    login: identity.login,
    via: identity.credential.via,
    guestOf: identity.guestOf,
    roleIn: (project) => (highest(wholeWorkspace) === 'lead' ? 'lead' : highest(project)),
  };
}

/** Extends a session in use, at intervals, since it is a write. Returns its new end, or null. */
export async function keepSession(
  workspace: Workspace,
  session: SessionCredential,
): Promise<string | null> {
  const now = workspace.clock();
  const expiresAt = sessionEnd(now, new Date(session.createdAt));
  const unseen = now.getTime() - Date.parse(session.seenAt ?? session.createdAt);
  const isShort = Date.parse(expiresAt) - Date.parse(session.expiresAt) < leastExtension;
  if (isShort && unseen < seenEvery) return null;
  await workspace.store.write(
    (tx) => extendSession(tx, { tokenHash: session.secretHash, expiresAt, now: now.toISOString() }),
    { repeatable: true },
  );
  return expiresAt;
}

/** Forgets sessions that ended long ago; says how many. */
export async function forgetEndedSessions(workspace: Workspace): Promise<number> {
  const before = new Date(workspace.clock().getTime() - keptAfterEnd).toISOString();
  return await workspace.store.write((tx) => forgetSessions(tx, before), { repeatable: true });
}

const ranking: readonly Role[] = ['lead', 'adjudicator', 'annotator', 'reviewer'];
/** How exactly it is known when a session was last used, in milliseconds. */
const seenEvery = 15 * 60_000;
const leastExtension = 12 * 3_600_000;
const keptAfterEnd = 30 * 24 * 3_600_000;
