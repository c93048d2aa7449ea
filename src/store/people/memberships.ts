import type { Kysely, Transaction } from 'kysely';
import { prepared } from '../prepared.ts';
import type { Role, Tables, TimeText } from '../tables.ts';

/** The project that stands for the whole workspace. */
export const wholeWorkspace = '*';

/** Somebody's part in a project. */
export interface Membership {
  readonly project: string;
  readonly account: string;
  readonly role: Role;
  readonly createdAt: TimeText;
  readonly endedAt: TimeText | null;
}

/** A member with what is shown of the account. */
export interface Member extends Membership {
  readonly login: string;
  readonly name: string;
  readonly disabledAt: TimeText | null;
}

/** Gives somebody a role in a project; one that had ended begins anew. */
export async function grantRole(
  tx: Transaction<Tables>,
  given: Omit<Membership, 'endedAt'>,
): Promise<void> {
  const { project, account, role, createdAt } = given;
  await tx
    .insertInto('membership')
    .values({ project, account, role, created_at: createdAt, ended_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['project', 'account', 'role'])
        .doUpdateSet({ created_at: createdAt, ended_at: null })
        .where('membership.ended_at', 'is not', null),
    )
    .execute();
}

/** Ends a role; false when it was not held. */
export async function endRole(
  tx: Transaction<Tables>,
  given: Pick<Membership, 'project' | 'account' | 'role'> & { readonly at: TimeText },
): Promise<boolean> {
  const result = await tx
    .updateTable('membership')
    .set({ ended_at: given.at })
    .where('project', '=', given.project)
    .where('account', '=', given.account)
    .where('role', '=', given.role)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The roles that somebody holds in a project, those in the whole workspace included. */
export async function rolesOf(
  db: Kysely<Tables>,
  account: string,
  project: string,
): Promise<readonly Role[]> {
  const { rows } = await selectRoles(db, { account, project });
  return [...new Set(rows.map((row) => row.role))];
}

/** Everything that somebody is a member of now. */
export function membershipsOf(db: Kysely<Tables>, account: string): Promise<readonly Membership[]> {
  return db
    .selectFrom('membership')
    .select(['project', 'account', 'role', 'created_at as createdAt', 'ended_at as endedAt'])
    .where('account', '=', account)
    .where('ended_at', 'is', null)
    .orderBy('project')
    .orderBy('role')
    .execute();
}

/** The members of a project, those who left included, by login. */
export function listMembers(db: Kysely<Tables>, project: string): Promise<readonly Member[]> {
  return db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account')
    .select([
      'membership.project',
      'membership.account',
      'membership.role',
      'membership.created_at as createdAt',
      'membership.ended_at as endedAt',
      'account.login',
      'account.name',
      'account.disabled_at as disabledAt',
    ])
    .where('membership.project', '=', project)
    .orderBy('account.login')
    .orderBy('membership.role')
    .execute();
}

const selectRoles = prepared(
  (db: Kysely<Tables>, given: { readonly account: string; readonly project: string }) =>
    db
      .selectFrom('membership')
      .select('role')
      .where('account', '=', given.account)
      .where('project', 'in', [given.project, wholeWorkspace])
      .where('ended_at', 'is', null)
      .orderBy('role'),
);
