import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { databaseKind } from './kysely-handle.ts';
import { prepared } from './prepared.ts';
import { selectSlot } from './slots.ts';
import type { Slot } from './slots.ts';
import type { Tables, TimeText } from './tables.ts';

/** How many places of an annotator's own order are looked at in one query. */
export const placesTogether = 16;

/** Who claims in which run, until when. */
export interface OwnClaim {
  readonly run: string;
  readonly annotator: string;
  readonly until: TimeText;
}

/**
 * Claims the first of the given positions that has a free slot on a unit that the annotator holds none of. Null when none has. However many claim at once,
 * a slot goes to one of them: on PostgreSQL a slot that somebody is about to take is passed over, SQLite has one writer.
 */
export async function claimFirst(tx: Transaction<Tables>, claim: OwnClaim & { readonly positions: readonly number[] }): Promise<Slot | null> {
  const { run, annotator, positions } = claim;
  // The statement has a fixed number of positions, so that it is prepared once; −1 is no slot's.
  const given = Object.fromEntries(placeNames.map((name, at) => [name, positions[at] ?? -1]));
  return take(tx, claim, (await selectOffered(tx, { run, annotator, ...given } as OfferedGiven)).rows[0]);
}

/** Claims any free slot on a unit that the annotator holds none of, the first behind a position, else the first of all. */
export async function claimAny(tx: Transaction<Tables>, claim: OwnClaim & { readonly after: number }): Promise<Slot | null> {
  const { run, annotator, after } = claim;
  const ahead = (await selectAnyFree(tx, { run, annotator, after })).rows[0];
  return take(tx, claim, ahead ?? (after < 0 ? undefined : (await selectAnyFree(tx, { run, annotator, after: -1 })).rows[0]));
}

/** Claims a free slot on one unit, for somebody whose own claim on it ran out; null when all are taken. */
export async function claimOn(tx: Transaction<Tables>, claim: OwnClaim & { readonly unit: string }): Promise<Slot | null> {
  const { run, annotator, unit } = claim;
  return take(tx, claim, (await selectFreeOn(tx, { run, annotator, unit })).rows[0]);
}

/** Lets the claims of one annotator in a run come one after the other, so that two pages opened at once get the same units. */
export async function claimAlone(tx: Transaction<Tables>, run: string, annotator: string): Promise<void> {
  if (databaseKind(tx) === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${`${run} ${annotator}`}, 0))`.execute(tx);
}

/** Keeps everything that an annotator has claimed and not judged for longer. */
export async function renewClaims(tx: Transaction<Tables>, claim: OwnClaim): Promise<number> {
  return (await updateLeases(tx, claim)).affected;
}

async function take(tx: Transaction<Tables>, { annotator, until }: OwnClaim, slot: Slot | undefined): Promise<Slot | null> {
  if (slot === undefined) return null;
  await updateClaim(tx, { id: slot.id, annotator, until });
  return { ...slot, annotator, leasedUntil: until };
}

const placeNames = Array.from({ length: placesTogether }, (_, at) => `place${at}`);

type OfferedGiven = { readonly run: string; readonly annotator: string } & Readonly<Record<string, string | number>>;

/** Free slots on units that the annotator holds none of; on PostgreSQL without those that somebody else is about to take. */
function selectFree(db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }) {
  const query = selectSlot(db)
    .where('slot.run', '=', given.run)
    .where('slot.annotator', 'is', null)
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
    .limit(1);
  return databaseKind(db) === 'postgres' ? query.forUpdate('slot').skipLocked() : query;
}

const selectOffered = prepared((db: Kysely<Tables>, given: OfferedGiven) => {
  const places = placeNames.map((name) => given[name] as number);
  const rank = sql.join(places.map((place, at) => sql`when ${place} then ${sql.lit(at)}`), sql` `);
  return selectFree(db, given)
    .where('slot.position', 'in', places)
    .orderBy(sql`case slot.position ${rank} end`)
    .orderBy('slot.ordinal');
});

const selectAnyFree = prepared((db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string; readonly after: number }) =>
  selectFree(db, given).where('slot.position', '>', given.after).orderBy('slot.position'),
);

const selectFreeOn = prepared((db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string; readonly unit: string }) =>
  selectFree(db, given).where('slot.unit', '=', given.unit).orderBy('slot.ordinal'),
);

const updateClaim = prepared((db: Kysely<Tables>, given: { readonly id: number; readonly annotator: string; readonly until: TimeText }) =>
  db.updateTable('slot').set({ annotator: given.annotator, leased_until: given.until }).where('id', '=', given.id),
);

const updateLeases = prepared((db: Kysely<Tables>, given: OwnClaim) =>
  db.updateTable('slot').set({ leased_until: given.until }).where('run', '=', given.run).where('annotator', '=', given.annotator).where('judged_at', 'is', null),
);
