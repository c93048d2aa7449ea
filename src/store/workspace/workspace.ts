import type { Database, WriteTransaction } from '../tables.ts';

/** What the workspace keeps under a key; it has `id` and `created_at` from the start. */
export async function workspaceValue(db: Database, key: string): Promise<string | null> {
  return (
    (await db.selectFrom('workspace').select('value').where('key', '=', key).executeTakeFirst())
      ?.value ?? null
  );
}

/** Keeps a value under a key. */
export async function setWorkspaceValue(
  tx: WriteTransaction,
  key: string,
  value: string,
): Promise<void> {
  await tx
    .insertInto('workspace')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
