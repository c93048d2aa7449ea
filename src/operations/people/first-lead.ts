import { audit } from '../audit.ts';
import {
  insertInvitation,
  listInvitations,
  revokeInvitation,
} from '../../store/people/invitations.ts';
import { listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import { program } from './program.ts';
import { hashSecret, newSecret } from '../secret.ts';
import type { Workspace } from '../workspace.ts';

const validity = 24 * 3_600_000;

/**
 * The secret of a link for the first lead of a new workspace; null if there is a lead, unless the
 * person who starts the server asks for one more. Earlier links stop working.
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
      if (old.createdBy === program.login)
        await revokeInvitation(tx, { id: old.id, project: wholeWorkspace, now: at });
    const id = workspace.newId();
    const expiresAt = new Date(now.getTime() + validity).toISOString();
    await insertInvitation(tx, {
      id,
      tokenHash: hashSecret(secret),
      project: wholeWorkspace,
      role: 'lead',
      createdBy: program.login,
      createdAt: at,
      expiresAt,
    });
    const detail = { role: 'lead', expires_at: expiresAt };
    const object = `invitation/${id}`;
    audit(tx, program, at, 'invitation-create', { project: null, object, detail });
    return secret;
  });
}
