import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** A message to somebody or to a webhook, sent or on its way. */
export type Notice = Row<'notice'>;

/** Puts a message into the outbox; false when one with its key is there already. */
export async function insertNotice(
  tx: WriteTransaction,
  notice: Omit<Notice, 'attempts' | 'sentAt' | 'problem'>,
): Promise<boolean> {
  const result = await tx
    .insertInto('notice')
    .values({ ...toColumns('notice', notice), attempts: 0 })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The keys of messages that were made since a time. */
export async function noticeKeys(db: Database, since: TimeText): Promise<ReadonlySet<string>> {
  const query = db.selectFrom('notice').select('key').where('created_at', '>=', since);
  return new Set((await query.execute()).map((row) => row.key));
}

/** Messages whose time has come, the oldest first. */
export function dueNotices(
  db: Database,
  given: { readonly now: TimeText; readonly limit: number },
): Promise<readonly Notice[]> {
  return db
    .selectFrom('notice')
    .select(fields('notice'))
    .where('next_at', '<=', given.now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(given.limit)
    .execute();
}

/** Takes a message for one attempt; false when another server has taken it. */
export async function claimNotice(
  tx: WriteTransaction,
  given: { readonly id: string; readonly seen: TimeText; readonly until: TimeText },
): Promise<boolean> {
  const result = await tx
    .updateTable('notice')
    .set((eb) => ({ next_at: given.until, attempts: eb('attempts', '+', 1) }))
    .where((eb) => eb.and({ id: given.id, next_at: given.seen }))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Notes how an attempt ended. */
export async function settleNotice(
  tx: WriteTransaction,
  { id, ...end }: Pick<Notice, 'id' | 'nextAt' | 'sentAt' | 'problem'>,
): Promise<void> {
  const set = { next_at: end.nextAt, sent_at: end.sentAt, problem: end.problem };
  await tx.updateTable('notice').set(set).where('id', '=', id).execute();
}

/** The latest messages of a project, with whom they are for. */
export function listNotices(
  db: Database,
  given: { readonly project: string; readonly limit: number },
) {
  return db
    .selectFrom('notice')
    .leftJoin('account', 'account.id', 'notice.account')
    .leftJoin('webhook', 'webhook.id', 'notice.webhook')
    .select(fields('notice', 'content'))
    .select(['account.login as login', 'webhook.url as url'])
    .where('notice.project', '=', given.project)
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.id', 'desc')
    .limit(given.limit)
    .execute();
}

/** Deletes messages that were made before a time and are no longer on their way. */
export async function forgetNotices(tx: WriteTransaction, before: TimeText): Promise<number> {
  const result = await tx
    .deleteFrom('notice')
    .where('created_at', '<', before)
    .where('next_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
