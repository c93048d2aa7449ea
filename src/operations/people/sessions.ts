import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { findAccountByLogin } from '../../store/people/accounts.ts';
import { lockPeople } from '../../store/people/people-lock.ts';
import { liveSessionsOf, revokeSession, revokeSessionsOf } from '../../store/people/sessions.ts';
import type { ListedSession } from '../../store/people/sessions.ts';
import { audit } from '../audit.ts';
import { authoriseWorkspace } from '../authorise.ts';
import { hashSecret } from '../secret.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { SessionCredential } from './identity.ts';
import { loginText } from './sign-in.ts';
import { requireStillLead } from './still-lead.ts';

/** A session, as its owner and leads of the workspace see it. */
export interface SessionView {
  readonly id: string;
  readonly device: string | null;
  readonly createdAt: string;
  /** When it was last used, to a quarter of an hour. */
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  /** Whether it is the session in which this is asked for. */
  readonly isCurrent: boolean;
}

/** The actor's own sessions, the latest used first. */
export async function ownSessions(
  context: WorkContext,
  current: SessionCredential,
): Promise<readonly SessionView[]> {
  const given = { account: context.actor.account, now: timeOf(context) };
  const sessions = await context.store.read((db) => liveSessionsOf(db, given));
  return sessions.map((one) => viewOf(one, current.secretHash));
}

/** Ends one of the actor's own sessions. */
export async function endOwnSession(context: WorkContext, id: string): Promise<void> {
  const { actor } = context;
  const now = timeOf(context);
  await context.store.write(async (tx) => {
    const sessions = await liveSessionsOf(tx, { account: actor.account, now });
    const found = sessions.find((one) => idOf(one) === id);
    if (found === undefined) refuse('not-found', { what: codedText('session') });
    await revokeSession(tx, { tokenHash: found.tokenHash, now });
    audit(tx, actor, now, 'session-end', { project: null, object: `account/${actor.login}` });
  });
}

/** Ends all of the actor's sessions but this one; returns how many. */
export async function endOtherSessions(
  context: WorkContext,
  current: SessionCredential,
): Promise<number> {
  const { account, login } = context.actor;
  const now = timeOf(context);
  return await context.store.write(async (tx) => {
    const ended = await revokeSessionsOf(tx, { account, now, except: current.secretHash });
    const detail = { ended };
    audit(tx, context.actor, now, 'session-end', {
      project: null,
      object: `account/${login}`,
      detail,
    });
    return ended;
  });
}

/** Somebody's sessions; for leads of the workspace. */
export async function sessionsOf(
  context: WorkContext,
  login: string,
): Promise<readonly SessionView[]> {
  authoriseWorkspace(context.actor);
  const now = timeOf(context);
  return await context.store.read(async (db) => {
    const account = await findAccountByLogin(db, loginText(login));
    if (account === null) refuse('not-found', { what: codedText('account', { id: login }) });
    const sessions = await liveSessionsOf(db, { account: account.id, now });
    return sessions.map((one) => viewOf(one, null));
  });
}

/** Ends all of somebody's sessions; for leads of the workspace. */
export async function endSessionsOf(
  context: WorkContext,
  given: string,
): Promise<{ readonly account: string; readonly ended: number }> {
  authoriseWorkspace(context.actor);
  const now = timeOf(context);
  return await context.store.write(
    async (tx) => {
      await lockPeople(tx);
      await requireStillLead(tx, context.actor);
      const account = await findAccountByLogin(tx, loginText(given));
      if (account === null) refuse('not-found', { what: codedText('account', { id: given }) });
      const ended = await revokeSessionsOf(tx, { account: account.id, now });
      const object = `account/${account.login}`;
      audit(tx, context.actor, now, 'session-end', { project: null, object, detail: { ended } });
      return { account: account.id, ended };
    },
    { alone: true },
  );
}

function viewOf(session: ListedSession, current: string | null): SessionView {
  const { device, createdAt, expiresAt, seenAt, tokenHash } = session;
  return {
    id: idOf(session),
    device,
    createdAt,
    lastUsedAt: seenAt ?? createdAt,
    expiresAt,
    isCurrent: tokenHash === current,
  };
}

/** Names a session without the hash by which its secret is found. */
function idOf({ tokenHash }: Pick<ListedSession, 'tokenHash'>): string {
  return hashSecret(tokenHash);
}
