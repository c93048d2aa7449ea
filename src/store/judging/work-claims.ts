import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { databaseKind } from '../kysely-handle.ts';
import { prepared } from '../prepared.ts';
import { keepRun, sharedLock } from '../rounds/run-lock.ts';
import type { Slot } from '../rounds/slots.ts';
import type { Tables, TimeText } from '../tables.ts';
import { runAnnotators } from '../rounds/work-runs.ts';

/** How many places of an annotator's own order are looked at in one query. */
export const placesTogether = 6;

/** Who claims in which run, until when. */
export interface OwnClaim {
  readonly run: string;
  readonly annotator: string;
  readonly until: TimeText;
}

/**
 * Claims the first of the given positions that has a free slot on a unit that the annotator holds
 * none of. Null when none has. However many claim at once,
 * a slot goes to one of them: on PostgreSQL a slot that somebody is about to take is passed over,
 * SQLite has one writer.
 */
export async function claimFirst(
  tx: Transaction<Tables>,
  claim: OwnClaim & { readonly positions: readonly number[] },
): Promise<Slot | null> {
  const { run, annotator, until, positions } = claim;
  // The statement has a fixed number of positions, so that it is prepared once; −1 is no slot's.
  const given = Object.fromEntries(placeNames.map((name, at) => [name, positions[at] ?? -1]));
  return (
    (await updateOffered(tx, { run, annotator, until, ...given } as OfferedGiven)).rows[0] ?? null
  );
}

/**
 * Claims any free slot on a unit that the annotator holds none of, the first behind a position,
 * else the first of all.
 */
export async function claimAny(
  tx: Transaction<Tables>,
  claim: OwnClaim & { readonly after: number },
): Promise<Slot | null> {
  const ahead = (await updateAnyFree(tx, claim)).rows[0];
  return (
    ahead ??
    (claim.after < 0 ? null : ((await updateAnyFree(tx, { ...claim, after: -1 })).rows[0] ?? null))
  );
}

/**
 * Claims a free slot on one unit, for somebody whose own claim on it ran out; null when all are
 * taken, or they take no part any more.
 */
export async function claimOn(
  tx: Transaction<Tables>,
  claim: OwnClaim & { readonly unit: string },
): Promise<Slot | null> {
  await keepRun(tx, claim.run);
  return (await runAnnotators(tx, claim.run)).includes(claim.annotator)
    ? ((await updateFreeOn(tx, claim)).rows[0] ?? null)
    : null;
}

/**
 * Whether this write may claim for the annotator: false while another server does, so that two
 * pages opened at once get the same units. Nobody waits
 * for it inside a write, where waiting for one another could go round in a circle. Until the write
 * ends, nobody is taken out of the run.
 */
export async function isTurnOf(
  tx: Transaction<Tables>,
  run: string,
  annotator: string,
): Promise<boolean> {
  if (databaseKind(tx) === 'sqlite') return true;
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`${run} ${annotator}`}, 0)) as taken, ${sharedLock(run)}`.execute(
    tx,
  );
  return rows[0]?.taken === true;
}

/** Keeps everything that an annotator has claimed and not judged for longer. */
export async function renewClaims(tx: Transaction<Tables>, claim: OwnClaim): Promise<number> {
  return (await updateLeases(tx, claim)).affected;
}

const placeNames = Array.from({ length: placesTogether }, (_, at) => `place${at}`);

type OfferedGiven = OwnClaim & Readonly<Record<string, string | number>>;

/**
 * Free slots on units that the annotator holds none of; on PostgreSQL without those that somebody
 * else is about to take.
 */
function selectFree(db: Kysely<Tables>, given: OwnClaim) {
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
function updateFound(db: Kysely<Tables>, given: OwnClaim, found: ReturnType<typeof selectFree>) {
  return db
    .updateTable('slot')
    .set({ annotator: given.annotator, leased_until: given.until })
    .where('slot.id', '=', found)
    .returning([
      'slot.id',
      'slot.run',
      'slot.unit',
      'slot.ordinal',
      'slot.annotator',
      'slot.position',
      'slot.leased_until as leasedUntil',
      'slot.judged_at as judgedAt',
    ]);
}

const updateOffered = prepared((db: Kysely<Tables>, given: OfferedGiven) => {
  const places = placeNames.map((name) => given[name] as number);
  const rank = sql.join(
    places.map((place, at) => sql`when ${place} then ${sql.lit(at)}`),
    sql` `,
  );
  return updateFound(
    db,
    given,
    selectFree(db, given)
      .where('free.position', 'in', places)
      .orderBy(sql`case free.position ${rank} end`)
      .orderBy('free.ordinal'),
  );
});

const updateAnyFree = prepared((db: Kysely<Tables>, given: OwnClaim & { readonly after: number }) =>
  updateFound(
    db,
    given,
    selectFree(db, given).where('free.position', '>', given.after).orderBy('free.position'),
  ),
);

const updateFreeOn = prepared((db: Kysely<Tables>, given: OwnClaim & { readonly unit: string }) =>
  updateFound(
    db,
    given,
    selectFree(db, given).where('free.unit', '=', given.unit).orderBy('free.ordinal'),
  ),
);

const updateLeases = prepared((db: Kysely<Tables>, given: OwnClaim) =>
  db
    .updateTable('slot')
    .set({ leased_until: given.until })
    .where('run', '=', given.run)
    .where('annotator', '=', given.annotator)
    .where('leased_until', 'is not', null),
);
