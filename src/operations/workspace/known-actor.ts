import { userInfo } from 'node:os';
import { refuse } from '../../domain/fault.ts';
import { personName } from '../../domain/people/person-name.ts';
import { oneOf } from '../../domain/text-values.ts';
import { listAccounts } from '../../store/people/accounts.ts';
import { listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import type { Role, WorkContext } from '../work-context.ts';

/**
 * Refuses a command in the name of somebody who does not exist, or may not do it: a ruling and a
 * waiver carry a name that can be asked. In a workspace without accounts, which only commands use,
 * that is the user of the machine and nobody else.
 */
export async function refuseUnknownActor(
  { store, actor }: WorkContext,
  project: string,
  ...roles: readonly Role[]
): Promise<void> {
  const { accounts, members } = await store.read(async (db) => ({
    accounts: await listAccounts(db),
    members: [...(await listMembers(db, project)), ...(await listMembers(db, wholeWorkspace))],
  }));
  const able = members.filter(
    (one) => one.endedAt === null && one.disabledAt === null && roles.includes(one.role),
  );
  const owner = personName(userInfo().username);
  const names = accounts.length === 0 ? [owner] : able.map((one) => one.login);
  if (names.includes(actor.login)) return;
  refuse('unknown-actor', { by: actor.login, expected: oneOf([...new Set(names)]) });
}
