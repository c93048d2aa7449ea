import { userInfo } from 'node:os';
import { refuse } from '../../domain/fault.ts';
import { personName } from '../../domain/people/person-name.ts';
import { oneOf } from '../../domain/text-values.ts';
import { listAccounts } from '../../store/people/accounts.ts';
import { listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import type { Role, WorkContext } from '../work-context.ts';
import type { Database } from '../workspace.ts';

/**
 * Refuses a command in the name of somebody who does not exist, or may not do it: a ruling and a
 * waiver carry a name that can be asked.
 */
export async function refuseUnknownActor(
  { store, actor }: WorkContext,
  project: string,
  ...roles: readonly Role[]
): Promise<void> {
  const names = await store.read((db) => namesWithRole(db, project, ...roles));
  if (names.has(actor.login)) return;
  refuse('unknown-actor', { by: actor.login, expected: oneOf([...names]) });
}

/**
 * Who has one of the roles in a project. In a workspace without accounts, which only commands use,
 * that is the user of the machine and nobody else.
 */
export async function namesWithRole(
  db: Database,
  project: string,
  ...roles: readonly Role[]
): Promise<ReadonlySet<string>> {
  const accounts = await listAccounts(db);
  if (accounts.length === 0) return new Set([personName(userInfo().username)]);
  const members = [...(await listMembers(db, project)), ...(await listMembers(db, wholeWorkspace))];
  const able = members.filter(
    (one) => one.endedAt === null && one.disabledAt === null && roles.includes(one.role),
  );
  return new Set(able.map((one) => one.login));
}
