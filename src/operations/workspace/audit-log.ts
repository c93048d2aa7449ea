import { storedJson } from '../../domain/stored-json.ts';
import { auditChoices, listAudit } from '../../store/workspace/audit.ts';
import type { AuditEntry, AuditFilter } from '../../store/workspace/audit.ts';
import { wholeWorkspace } from '../../store/people/memberships.ts';
import { authorise } from '../authorise.ts';
import { requireProject } from '../people/people.ts';
import type { WorkContext } from '../work-context.ts';

/** An entry of the audit log. */
export interface AuditView extends AuditEntry {
  readonly seq: number;
  readonly hash: string;
}

/** Which entries of a project's log are asked for. */
export type AuditRequest = Omit<AuditFilter, 'project'> & { readonly project: string };

/** A page of the log of a project or the workspace, latest first. Leads and reviewers. */
export async function auditLog(
  context: WorkContext,
  input: AuditRequest,
): Promise<{ readonly entries: readonly AuditView[]; readonly next: number | null }> {
  const { project, limit, ...filter } = input;
  authorise(context.actor, project, 'lead', 'reviewer');
  const rows = await context.store.read(async (db) => {
    await requireProject(db, project);
    return await listAudit(db, {
      ...filter,
      limit: limit + 1,
      ...(project === wholeWorkspace ? {} : { project }),
    });
  });
  const entries = rows
    .slice(0, limit)
    .map(({ previous_hash: _, ...row }): AuditView => ({
      ...row,
      detail: storedJson<AuditView['detail']>(row.detail, 'audit', 'detail', row),
    }));
  return { entries, next: rows.length > limit ? entries.at(-1)!.seq : null };
}

/** Who did something in a project, and which kinds of actions there are. Leads and reviewers. */
export async function auditNames(
  context: WorkContext,
  project: string,
): Promise<{ readonly actors: readonly string[]; readonly actions: readonly string[] }> {
  authorise(context.actor, project, 'lead', 'reviewer');
  return await context.store.read(async (db) => {
    await requireProject(db, project);
    return await auditChoices(db, project === wholeWorkspace ? null : project);
  });
}
