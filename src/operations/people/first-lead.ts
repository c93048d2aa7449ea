import { appendAudit } from '../../store/workspace/audit.ts';
import {
  insertInvitation,
  listInvitations,
  revokeInvitation,
} from '../../store/people/invitations.ts';
import { listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import { hashSecret, newSecret } from '../secret.ts';
import type { Workspace } from '../workspace.ts';

/** Who acts when nobody is signed in yet. */
const program = 'assay';
const validity = 24 * 3_600_000;

/**
 * The secret of a link by which the first lead enters a new workspace; null when the workspace has
 * a lead, unless one more is asked for by whoever starts the server. Links
 * that were printed before no longer hold.
 */
export async function firstLeadLink(workspace: Workspace, more = false): Promise<string | null> {
  const now = workspace.clock();
  const at = now.toISOString();
  const secret = newSecret();
  return await workspace.store.write(async (tx) => {
    const leads = (await listMembers(tx, wholeWorkspace)).filter(
      (one) => one.role === 'lead' && one.endedAt === null && one.disabledAt === null,
    );
    if (leads.length > 0 && !more) return null;
    for (const old of await listInvitations(tx, wholeWorkspace))
      if (old.createdBy === program)
        await revokeInvitation(tx, { id: old.id, project: wholeWorkspace, now: at });
    const id = workspace.newId();
    const expiresAt = new Date(now.getTime() + validity).toISOString();
    await insertInvitation(tx, {
      id,
      tokenHash: hashSecret(secret),
      project: wholeWorkspace,
      role: 'lead',
      createdBy: program,
      createdAt: at,
      expiresAt,
    });
    appendAudit(tx, {
      at,
      actor: program,
      action: 'invitation-create',
      project: null,
      object: `invitation/${id}`,
      detail: { role: 'lead', expires_at: expiresAt },
    });
    return secret;
  });
}
