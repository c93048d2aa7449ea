import type { AuditEntry } from '../store/workspace/audit.ts';
import type { WorkContext } from './work-context.ts';

/**
 * What an entry of the audit log says beside who and when. Its detail holds no answers, no free
 * text of annotators, and no secrets.
 */
export type AuditedAct = Pick<AuditEntry, 'action' | 'project' | 'object' | 'detail'>;

/**
 * An entry of the audit log for what the actor does at a time; to be appended in the write that
 * does it.
 */
export function auditEntry(context: WorkContext, at: string, act: AuditedAct): AuditEntry {
  return { at, actor: context.actor.login, ...act };
}
