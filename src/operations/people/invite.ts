import { audit } from '../audit.ts';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import {
  insertInvitation,
  listInvitations,
  revokeInvitation,
} from '../../store/people/invitations.ts';
import type { Invitation } from '../../store/people/invitations.ts';
import { wholeWorkspace } from '../../store/people/memberships.ts';
import type { Role } from '../../store/tables.ts';
import { lockPeople } from '../../store/people/people-lock.ts';
import { authorise } from '../authorise.ts';
import { isLogin } from './accept-link.ts';
import { noteAccess } from './note-access.ts';
import { requireProject } from './people.ts';
import { loginText } from './sign-in.ts';
import { requireStillLead } from './still-lead.ts';
import { hashSecret, newSecret } from '../secret.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** Invites somebody by a link that works once, for some days; its secret is returned only here. */
export async function invite(
  context: WorkContext,
  given: {
    readonly project: string;
    readonly role: Role;
    readonly days: number;
    /** The name of the panel that it is for; nobody else can use it. */
    readonly login?: string;
  },
) {
  const { project, role, days } = given;
  authorise(context.actor, project, 'lead');
  if (project === wholeWorkspace && role !== 'lead')
    refuse('wrong-value', { field: 'role', got: role, expected: codedText('only-lead') });
  const login = given.login === undefined ? null : loginText(given.login);
  if (login !== null && !isLogin(login))
    refuse('wrong-value', { field: 'login', got: given.login!, expected: codedText('login') });
  const now = context.clock();
  const createdAt = now.toISOString();
  const expiresAt = new Date(now.getTime() + days * 24 * 3_600_000).toISOString();
  const secret = newSecret();
  const invitation = { id: context.newId(), project, role, createdAt, expiresAt, login };
  const by = context.actor.login;
  await context.store.write(
    async (tx) => {
      await lockPeople(tx);
      await requireProject(tx, project);
      await requireStillLead(tx, context.actor, project);
      await insertInvitation(tx, { ...invitation, tokenHash: hashSecret(secret), createdBy: by });
      const object = `invitation/${invitation.id}`;
      const detail = { role, expires_at: expiresAt, ...(login === null ? {} : { login }) };
      audit(tx, context.actor, createdAt, 'invitation-create', { project, object, detail });
      const noted = { kind: 'invite', by, actor: by, person: null, at: createdAt } as const;
      await noteAccess(tx, { ...noted, project, role });
    },
    { alone: true },
  );
  return { ...invitation, secret };
}

/** All invitations to a project, latest first. */
export async function invitations(
  context: WorkContext,
  project: string,
): Promise<readonly Invitation[]> {
  authorise(context.actor, project, 'lead');
  return await context.store.read(async (db) => {
    await requireProject(db, project);
    return await listInvitations(db, project);
  });
}

/** Withdraws an invitation that was not used. */
export async function withdrawInvitation(
  context: WorkContext,
  given: { readonly project: string; readonly id: string },
): Promise<void> {
  const { project, id } = given;
  authorise(context.actor, project, 'lead');
  const now = timeOf(context);
  await context.store.write(async (tx) => {
    if (!(await revokeInvitation(tx, { id, project, now })))
      refuse('not-found', { what: codedText('invitation') });
    audit(tx, context.actor, now, 'invitation-withdraw', { project, object: `invitation/${id}` });
  });
}
