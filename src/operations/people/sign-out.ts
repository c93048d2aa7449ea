import { appendAudit } from '../../store/workspace/audit.ts';
import { revokeSession } from '../../store/people/sessions.ts';
import type { SessionCredential } from './identity.ts';
import type { WorkContext } from '../work-context.ts';

/** Ends the session in which this is asked for. */
export async function signOut(context: WorkContext, session: SessionCredential): Promise<void> {
  const now = context.clock().toISOString();
  await context.store.write(async (tx) => {
    await revokeSession(tx, { tokenHash: session.secretHash, now });
    appendAudit(tx, {
      at: now,
      actor: context.actor.login,
      action: 'session-end',
      project: null,
      object: `account/${context.actor.login}`,
      detail: {},
    });
  });
}
