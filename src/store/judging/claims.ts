import { sql } from 'kysely';
import { fields } from '../columns.ts';
import { databaseKind } from '../kysely-handle.ts';
import { preparedChange, preparedFirst } from '../prepared.ts';
import { shareRun, sharedLock } from '../rounds/run-lock.ts';
import { runAnnotators } from '../rounds/work-runs.ts';
import type { RunAnnotator, Slot, SlotHolder } from '../rounds/slots.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** How many places of an annotator's own order are looked at in one query. */
export const placesTogether = 6;

/** Who claims in which run, until when. */
export interface OwnClaim extends RunAnnotator {
  readonly until: TimeText;
}

/**
 * Claims the first of the given positions with a free slot on a unit of which the annotator holds
 * none; null when there is none. PostgreSQL skips a slot that somebody else is taking; SQLite has
 * one writer. So a slot goes to one annotator only.
 */
export async function claimFirst(
  tx: WriteTransaction,
  claim: OwnClaim & { readonly positions: readonly number[] },
): Promise<Slot | null> {
  const { run, annotator, until, positions } = claim;
  // The statement has a fixed number of positions, so that it is prepared once; no slot has −1.
  const given = Object.fromEntries(placeNames.map((name, at) => [name, positions[at] ?? -1]));
  const offered = { run, annotator, until, ...given } as OfferedGiven;
  return await updateOffered(tx, offered);
}

/** Claims any free slot on another unit: the first after a position, else the first of all. */
export async function claimAny(
  tx: WriteTransaction,
  claim: OwnClaim & { readonly after: number },
): Promise<Slot | null> {
  const ahead = await updateAnyFree(tx, claim);
  if (ahead !== null || claim.after < 0) return ahead;
  return await updateAnyFree(tx, { ...claim, after: -1 });
}

/** Claims a free slot on one unit after a claim expired; null if there is none. */
export async function claimOn(
  tx: WriteTransaction,
  claim: OwnClaim & { readonly unit: string },
): Promise<Slot | null> {
  await shareRun(tx, claim.run);
  if (!(await runAnnotators(tx, claim.run)).includes(claim.annotator)) return null;
  return await updateFreeOn(tx, claim);
}

/**
 * Whether this write may claim for the annotator: false while another server does, so that two
 * pages opened at once get the same units. Never waits, since that could deadlock. Until the write
 * ends, nobody is removed from the run.
 */
export async function isTurnOf(
  tx: WriteTransaction,
  run: string,
  annotator: string,
): Promise<boolean> {
  if (databaseKind(tx) === 'sqlite') return true;
  const ownLock = sql`pg_try_advisory_xact_lock(hashtextextended(${`${run} ${annotator}`}, 0))`;
  const query = sql<{ taken: boolean }>`select ${ownLock} as taken, ${sharedLock(run)}`;
  return (await query.execute(tx)).rows[0]?.taken === true;
}

/** Extends a claim; false when it is no longer theirs. */
export async function renewClaim(
  tx: WriteTransaction,
  holder: SlotHolder & { readonly until: TimeText },
): Promise<boolean> {
  const result = await openSlotsOf(tx, holder)
    .set({ leased_until: holder.until })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Extends everything that an annotator has claimed and not judged. */
export const renewClaims = preparedChange((db, given: OwnClaim) =>
  db
    .updateTable('slot')
    .set({ leased_until: given.until })
    .where('run', '=', given.run)
    .where('annotator', '=', given.annotator)
    .where('leased_until', 'is not', null),
);

/** Gives a claimed slot back; false when it was not theirs, or is judged. */
export async function releaseClaim(tx: WriteTransaction, holder: SlotHolder): Promise<boolean> {
  const result = await openSlotsOf(tx, holder)
    .set({ annotator: null, leased_until: null })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Frees the expired claims of a run whose units are claimed; returns how many. */
export const expireClaims = preparedChange(
  (db, given: { readonly run: string; readonly now: TimeText }) =>
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

const placeNames = Array.from({ length: placesTogether }, (_, at) => `place${at}`);

type OfferedGiven = OwnClaim & Readonly<Record<string, string | number>>;

function openSlotsOf(tx: WriteTransaction, { run, unit, annotator }: SlotHolder) {
  return tx
    .updateTable('slot')
    .where((eb) => eb.and({ run, unit, annotator }))
    .where('judged_at', 'is', null);
}

/** Free slots on other units; on PostgreSQL without those that somebody else is taking. */
function selectFree(db: Database, given: OwnClaim) {
  const query = db
    .selectFrom('slot as free')
    .select('free.id')
    .where('free.run', '=', given.run)
    .where('free.annotator', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('slot as own')
            .select(sql<number>`1`.as('one'))
            .where('own.run', '=', given.run)
            .whereRef('own.unit', '=', 'free.unit')
            .where('own.annotator', '=', given.annotator),
        ),
      ),
    )
    .limit(sql.lit(1));
  return databaseKind(db) === 'postgres' ? query.forUpdate('free').skipLocked() : query;
}

/** Gives the slot that a query finds to the annotator, in one statement. */
function updateFound(db: Database, given: OwnClaim, found: ReturnType<typeof selectFree>) {
  return db
    .updateTable('slot')
    .set({ annotator: given.annotator, leased_until: given.until })
    .where('slot.id', '=', found)
    .returning(fields('slot'));
}

const updateOffered = preparedFirst((db, given: OfferedGiven) => {
  const places = placeNames.map((name) => given[name] as number);
  const rank = sql.join(
    places.map((place, at) => sql`when ${place} then ${sql.lit(at)}`),
    sql` `,
  );
  const offered = selectFree(db, given)
    .where('free.position', 'in', places)
    .orderBy(sql`case free.position ${rank} end`)
    .orderBy('free.ordinal');
  return updateFound(db, given, offered);
});

const updateAnyFree = preparedFirst((db, given: OwnClaim & { readonly after: number }) => {
  const behind = selectFree(db, given).where('free.position', '>', given.after);
  return updateFound(db, given, behind.orderBy('free.position'));
});

const updateFreeOn = preparedFirst((db, given: OwnClaim & { readonly unit: string }) => {
  const onUnit = selectFree(db, given).where('free.unit', '=', given.unit);
  return updateFound(db, given, onUnit.orderBy('free.ordinal'));
});
