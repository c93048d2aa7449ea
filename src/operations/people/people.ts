import { audit } from '../audit.ts';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { findAccountByLogin } from '../../store/people/accounts.ts';
import { endRole, grantRole, listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import type { Member } from '../../store/people/memberships.ts';
import { lockPeople } from '../../store/people/people-lock.ts';
import { latestProtocolHash } from '../../store/protocol/protocols.ts';
import type { Role } from '../../store/tables.ts';
import { authorise } from '../authorise.ts';
import { leaveRuns, prepareLeaving } from '../rounds/leave-run.ts';
import { forgetProgress } from '../judging/own-progress.ts';
import { endWhatRemains } from './end-what-remains.ts';
import { noteAccess } from './note-access.ts';
import { loginText } from './sign-in.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database } from '../workspace.ts';
import { refusePanelName } from './panel-names.ts';

/** The members of a project, those who left included. */
export async function people(context: WorkContext, project: string): Promise<readonly Member[]> {
  authorise(context.actor, project, 'lead');
  return await context.store.read(async (db) => {
    await requireProject(db, project);
    return await listMembers(db, project);
  });
}

/** Gives somebody who has an account a role in a project. */
export async function addMember(
  context: WorkContext,
  input: { readonly project: string; readonly login: string; readonly role: Role },
): Promise<{ readonly account: string }> {
  const { project, role } = input;
  const { actor } = context;
  authorise(actor, project, 'lead');
  if (project === wholeWorkspace && role !== 'lead')
    refuse('wrong-value', { field: 'role', got: role, expected: codedText('only-lead') });
  const now = timeOf(context);
  await context.store.read((db) => requireProject(db, project));
  await refusePanelName(context.store, project, loginText(input.login));
  return await context.store.write(async (tx) => {
    await requireProject(tx, project);
    const account = await findAccountByLogin(tx, loginText(input.login));
    if (account === null)
      refuse('not-found', { what: codedText('account-to-invite', { id: input.login }) });
    await grantRole(tx, { project, account: account.id, role, createdAt: now });
    const object = `account/${account.login}`;
    audit(tx, context.actor, now, 'role-grant', { project, object, detail: { role } });
    const given = { kind: 'grant', by: actor.login, actor: actor.login, at: now } as const;
    await noteAccess(tx, { ...given, project, role, person: account.login });
    return { account: account.id };
  });
}

/**
 * Ends somebody's role in a project, or all their roles there. If they may no longer judge, the
 * same write takes them out of open runs: their judgments stay, the rest is handed out again. It
 * also ends the links they made and the tokens they hold where their roles no longer allow them.
 */
export async function removeMember(
  context: WorkContext,
  given: { readonly project: string; readonly login: string; readonly role?: Role },
): Promise<{ readonly account: string; readonly ended: readonly Role[] }> {
  const { project, role: only } = given;
  const login = loginText(given.login);
  authorise(context.actor, project, 'lead');
  const now = timeOf(context);
  await prepareLeaving(context, login);
  const { left, ...result } = await context.store.write(
    async (tx) => {
      await lockPeople(tx);
      await requireProject(tx, project);
      const members = (await listMembers(tx, project)).filter((one) => one.endedAt === null);
      const held = members.filter(
        (one) => one.login === login && (only === undefined || one.role === only),
      );
      const [first] = held;
      if (first === undefined) refuseMember(given.login, only);
      const leadsLeft = members.filter(
        (one) => one.role === 'lead' && one.disabledAt === null && one.account !== first.account,
      );
      if (project === wholeWorkspace && leadsLeft.length === 0) refuse('last-lead');
      for (const { role } of held) {
        await endRole(tx, { project, account: first.account, role, at: now });
        const object = `account/${first.login}`;
        audit(tx, context.actor, now, 'role-end', { project, object, detail: { role } });
      }
      await endWhatRemains(tx, context.actor, { account: first.account, login, now });
      return {
        account: first.account,
        ended: held.map((one) => one.role),
        left: await leaveRuns(tx, context, {
          account: first.account,
          login,
          isOut: false,
          ...(project === wholeWorkspace ? {} : { project }),
        }),
      };
    },
    { alone: true },
  );
  for (const run of left) forgetProgress(context.store, run);
  return result;
}

function refuseMember(id: string, role: Role | undefined): never {
  if (role === undefined) refuse('not-found', { what: codedText('member', { id }) });
  const named = { id, role: codedText(`role-${role}`) };
  refuse('not-found', { what: codedText('member-with-role', named) });
}

/** Refuses a project that is not there; the whole workspace always is. */
export async function requireProject(db: Database, project: string): Promise<void> {
  if (project !== wholeWorkspace && (await latestProtocolHash(db, project)) === null)
    refuse('not-found', { what: codedText('project', { id: project }) });
}
