import { audit } from '../audit.ts';
import { revokeSession } from '../../store/people/sessions.ts';
import type { SessionCredential } from './identity.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** Ends the session in which this is asked for. */
export async function signOut(context: WorkContext, session: SessionCredential): Promise<void> {
  const now = timeOf(context);
  await context.store.write(async (tx) => {
    await revokeSession(tx, { tokenHash: session.secretHash, now });
    const object = `account/${context.actor.login}`;
    audit(tx, context.actor, now, 'session-end', { project: null, object });
  });
}
