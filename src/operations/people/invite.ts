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
import { authorise } from '../authorise.ts';
import { requireProject } from './people.ts';
import { hashSecret, newSecret } from '../secret.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** Invites somebody by a link that works once, for some days; its secret is returned only here. */
export async function invite(
  context: WorkContext,
  given: { readonly project: string; readonly role: Role; readonly days: number },
) {
  const { project, role, days } = given;
  authorise(context.actor, project, 'lead');
  if (project === wholeWorkspace && role !== 'lead')
    refuse('wrong-value', { field: 'role', got: role, expected: codedText('only-lead') });
  const now = context.clock();
  const createdAt = now.toISOString();
  const expiresAt = new Date(now.getTime() + days * 24 * 3_600_000).toISOString();
  const secret = newSecret();
  const invitation = { id: context.newId(), project, role, createdAt, expiresAt };
  await context.store.write(async (tx) => {
    await requireProject(tx, project);
    const [tokenHash, createdBy] = [hashSecret(secret), context.actor.login];
    await insertInvitation(tx, { ...invitation, tokenHash, createdBy });
    const object = `invitation/${invitation.id}`;
    const detail = { role, expires_at: expiresAt };
    audit(tx, context.actor, createdAt, 'invitation-create', { project, object, detail });
  });
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
