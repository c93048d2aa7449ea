import type { Row } from '../columns.ts';
import { preparedChange, preparedFirst } from '../prepared.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/** The workspace's value of a key; `id` and `created_at` always exist. */
export async function workspaceValue(db: Database, key: string): Promise<string | null> {
  return (await selectValue(db, { key }))?.value ?? null;
}

/** Stores a value under a key. */
export async function setWorkspaceValue(
  tx: WriteTransaction,
  key: string,
  value: string,
): Promise<void> {
  await upsertValue(tx, { key, value });
}

const selectValue = preparedFirst((db, given: { readonly key: string }) =>
  db.selectFrom('workspace').select('value').where('key', '=', given.key),
);

const upsertValue = preparedChange((db, { key, value }: Row<'workspace'>) =>
  db
    .insertInto('workspace')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value })),
);
