import { refuse } from '../../../domain/fault.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { NoticeEvent } from '../../../domain/people/notice.ts';
import { findAccount, updateAccount } from '../../../store/people/accounts.ts';
import { insertNotice } from '../../../store/people/notices.ts';
import { audit } from '../../audit.ts';
import { timeOf } from '../../work-context.ts';
import type { WorkContext } from '../../work-context.ts';
import { isMailAddress } from './deliver-mail.ts';
import { wantedEvents } from './recipients.ts';

/** Which messages somebody gets, and where. */
export interface OwnNotices {
  readonly email: string | null;
  readonly events: readonly NoticeEvent[];
}

/** The messages that the actor gets. */
export async function ownNotices({ store, actor }: WorkContext): Promise<OwnNotices> {
  const account = await store.read((db) => findAccount(db, actor.account));
  if (account === null) refuse('not-signed-in');
  return { email: account.email, events: wantedEvents(account) };
}

/** Changes which messages the actor gets; an address of null ends all messages. */
export async function changeOwnNotices(context: WorkContext, given: OwnNotices): Promise<void> {
  const { account, login } = context.actor;
  const email = given.email?.trim() ?? null;
  if (email !== null && !isMailAddress(email))
    refuse('wrong-value', { field: 'email', got: email, expected: codedText('mail-address') });
  const now = timeOf(context);
  await context.store.write(async (tx) => {
    await updateAccount(tx, account, { email, notices: JSON.stringify(given.events) });
    const detail = { fields: ['email', 'notices'] };
    const object = `account/${login}`;
    audit(tx, context.actor, now, 'account-change', { project: null, object, detail });
  });
}

/** Puts a test message to the actor into the outbox. */
export async function testOwnNotices(context: WorkContext): Promise<void> {
  const { email } = await ownNotices(context);
  if (email === null)
    refuse('missing-field', { field: 'email', expected: codedText('mail-address') });
  const at = timeOf(context);
  const id = context.newId();
  await context.store.write((tx) =>
    insertNotice(tx, {
      id,
      key: `test/${id}`,
      event: 'test',
      project: null,
      account: context.actor.account,
      webhook: null,
      content: JSON.stringify({ event: 'test', title: 'Assay', path: '/profile' }),
      createdAt: at,
      nextAt: at,
    }),
  );
}
