import type { AuditEntry } from '../store/workspace/audit.ts';
import type { WorkContext } from './work-context.ts';

/** An audit entry without who and when. No answers, no free text of annotators, no secrets. */
export type AuditedAct = Pick<AuditEntry, 'action' | 'project' | 'object' | 'detail'>;

/** Appends what the actor does to the audit log, in the write that does it. */
export function auditEntry(context: WorkContext, at: string, act: AuditedAct): AuditEntry {
  return { at, actor: context.actor.login, ...act };
}
