import { fields } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** Who works on something, and until when. */
export type Lease = Row<'lease'>;

/**
 * Takes or extends a lease; false while somebody else holds it, unless it is `instead`. The times
 * are those of the callers, whose clocks may differ by less than a lease lasts.
 */
export async function takeLease(
  tx: WriteTransaction,
  { name, owner, until, instead = owner }: Lease & { readonly instead?: string },
  now: TimeText,
): Promise<boolean> {
  const result = await tx
    .insertInto('lease')
    .values({ name, owner, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ owner, until })
        .where((eb) =>
          eb.or([eb('lease.until', '<=', now), eb('lease.owner', 'in', [owner, instead])]),
        ),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Ends somebody’s own lease. */
export async function endLease(tx: WriteTransaction, name: string, owner: string): Promise<void> {
  await tx
    .deleteFrom('lease')
    .where((eb) => eb.and({ name, owner }))
    .execute();
}

/** The lease on something, if there is one; it may have run out. */
export async function findLease(db: Database, name: string): Promise<Lease | null> {
  const query = db.selectFrom('lease').select(fields('lease')).where('name', '=', name);
  return (await query.executeTakeFirst()) ?? null;
}
