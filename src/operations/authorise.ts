import { codedText } from '../domain/text-values.ts';
import { refuse } from '../domain/fault.ts';
import { wholeWorkspace } from '../store/people/memberships.ts';
import type { Actor, Role } from './work-context.ts';

/** Everybody who belongs to a project. */
export const everyRole: readonly Role[] = ['lead', 'adjudicator', 'annotator', 'reviewer'];

/** Those who may see everybody's answers and figures while the work goes on. */
export const overseeingRoles: readonly Role[] = ['lead', 'adjudicator', 'reviewer'];

/** Those who may be given units; which ones they were given is decided by their slots. */
export const judgingRoles: readonly Role[] = ['annotator', 'adjudicator', 'lead'];

/** Requires one of the roles; to non-members a project does not exist. Returns the role. */
export function authorise(actor: Actor, project: string, ...roles: readonly Role[]): Role {
  const role = actor.roleIn(project);
  if (role === null) refuse('not-found', { what: codedText('project', { id: project }) });
  if (!roles.includes(role))
    refuse('role-needed', {
      project,
      role: codedText(`role-${role}`),
      needed: roles.map((one) => codedText(`role-${one}`)),
    });
  return role;
}

/** Lets only leads of the whole workspace go on. */
export function authoriseWorkspace(actor: Actor): void {
  if (actor.roleIn(wholeWorkspace) !== 'lead') refuse('workspace-lead-needed');
}
