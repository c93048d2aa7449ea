import { listAudit } from '../store/audit.ts';
import { wholeWorkspace } from '../store/memberships.ts';
import { authorise } from './authorise.ts';
import { requireProject } from './people.ts';
import type { WorkContext } from './work-context.ts';

/** An entry of the audit log. */
export interface AuditView {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly project: string | null;
  readonly object: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** A page of what happened in a project, latest first; of the whole workspace for its leads. Leads and reviewers. */
export async function auditLog(context: WorkContext, input: { readonly project: string; readonly before?: number; readonly limit: number }): Promise<{ readonly entries: readonly AuditView[]; readonly next: number | null }> {
  const { project, before, limit } = input;
  authorise(context.actor, project, 'lead', 'reviewer');
  const rows = await context.store.read(async (db) => {
    await requireProject(db, project);
    return await listAudit(db, { limit: limit + 1, ...(project === wholeWorkspace ? {} : { project }), ...(before === undefined ? {} : { before }) });
  });
  const entries = rows.slice(0, limit).map(({ seq, at, actor, action, project: place, object, detail, hash }) => ({ seq, at, actor, action, project: place, object, detail: JSON.parse(detail) as AuditView['detail'], hash }));
  return { entries, next: rows.length > limit ? entries.at(-1)!.seq : null };
}
