import type { Kysely, Transaction } from 'kysely';
import type { Role, Tables, TimeText } from '../tables.ts';

/** A link by which somebody may join a project, once. */
export interface Invitation {
  readonly id: string;
  readonly project: string;
  readonly role: Role;
  readonly createdBy: string;
  readonly createdAt: TimeText;
  readonly expiresAt: TimeText;
  readonly usedAt: TimeText | null;
  readonly usedBy: string | null;
  readonly revokedAt: TimeText | null;
}

/** Adds an invitation; only the hash of its secret is kept. */
export async function insertInvitation(
  tx: Transaction<Tables>,
  invitation: Omit<Invitation, 'usedAt' | 'usedBy' | 'revokedAt'> & { readonly tokenHash: string },
): Promise<void> {
  const { id, tokenHash, project, role, createdBy, createdAt, expiresAt } = invitation;
  await tx
    .insertInto('invitation')
    .values({
      id,
      token_hash: tokenHash,
      project,
      role,
      created_by: createdBy,
      created_at: createdAt,
      expires_at: expiresAt,
      used_at: null,
      used_by: null,
      revoked_at: null,
    })
    .execute();
}

/** The invitation with a secret, whatever became of it. */
export async function findInvitation(
  db: Kysely<Tables>,
  tokenHash: string,
): Promise<Invitation | null> {
  return (
    (await selectInvitation(db).where('token_hash', '=', tokenHash).executeTakeFirst()) ?? null
  );
}

/** Uses an invitation up; false when it was used, revoked or has expired meanwhile. */
export async function takeInvitation(
  tx: Transaction<Tables>,
  given: { readonly tokenHash: string; readonly account: string; readonly now: TimeText },
): Promise<boolean> {
  const result = await openInvitations(tx)
    .set({ used_at: given.now, used_by: given.account })
    .where('token_hash', '=', given.tokenHash)
    .where('expires_at', '>', given.now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Revokes an invitation; false when there is nothing to revoke. */
export async function revokeInvitation(
  tx: Transaction<Tables>,
  given: { readonly id: string; readonly project: string; readonly now: TimeText },
): Promise<boolean> {
  const result = await openInvitations(tx)
    .set({ revoked_at: given.now })
    .where('id', '=', given.id)
    .where('project', '=', given.project)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The invitations to a project, latest first. */
export function listInvitations(
  db: Kysely<Tables>,
  project: string,
): Promise<readonly Invitation[]> {
  return selectInvitation(db)
    .where('project', '=', project)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

function openInvitations(tx: Transaction<Tables>) {
  return tx.updateTable('invitation').where('used_at', 'is', null).where('revoked_at', 'is', null);
}

/** The columns as they are named outside the store. */
function selectInvitation(db: Kysely<Tables>) {
  return db
    .selectFrom('invitation')
    .select([
      'id',
      'project',
      'role',
      'created_by as createdBy',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'used_at as usedAt',
      'used_by as usedBy',
      'revoked_at as revokedAt',
    ]);
}
