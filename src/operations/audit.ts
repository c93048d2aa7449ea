import { appendAudit } from '../store/workspace/audit.ts';
import type { AuditEntry } from '../store/workspace/audit.ts';
import type { Actor } from './work-context.ts';
import type { WriteTransaction } from './workspace.ts';

/** What an action was done to. The detail holds no answers, no free text and no secrets. */
interface Audited extends Pick<AuditEntry, 'project' | 'object'> {
  readonly detail?: AuditEntry['detail'];
}

/** Appends what somebody does to the audit log, in the write that does it. */
export function audit(
  tx: WriteTransaction,
  { login }: Pick<Actor, 'login'>,
  at: string,
  action: string,
  { project, object, detail = {} }: Audited,
): void {
  appendAudit(tx, { at, actor: login, action, project, object, detail });
}
