import { listInvitationProjectsBy, revokeInvitationsBy } from '../../store/people/invitations.ts';
import { rolesOf, wholeWorkspace } from '../../store/people/memberships.ts';
import { revokePasswordLinksBy } from '../../store/people/password-links.ts';
import { listTokens, revokeTokensOf } from '../../store/people/tokens.ts';
import { endWebhook, listWebhooks } from '../../store/people/webhooks.ts';
import { audit } from '../audit.ts';
import type { Actor } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** Somebody who has just lost a role, or everything. */
interface Leaver {
  readonly account: string;
  readonly login: string;
  readonly now: string;
  /** Ignores remaining roles, as for a disabled account. */
  readonly isOut?: boolean;
}

/**
 * Ends what somebody made or holds and could no longer make: invitations, webhooks and links to set
 * passwords where they are no longer a lead, tokens where they are no longer a member. In the write
 * that takes the role away, so that nothing of it works again when they return.
 */
export async function endWhatRemains(
  tx: WriteTransaction,
  actor: Pick<Actor, 'login'>,
  { account, login, now, isOut = false }: Leaver,
): Promise<void> {
  const roles = async (project: string) => (isOut ? [] : await rolesOf(tx, account, project));
  for (const project of await listInvitationProjectsBy(tx, login)) {
    if ((await roles(project)).includes('lead')) continue;
    for (const { id } of await revokeInvitationsBy(tx, { createdBy: login, project, now })) {
      const object = `invitation/${id}`;
      audit(tx, actor, now, 'invitation-withdraw', { project, object, detail: { by: login } });
    }
  }
  for (const { id, project, createdBy } of await listWebhooks(tx)) {
    if (createdBy !== login || (await roles(project)).includes('lead')) continue;
    await endWebhook(tx, { id, project, at: now });
    const object = `webhook/${id}`;
    audit(tx, actor, now, 'webhook-end', { project, object, detail: { by: login } });
  }
  if (!(await roles(wholeWorkspace)).includes('lead')) {
    const ended = await revokePasswordLinksBy(tx, { createdBy: login, now });
    const object = `account/${login}`;
    if (ended > 0)
      audit(tx, actor, now, 'password-links-end', { project: null, object, detail: { ended } });
  }
  const live = (await listTokens(tx, account)).filter((token) => token.revokedAt === null);
  for (const project of new Set(live.map((token) => token.project))) {
    if ((await roles(project)).length > 0) continue;
    const ended = await revokeTokensOf(tx, { account, project, now });
    const object = `account/${login}`;
    audit(tx, actor, now, 'tokens-end', { project, object, detail: { ended } });
  }
}
