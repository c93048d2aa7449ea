import { expireClaims } from '../store/slot-claims.ts';
import type { Store } from '../store/open-store.ts';
import { runUnits } from '../store/rounds.ts';
import { claimAlone, claimAny, claimFirst, placesTogether, renewClaims } from '../store/work-claims.ts';
import { runAnnotators } from '../store/work-runs.ts';
import { nextWork, ownPlaces } from '../store/work-units.ts';
import type { WorkPlace, WorkUnit } from '../store/work-units.ts';
import { ownOrder, placeOf, positionAt } from '../truth/own-order.ts';
import type { OwnOrder } from '../truth/own-order.ts';
import type { WriteTransaction } from './hand-out-again.ts';
import { keptProgress, noteClaimed } from './own-progress.ts';
import type { RunWork } from './run-work.ts';
import { timeOf } from './work-context.ts';
import type { WorkContext } from './work-context.ts';

/** How long a claimed unit is kept for somebody who does nothing with it, in minutes. */
export const leaseMinutes = 30;

/** Until when something that is claimed or touched now is kept. */
export function leaseEnd(context: Pick<WorkContext, 'clock'>): string {
  return new Date(context.clock().getTime() + leaseMinutes * 60_000).toISOString();
}

/**
 * The units that the actor has claimed and not judged, and as many more as are wanted: the next of their own order that still need somebody, and when their order is
 * through, whatever has become free again. Claims that ran out are free.
 */
export async function claimUnits(context: WorkContext, work: RunWork, place: WorkPlace, count: number): Promise<readonly WorkUnit[]> {
  const now = timeOf(context);
  const until = leaseEnd(context);
  const held = await context.store.read((db) => nextWork(db, { ...place, after: -1, count }));
  const half = new Date(context.clock().getTime() + leaseMinutes * 30_000).toISOString();
  if (held.length >= count && held.every((one) => (one.leasedUntil ?? '') > half)) return held;
  const way = await wayOf(context.store, work, place.annotator);
  const claim = { run: place.run, annotator: place.annotator, until };
  const before = keptProgress(context.store, place.run, place.annotator);
  const { units, next, count: added } = await context.store.write(async (tx) => {
    await claimAlone(tx, place.run, place.annotator);
    // Who comes back in time keeps what they have, before anything is freed.
    await renewClaims(tx, claim);
    await expireClaims(tx, { run: place.run, now });
    const own = await nextWork(tx, { ...place, after: -1, count });
    let step = way.next;
    if (!(await runAnnotators(tx, place.run)).includes(place.annotator)) return { units: own, next: step, count: 0 };
    let claimed = 0;
    for (; own.length + claimed < count; claimed += 1) {
      const found = await claimAlongWay(tx, claim, way.order, step);
      if (found === null) break;
      step = found.next;
    }
    return { units: claimed === 0 ? own : await nextWork(tx, { ...place, after: -1, count }), next: step, count: claimed };
  });
  way.next = Math.max(way.next, next);
  noteClaimed(context.store, place.run, place.annotator, before, added);
  return units;
}

/** Where an annotator has come to on their own way through a run. Only a hint where to look next: what is free is decided by the slots. */
interface Way {
  readonly order: OwnOrder;
  next: number;
}

const ways = new WeakMap<Store, Map<string, Way>>();

async function wayOf(store: Store, { facts }: RunWork, annotator: string): Promise<Way> {
  const kept = ways.get(store) ?? new Map<string, Way>();
  ways.set(store, kept);
  const key = JSON.stringify([facts.id, annotator]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const { size, places } = await store.read(async (db) => ({
    size: (await runUnits(db, facts.id)).length,
    places: await ownPlaces(db, { run: facts.id, annotator, after: -1, limit: Number.MAX_SAFE_INTEGER }),
  }));
  const order = ownOrder(facts.seed, annotator, size);
  const way = { order, next: places.reduce((most, { position }) => Math.max(most, placeOf(order, position) + 1), 0) };
  kept.set(key, way);
  return way;
}

/** Windows of the own order that are looked through before any free slot is taken: enough unless most units are done. */
const mostWindows = 4;

async function claimAlongWay(tx: WriteTransaction, claim: { readonly run: string; readonly annotator: string; readonly until: string }, order: OwnOrder, from: number): Promise<{ readonly next: number } | null> {
  let place = from;
  for (let window = 0; window < mostWindows && place < order.size; window += 1) {
    const end = Math.min(place + placesTogether, order.size);
    const positions = Array.from({ length: end - place }, (_, at) => positionAt(order, place + at));
    const slot = await claimFirst(tx, { ...claim, positions });
    if (slot !== null) return { next: place + positions.indexOf(slot.position ?? -1) + 1 };
    place = end;
  }
  // Behind the place in the own order, so that those who come to the end do not all reach for the same slot.
  const slot = await claimAny(tx, { ...claim, after: order.size === 0 ? -1 : positionAt(order, from % order.size) });
  return slot === null ? null : { next: place };
}
