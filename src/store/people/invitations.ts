import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** A link by which somebody may join a project, once. Only the hash of its secret is stored. */
export type Invitation = Omit<Row<'invitation'>, 'tokenHash'>;

/** Adds an invitation. */
export async function insertInvitation(
  tx: WriteTransaction,
  invitation: Omit<Row<'invitation'>, 'usedAt' | 'usedBy' | 'revokedAt' | 'login'> & {
    readonly login?: string | null;
  },
): Promise<void> {
  await tx.insertInto('invitation').values(toColumns('invitation', invitation)).execute();
}

/** The invitation with a secret, also after it was used, revoked or has expired. */
export async function findInvitation(db: Database, tokenHash: string): Promise<Invitation | null> {
  const query = selectInvitation(db).where('token_hash', '=', tokenHash);
  return (await query.executeTakeFirst()) ?? null;
}

/** Uses an invitation up; false when it was used, revoked or has expired meanwhile. */
export async function takeInvitation(
  tx: WriteTransaction,
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
  tx: WriteTransaction,
  { id, project, now }: { readonly id: string; readonly project: string; readonly now: TimeText },
): Promise<boolean> {
  const result = await openInvitations(tx)
    .set({ revoked_at: now })
    .where((eb) => eb.and({ id, project }))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The projects to which somebody has made invitations. */
export async function listInvitationProjectsBy(
  db: Database,
  createdBy: string,
): Promise<readonly string[]> {
  const query = db.selectFrom('invitation').select('project').distinct();
  const rows = await query.where('created_by', '=', createdBy).orderBy('project').execute();
  return rows.map((row) => row.project);
}

/** Revokes what somebody made in a project and nobody has used; returns the ids. */
export async function revokeInvitationsBy(
  tx: WriteTransaction,
  given: { readonly createdBy: string; readonly project: string; readonly now: TimeText },
): Promise<readonly Pick<Invitation, 'id'>[]> {
  const { createdBy, project, now } = given;
  return await openInvitations(tx)
    .set({ revoked_at: now })
    .where((eb) => eb.and({ created_by: createdBy, project }))
    .returning('id')
    .execute();
}

/** Who invited somebody, for each invitation that they used. */
export async function invitersOf(db: Database, account: string): Promise<readonly string[]> {
  const query = db.selectFrom('invitation').select('created_by').where('used_by', '=', account);
  return (await query.execute()).map((row) => row.created_by);
}

/** The invitations to a project, latest first. */
export function listInvitations(db: Database, project: string): Promise<readonly Invitation[]> {
  return selectInvitation(db)
    .where('project', '=', project)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

function openInvitations(tx: WriteTransaction) {
  return tx.updateTable('invitation').where('used_at', 'is', null).where('revoked_at', 'is', null);
}

function selectInvitation(db: Database) {
  return db.selectFrom('invitation').select(fields('invitation', 'token_hash'));
}
