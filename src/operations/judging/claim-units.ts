import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../store/open-store.ts';
import { countRunUnits, runAnnotators } from '../../store/rounds/work-runs.ts';
import { claimedUnits, judgedPlaces, openPlaces } from '../../store/judging/assigned-units.ts';
import {
  claimAny,
  claimFirst,
  expireClaims,
  isTurnOf,
  placesTogether,
  renewClaims,
} from '../../store/judging/claims.ts';
import { countClaimed } from '../../store/judging/progress.ts';
import type { AssignedUnit, WorkPlace } from '../../store/judging/assigned-units.ts';
import type { OwnClaim } from '../../store/judging/claims.ts';
import { ownOrder, placeOf, positionAt } from '../../truth/rounds/own-order.ts';
import type { OwnOrder } from '../../truth/rounds/own-order.ts';
import { addToCache, cacheOf } from '../caches.ts';
import { cachedProgress, noteProgress } from './own-progress.ts';
import type { RunWork } from '../rounds/run-work.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** How long a claimed unit is kept without activity, in minutes. */
const leaseMinutes = 30;

/** When a claim made or renewed now expires. */
export function leaseEnd(context: Pick<WorkContext, 'clock'>): string {
  return new Date(context.clock().getTime() + leaseMinutes * 60_000).toISOString();
}

/**
 * The actor's claimed units that are not judged yet, plus as many more as are wanted: the next in
 * their own order that still need somebody, then any that became free again. Requests of one
 * annotator run one after the other.
 */
export async function claimUnits(
  context: WorkContext,
  work: RunWork,
  place: WorkPlace,
  count: number,
): Promise<readonly AssignedUnit[]> {
  const held = (await context.store.read((db) => claimedUnits(db, place))).slice(0, count);
  if (held.length >= count && held.every((one) => isFresh(context, one))) return held;
  const cursor = await cursorOf(context.store, work, place.annotator);
  const turn = (cursor.turns += 1);
  const claims = cursor.busy
    .then(() => claimMore(context, cursor, place, count, turn === 1 ? held : null))
    .finally(() => (cursor.turns -= 1));
  // A failure belongs to its own request; the next one starts afresh.
  cursor.busy = claims.catch(() => undefined);
  return claims;
}

/** How far an annotator got in their own order. Only a hint: the slots decide what is free. */
export interface ClaimCursor {
  readonly order: OwnOrder;
  next: number;
  /** Ends when the request before this one has ended. */
  busy: Promise<unknown>;
  /** Requests in progress. */
  turns: number;
}

/** Attempts to take the turn from another server, and the pause in milliseconds between them. */
const mostTurns = 40;
const turnPause = 5;

async function claimMore(
  context: WorkContext,
  cursor: ClaimCursor,
  place: WorkPlace,
  count: number,
  seen: readonly AssignedUnit[] | null,
): Promise<readonly AssignedUnit[]> {
  const { store } = context;
  const claim = { run: place.run, annotator: place.annotator, until: leaseEnd(context) };
  const look = async (): Promise<readonly AssignedUnit[]> =>
    (await store.read((db) => claimedUnits(db, place))).slice(0, count);
  for (let turn = 1; ; turn += 1) {
    // What was seen before is outdated if another request ran in between.
    const own = turn === 1 && seen !== null ? seen : await look();
    const mayClaim =
      own.length < count &&
      (await store.read((db) => runAnnotators(db, place.run))).includes(place.annotator);
    const isOld = own.some((one) => !isFresh(context, one));
    if (!mayClaim && !isOld) return own;
    const before = cachedProgress(store, place.run, place.annotator);
    const done = await store.write((tx) =>
      claimInside(tx, claim, cursor, { count: mayClaim ? count : 0, isOld, now: timeOf(context) }),
    );
    const added = { held: done.claimed, judged: 0 };
    if (done.claimed > 0) noteProgress(store, place.run, place.annotator, before, added);
    cursor.next = Math.max(cursor.next, done.next);
    if (done.isMyTurn || turn === mostTurns) return look();
    await pause(turnPause);
  }
}

/** Whether at least half of a claim's time is left. */
function isFresh(context: WorkContext, { leasedUntil }: AssignedUnit): boolean {
  const halfway = new Date(context.clock().getTime() + leaseMinutes * 30_000);
  return (leasedUntil ?? '') > halfway.toISOString();
}

interface Claimed {
  readonly next: number;
  readonly claimed: number;
  readonly isMyTurn: boolean;
}

async function claimInside(
  tx: WriteTransaction,
  claim: OwnClaim,
  cursor: ClaimCursor,
  wanted: { readonly count: number; readonly isOld: boolean; readonly now: string },
): Promise<Claimed> {
  if (!(await isTurnOf(tx, claim.run, claim.annotator)))
    return { next: cursor.next, claimed: 0, isMyTurn: false };
  // Somebody who returns keeps what nobody has taken, before anything is freed.
  if (wanted.isOld) await renewClaims(tx, claim);
  // Checked in the write, since they may have been taken out of the run.
  const mayClaim =
    wanted.count > 0 && (await runAnnotators(tx, claim.run)).includes(claim.annotator);
  // What another window has claimed in the meantime is enough for both.
  const missing = !mayClaim ? 0 : wanted.count - (await countClaimed(tx, claim));
  let claimed = 0;
  let next = cursor.next;
  let hasExpired = false;
  while (claimed < missing) {
    const found = await claimInOwnOrder(tx, claim, cursor.order, next);
    if (found !== null) {
      claimed += 1;
      next = found.next;
    } else if (hasExpired || (await expireClaims(tx, { run: claim.run, now: wanted.now })) === 0)
      break;
    else hasExpired = true;
  }
  return { next, claimed, isMyTurn: true };
}

/** How many are remembered; a forgotten one is found again from the slots. */
const mostCursors = 5000;

function cursorOf(store: Store, work: RunWork, annotator: string): Promise<ClaimCursor> {
  const cursors = cacheOf(store, 'claimCursors', () => new Map());
  const key = JSON.stringify([work.facts.id, annotator]);
  const known = cursors.get(key);
  if (known !== undefined) return known;
  const cursor = findCursor(store, work, annotator);
  addToCache(cursors, mostCursors, key, cursor);
  cursor.catch(() => cursors.delete(key));
  return cursor;
}

async function findCursor(
  store: Store,
  { facts }: RunWork,
  annotator: string,
): Promise<ClaimCursor> {
  const { size, places } = await store.read(async (db) => ({
    size: await countRunUnits(db, facts.id),
    places: [
      ...(await openPlaces(db, { run: facts.id, annotator, after: -1, limit: all })),
      ...(await judgedPlaces(db, { run: facts.id, annotator, before: '9', unit: '', limit: all })),
    ],
  }));
  const order = ownOrder(facts.seed, annotator, size);
  return {
    order,
    busy: Promise.resolve(),
    turns: 0,
    next: places.reduce((most, { position }) => Math.max(most, placeOf(order, position) + 1), 0),
  };
}

const all = Number.MAX_SAFE_INTEGER;

/** Windows of the own order to search before taking any free slot. */
const mostWindows = 8;

async function claimInOwnOrder(
  tx: WriteTransaction,
  claim: OwnClaim,
  order: OwnOrder,
  from: number,
): Promise<{ readonly next: number } | null> {
  let place = from;
  for (let window = 0; window < mostWindows && place < order.size; window += 1) {
    const end = Math.min(place + placesTogether, order.size);
    const positions = Array.from({ length: end - place }, (_, at) => positionAt(order, place + at));
    const slot = await claimFirst(tx, { ...claim, positions });
    if (slot !== null) return { next: place + positions.indexOf(slot.position ?? -1) + 1 };
    place = end;
  }
  // After the own place, so that those who reach the end do not all try the same slot.
  const after = order.size === 0 ? -1 : positionAt(order, from % order.size);
  const slot = await claimAny(tx, { ...claim, after });
  return slot === null ? null : { next: place };
}
