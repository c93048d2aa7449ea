import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** An external address that gets events. */
export type Webhook = Row<'webhook'>;

/** Adds a webhook. */
export async function insertWebhook(
  tx: WriteTransaction,
  webhook: Omit<Webhook, 'endedAt'>,
): Promise<void> {
  await tx.insertInto('webhook').values(toColumns('webhook', webhook)).execute();
}

/** The webhooks in force, of one project or of all. */
export function listWebhooks(db: Database, project?: string): Promise<readonly Webhook[]> {
  let query = db.selectFrom('webhook').select(fields('webhook')).where('ended_at', 'is', null);
  if (project !== undefined) query = query.where('project', '=', project);
  return query.orderBy('created_at').orderBy('id').execute();
}

/** A webhook in force. */
export async function findWebhook(db: Database, id: string): Promise<Webhook | null> {
  const query = db.selectFrom('webhook').select(fields('webhook')).where('id', '=', id);
  return (await query.where('ended_at', 'is', null).executeTakeFirst()) ?? null;
}

/** Ends a webhook; false when there is none. */
export async function endWebhook(
  tx: WriteTransaction,
  given: { readonly id: string; readonly project: string; readonly at: TimeText },
): Promise<boolean> {
  const { id, project, at } = given;
  const result = await tx
    .updateTable('webhook')
    .set({ ended_at: at })
    .where((eb) => eb.and({ id, project }))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
