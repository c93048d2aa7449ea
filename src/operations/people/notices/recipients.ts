import { noticeEvents } from '../../../domain/people/notice.ts';
import type { NoticeEvent } from '../../../domain/people/notice.ts';
import { listAccounts } from '../../../store/people/accounts.ts';
import type { Account } from '../../../store/people/accounts.ts';
import { invitersOf } from '../../../store/people/invitations.ts';
import { membershipsOf } from '../../../store/people/memberships.ts';
import type { Database } from '../../../store/tables.ts';
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
    const { email, disabledAt } = account;
    if (email === null || disabledAt !== null) continue;
    found.push({
      account: { ...account, email },
      events: wantedEvents(account),
      context: await workspace.store.read((db) => contextOf(workspace, db, account)),
    });
  }
  return found;
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
