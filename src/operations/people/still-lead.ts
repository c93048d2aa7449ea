import { refuse } from '../../domain/fault.ts';
import { findAccountByLogin } from '../../store/people/accounts.ts';
import { rolesOf, wholeWorkspace } from '../../store/people/memberships.ts';
import type { Actor } from '../work-context.ts';
import type { Database } from '../workspace.ts';

/** Refuses an actor who was a lead when the request arrived, but no longer is. */
export async function requireStillLead(
  db: Database,
  actor: Actor,
  project: string = wholeWorkspace,
): Promise<void> {
  if (actor.via !== 'cli' && !(await isStillLead(db, actor.login, project)))
    refuse('not-signed-in');
}

/**
 * Whether somebody is a lead of a project now, and not disabled. What has no account is the program
 * itself, which may: accounts are never deleted.
 */
export async function isStillLead(db: Database, login: string, project: string): Promise<boolean> {
  const account = await findAccountByLogin(db, login);
  if (account === null) return true;
  if (account.disabledAt !== null) return false;
  return (await rolesOf(db, account.id, project)).includes('lead');
}
