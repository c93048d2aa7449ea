import type { Kysely, Transaction } from 'kysely';
import { prepared } from '../prepared.ts';
import type { Tables, TimeText } from '../tables.ts';

/** Somebody who can sign in. */
export interface Account {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  /** Null until a password is set. */
  readonly passwordHash: string | null;
  readonly language: string;
  readonly keymap: string;
  readonly createdAt: TimeText;
  readonly disabledAt: TimeText | null;
}

/** What may change about an account. */
export type AccountChange = Partial<
  Pick<Account, 'name' | 'passwordHash' | 'language' | 'keymap' | 'disabledAt'>
>;

/** Adds an account; false when its login is taken. */
export async function insertAccount(
  tx: Transaction<Tables>,
  account: Omit<Account, 'disabledAt'>,
): Promise<boolean> {
  const { id, login, name, passwordHash, language, keymap, createdAt } = account;
  const result = await tx
    .insertInto('account')
    .values({
      id,
      login,
      name,
      password_hash: passwordHash,
      language,
      keymap,
      created_at: createdAt,
      disabled_at: null,
    })
    .onConflict((conflict) => conflict.column('login').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Changes an account; false when it is not there. */
export async function updateAccount(
  tx: Transaction<Tables>,
  id: string,
  change: AccountChange,
): Promise<boolean> {
  const set = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
    ...(change.language === undefined ? {} : { language: change.language }),
    ...(change.keymap === undefined ? {} : { keymap: change.keymap }),
    ...(change.disabledAt === undefined ? {} : { disabled_at: change.disabledAt }),
  };
  if (Object.keys(set).length === 0) return (await findAccount(tx, id)) !== null;
  const result = await tx.updateTable('account').set(set).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** One account. */
export async function findAccount(db: Kysely<Tables>, id: string): Promise<Account | null> {
  return (await selectById(db, { id })).rows[0] ?? null;
}

/** The account with a login. */
export async function findAccountByLogin(
  db: Kysely<Tables>,
  login: string,
): Promise<Account | null> {
  return (await selectByLogin(db, { login })).rows[0] ?? null;
}

/** Every account, by login. */
export function listAccounts(db: Kysely<Tables>): Promise<readonly Account[]> {
  return selectAccount(db).orderBy('login').execute();
}

/** The columns as they are named outside the store. */
function selectAccount(db: Kysely<Tables>) {
  return db
    .selectFrom('account')
    .select([
      'id',
      'login',
      'name',
      'password_hash as passwordHash',
      'language',
      'keymap',
      'created_at as createdAt',
      'disabled_at as disabledAt',
    ]);
}

const selectById = prepared((db: Kysely<Tables>, given: { readonly id: string }) =>
  selectAccount(db).where('id', '=', given.id),
);

const selectByLogin = prepared((db: Kysely<Tables>, given: { readonly login: string }) =>
  selectAccount(db).where('login', '=', given.login),
);
