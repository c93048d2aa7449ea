import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import { preparedFirst } from '../prepared.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/** Somebody who can sign in. The password hash is null until a password is set. */
export type Account = Row<'account'>;

/** What may change about an account. */
export type AccountChange = Partial<
  Pick<
    Account,
    'name' | 'passwordHash' | 'language' | 'keymap' | 'disabledAt' | 'email' | 'notices'
  >
>;

/** Adds an account; false when its login is taken. */
export async function insertAccount(
  tx: WriteTransaction,
  account: Omit<Account, 'disabledAt' | 'email' | 'notices'>,
): Promise<boolean> {
  const result = await tx
    .insertInto('account')
    .values(toColumns('account', account))
    .onConflict((conflict) => conflict.column('login').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Changes an account; false when it does not exist. */
export async function updateAccount(
  tx: WriteTransaction,
  id: string,
  change: AccountChange,
): Promise<boolean> {
  const set = toColumns('account', change);
  if (Object.keys(set).length === 0) return (await findAccount(tx, id)) !== null;
  const result = await tx.updateTable('account').set(set).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** One account. */
export function findAccount(db: Database, id: string): Promise<Account | null> {
  return selectById(db, { id });
}

/** The account with a login. */
export function findAccountByLogin(db: Database, login: string): Promise<Account | null> {
  return selectByLogin(db, { login });
}

/** Every account, by login. */
export function listAccounts(db: Database): Promise<readonly Account[]> {
  return selectAccount(db).orderBy('login').execute();
}

function selectAccount(db: Database) {
  return db.selectFrom('account').select(fields('account'));
}

const selectById = preparedFirst((db, given: { readonly id: string }) =>
  selectAccount(db).where('id', '=', given.id),
);

const selectByLogin = preparedFirst((db, given: { readonly login: string }) =>
  selectAccount(db).where('login', '=', given.login),
);
