import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { appendAudit } from '../../store/workspace/audit.ts';
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
import type { WorkContext } from '../work-context.ts';

/** An invitation that was just made; its secret is told once. */
export interface NewInvitation extends Pick<
  Invitation,
  'id' | 'project' | 'role' | 'createdAt' | 'expiresAt'
> {
  readonly secret: string;
}

/** Invites somebody to a project by a link that holds for some days and can be used once. */
export async function invite(
  context: WorkContext,
  given: { readonly project: string; readonly role: Role; readonly days: number },
): Promise<NewInvitation> {
  const { project, role, days } = given;
  authorise(context.actor, project, 'lead');
  if (project === wholeWorkspace && role !== 'lead')
    refuse('wrong-value', { field: 'role', got: role, expected: codedText('only-lead') });
  const now = context.clock();
  const createdAt = now.toISOString();
  const expiresAt = new Date(now.getTime() + days * 24 * 3_600_000).toISOString();
  const secret = newSecret();
  const id = context.newId();
  await context.store.write(async (tx) => {
    await requireProject(tx, project);
    await insertInvitation(tx, {
      id,
      tokenHash: hashSecret(secret),
      project,
      role,
      createdBy: context.actor.login,
      createdAt,
      expiresAt,
    });
    appendAudit(tx, {
      at: createdAt,
      actor: context.actor.login,
      action: 'invitation-create',
      project,
      object: `invitation/${id}`,
      detail: { role, expires_at: expiresAt },
    });
  });
  return { id, project, role, createdAt, expiresAt, secret };
}

/** The invitations to a project, latest first, whatever became of them. */
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
  const now = context.clock().toISOString();
  await context.store.write(async (tx) => {
    if (!(await revokeInvitation(tx, { id, project, now })))
      refuse('not-found', { what: codedText('invitation') });
    appendAudit(tx, {
      at: now,
      actor: context.actor.login,
      action: 'invitation-withdraw',
      project,
      object: `invitation/${id}`,
      detail: {},
    });
  });
}
