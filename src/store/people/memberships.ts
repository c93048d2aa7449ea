import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import { prepared } from '../prepared.ts';
import type { Database, Role, TimeText, WriteTransaction } from '../tables.ts';

/** The project that stands for the whole workspace. */
export const wholeWorkspace = '*';

/** Somebody's part in a project. */
export type Membership = Row<'membership'>;

/** A member with what is shown of the account. */
export interface Member extends Membership {
  readonly login: string;
  readonly name: string;
  readonly disabledAt: TimeText | null;
}

/** Gives somebody a role in a project; one that had ended starts again. */
export async function grantRole(
  tx: WriteTransaction,
  given: Omit<Membership, 'endedAt'>,
): Promise<void> {
  await tx
    .insertInto('membership')
    .values(toColumns('membership', given))
    .onConflict((conflict) =>
      conflict
        .columns(['project', 'account', 'role'])
        .doUpdateSet({ created_at: given.createdAt, ended_at: null })
        .where('membership.ended_at', 'is not', null),
    )
    .execute();
}

/** Ends a role; false when it was not held. */
export async function endRole(
  tx: WriteTransaction,
  given: Pick<Membership, 'project' | 'account' | 'role'> & { readonly at: TimeText },
): Promise<boolean> {
  const { project, account, role, at } = given;
  const result = await tx
    .updateTable('membership')
    .set({ ended_at: at })
    .where((eb) => eb.and({ project, account, role }))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The roles that somebody holds in a project, those in the whole workspace included. */
export async function rolesOf(
  db: Database,
  account: string,
  project: string,
): Promise<readonly Role[]> {
  const { rows } = await selectRoles(db, { account, project });
  return [...new Set(rows.map((row) => row.role))];
}

/** Everything that somebody is a member of now. */
export function membershipsOf(db: Database, account: string): Promise<readonly Membership[]> {
  return db
    .selectFrom('membership')
    .select(fields('membership'))
    .where('account', '=', account)
    .where('ended_at', 'is', null)
    .orderBy('project')
    .orderBy('role')
    .execute();
}

/** The members of a project, those who left included, by login. */
export function listMembers(db: Database, project: string): Promise<readonly Member[]> {
  return db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account')
    .select(fields('membership'))
    .select(['account.login', 'account.name', 'account.disabled_at as disabledAt'])
    .where('membership.project', '=', project)
    .orderBy('account.login')
    .orderBy('membership.role')
    .execute();
}

const selectRoles = prepared((db, given: { readonly account: string; readonly project: string }) =>
  db
    .selectFrom('membership')
    .select('role')
    .where('account', '=', given.account)
    .where('project', 'in', [given.project, wholeWorkspace])
    .where('ended_at', 'is', null)
    .orderBy('role'),
);
