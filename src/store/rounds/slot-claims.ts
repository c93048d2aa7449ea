import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { databaseKind } from '../kysely-handle.ts';
import { limitTo, prepared } from '../prepared.ts';
import { nextSlot, selectSlot } from './slots.ts';
import type { Slot, SlotHolder } from './slots.ts';
import type { Tables, TimeText } from '../tables.ts';

/** A claim on a free slot of a run, for a while. */
export interface Claim {
  readonly run: string;
  readonly annotator: string;
  readonly now: TimeText;
  readonly until: TimeText;
  /** Look behind this position first, to get another unit than the one that was given back. */
  readonly after?: number;
}

/**
 * Gives an annotator a slot of a run that is handed out openly: the one they hold and have not
 * judged, else the next that is free, on a unit they
 * hold no slot of. Null when there is none. Claims that ran out are free again. However many claim
 * at once, a slot goes to one of them.
 */
export async function claimSlot(tx: Transaction<Tables>, claim: Claim): Promise<Slot | null> {
  const { run, annotator, until } = claim;
  await oneAtATime(tx, run, annotator);
  const slot = (await nextSlot(tx, { run, annotator })) ?? (await freeSlot(tx, claim));
  if (slot === null) return null;
  await updateClaim(tx, { id: slot.id, annotator, until });
  return { ...slot, annotator, leasedUntil: until };
}

/** Keeps a claim for longer; false when it is no longer theirs. */
export async function renewClaim(
  tx: Transaction<Tables>,
  holder: SlotHolder & { readonly until: TimeText },
): Promise<boolean> {
  const result = await openSlotsOf(tx, holder)
    .set({ leased_until: holder.until })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Gives a claimed slot back; false when it was not theirs, or is judged. */
export async function releaseClaim(tx: Transaction<Tables>, holder: SlotHolder): Promise<boolean> {
  const result = await openSlotsOf(tx, holder)
    .set({ annotator: null, leased_until: null })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Frees the claims of a run that ran out; says how many. Only for runs that are handed out openly.
 */
export async function expireClaims(
  tx: Transaction<Tables>,
  given: { readonly run: string; readonly now: TimeText },
): Promise<number> {
  return (await updateExpired(tx, given)).affected;
}

/**
 * Leases slots that are already an annotator's to one of several workers that answer in its name. A
 * lease that ran out may be taken over; the slot stays the annotator's.
 */
export async function leaseSlots(
  tx: Transaction<Tables>,
  given: Omit<Claim, 'after'> & { readonly count: number },
): Promise<readonly Slot[]> {
  const { rows } = await selectLeasable(tx, given);
  if (rows.length > 0)
    await tx
      .updateTable('slot')
      .set({ leased_until: given.until })
      .where(
        'id',
        'in',
        rows.map((slot) => slot.id),
      )
      .execute();
  return rows.map((slot) => ({ ...slot, leasedUntil: given.until }));
}

/** Ends a lease early, for instance after an answer that could not be used. */
export async function releaseLease(tx: Transaction<Tables>, holder: SlotHolder): Promise<boolean> {
  const result = await openSlotsOf(tx, holder).set({ leased_until: null }).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * The claims of one annotator in a run come one after the other, so that two pages opened at once
 * show the same unit.
 */
async function oneAtATime(tx: Transaction<Tables>, run: string, annotator: string): Promise<void> {
  if (databaseKind(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${run} ${annotator}`}, 0))`.execute(
      tx,
    );
}

async function freeSlot(
  tx: Transaction<Tables>,
  { run, annotator, now, after }: Claim,
): Promise<Slot | null> {
  await expireClaims(tx, { run, now });
  // Behind where they came to, so that the search does not begin with everything they did before.
  const reached = after ?? (await selectReached(tx, { run, annotator })).rows[0]?.position ?? -1;
  const ahead = (await selectFree(tx, { run, annotator, after: reached })).rows[0];
  if (ahead !== undefined || reached < 0) return ahead ?? null;
  return (await selectFree(tx, { run, annotator, after: -1 })).rows[0] ?? null;
}

function openSlotsOf(tx: Transaction<Tables>, { run, unit, annotator }: SlotHolder) {
  return tx
    .updateTable('slot')
    .where('run', '=', run)
    .where('unit', '=', unit)
    .where('annotator', '=', annotator)
    .where('judged_at', 'is', null);
}

/**
 * Passes over rows that another transaction is about to take. SQLite has one writer, and no words
 * for it.
 */
function skipLocked<Query extends { forUpdate(of: 'slot'): Query; skipLocked(): Query }>(
  db: Kysely<Tables>,
  query: Query,
): Query {
  return databaseKind(db) === 'postgres' ? query.forUpdate('slot').skipLocked() : query;
}

const selectReached = prepared(
  (db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }) =>
    db
      .selectFrom('slot')
      .select('position')
      .where('run', '=', given.run)
      .where('annotator', '=', given.annotator)
      .where('judged_at', 'is not', null)
      .orderBy('judged_at', 'desc')
      .limit(sql.lit(1)),
);

const selectFree = prepared(
  (
    db: Kysely<Tables>,
    given: { readonly run: string; readonly annotator: string; readonly after: number },
  ) =>
    skipLocked(
      db,
      selectSlot(db)
        .where('slot.run', '=', given.run)
        .where('slot.annotator', 'is', null)
        .where('slot.position', '>', given.after)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('slot as own')
                .select(sql<number>`1`.as('one'))
                .where('own.run', '=', given.run)
                .whereRef('own.unit', '=', 'slot.unit')
                .where('own.annotator', '=', given.annotator),
            ),
          ),
        )
        .orderBy('slot.position')
        .limit(sql.lit(1)),
    ),
);

const selectLeasable = prepared(
  (
    db: Kysely<Tables>,
    given: {
      readonly run: string;
      readonly annotator: string;
      readonly now: TimeText;
      readonly count: number;
    },
  ) =>
    skipLocked(
      db,
      selectSlot(db)
        .where('run', '=', given.run)
        .where('annotator', '=', given.annotator)
        .where('judged_at', 'is', null)
        .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', given.now)]))
        .orderBy('position')
        .limit(limitTo(given.count)),
    ),
);

const updateClaim = prepared(
  (
    db: Kysely<Tables>,
    given: { readonly id: number; readonly annotator: string; readonly until: TimeText },
  ) =>
    db
      .updateTable('slot')
      .set({ annotator: given.annotator, leased_until: given.until })
      .where('id', '=', given.id),
);

const updateExpired = prepared(
  (db: Kysely<Tables>, given: { readonly run: string; readonly now: TimeText }) =>
    db
      .updateTable('slot')
      .set({ annotator: null, leased_until: null })
      .where('id', 'in', (eb) => {
        const expired = eb
          .selectFrom('slot')
          .select('slot.id')
          .where('run', '=', given.run)
          .where('leased_until', '<', given.now)
          .where('judged_at', 'is', null);
        return databaseKind(db) === 'postgres' ? expired.forUpdate().skipLocked() : expired;
      }),
);
