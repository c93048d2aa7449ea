import { noticeEvents } from '../../../domain/people/notice.ts';
import type { NoticeContent, NoticeEvent } from '../../../domain/people/notice.ts';
import { listAccounts } from '../../../store/people/accounts.ts';
import type { Account } from '../../../store/people/accounts.ts';
import { invitersOf } from '../../../store/people/invitations.ts';
import { membershipsOf } from '../../../store/people/memberships.ts';
import type { Database } from '../../../store/tables.ts';
import { isBlind } from '../../judging/blindness.ts';
import type { WorkContext } from '../../work-context.ts';
import type { Workspace } from '../../workspace.ts';
import { actorOf } from '../identity.ts';

/** Somebody who asked for messages, with their roles in the workspace. */
export interface Recipient {
  readonly account: Account & { readonly email: string };
  readonly events: readonly NoticeEvent[];
  /** With which operations read for them: a message says what they could read themselves. */
  readonly context: WorkContext;
}

/** Everybody who asked for messages and can sign in. */
export async function recipients(workspace: Workspace): Promise<readonly Recipient[]> {
  const accounts = await workspace.store.read((db) => listAccounts(db));
  const found: Recipient[] = [];
  for (const account of accounts) {
    const recipient = await recipientOf(workspace, account);
    if (recipient !== null) found.push(recipient);
  }
  return found;
}

/** Somebody with an address for messages who can sign in. */
export async function recipientOf(
  workspace: Workspace,
  account: Account,
): Promise<Recipient | null> {
  const { email, disabledAt } = account;
  if (email === null || disabledAt !== null) return null;
  return {
    account: { ...account, email },
    events: wantedEvents(account),
    context: await workspace.store.read((db) => contextOf(workspace, db, account)),
  };
}

/** Whether a message of a project is still for somebody: roles, rounds and wishes change. */
export async function mayStillGet(
  { context, events }: Recipient,
  project: string,
  content: NoticeContent,
): Promise<boolean> {
  const role = context.actor.roleIn(project);
  if (role === null || content.event === 'test') return role !== null;
  if (!events.includes(content.event)) return false;
  if (content.event === 'round' || (content.event === 'digest' && content.whole === null))
    return true;
  const isFor = role === 'lead' || (role === 'adjudicator' && content.event !== 'gate');
  return isFor && !(await isBlind(context, { project }));
}

/** The events that somebody wants to hear of: all, unless they chose. */
export function wantedEvents({ notices }: Pick<Account, 'notices'>): readonly NoticeEvent[] {
  if (notices === null) return noticeEvents;
  const chosen = JSON.parse(notices) as readonly string[];
  return noticeEvents.filter((event) => chosen.includes(event));
}

async function contextOf(
  workspace: Workspace,
  db: Database,
  account: Account,
): Promise<WorkContext> {
  const { id, login, name, language, keymap, passwordHash } = account;
  const actor = actorOf({
    account: id,
    login,
    name,
    language,
    keymap,
    memberships: await membershipsOf(db, id),
    credential: { via: 'session', secretHash: '', createdAt: '', expiresAt: '', seenAt: null },
    guestOf: passwordHash === null ? await invitersOf(db, id) : [],
  });
  return { ...workspace, actor };
}
