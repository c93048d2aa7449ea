import { describe, expect, it } from 'vitest';
import { groupBy } from '../../domain/group-by.ts';
import { addOne, slotRows } from '../../../test/record-rows.ts';
import { describeStores } from '../../../test/stores.ts';
import { buildJudgment, seedWorkspace, someTime } from '../../../test/workspace-factory.ts';
import { nextAssigned } from '../judging/assigned-units.ts';
import {
  claimAny,
  claimFirst,
  claimOn,
  expireClaims,
  releaseClaim,
  renewClaim,
  renewClaims,
} from '../judging/claims.ts';
import { countHeld, countJudged } from '../judging/progress.ts';
import type { Store } from '../open-store.ts';
import { planReassignment, reassignSlots } from './slot-reassignment.ts';
import { markJudged } from './slots.ts';
import type { Slot } from './slots.ts';
import { setRunAnnotators } from './work-runs.ts';

const run = 'run-1';
const minute = (at: number): string => `2026-01-31T10:${String(at).padStart(2, '0')}:00.000Z`;
/** Claims any free slot for ten minutes. */
const claim = (store: Store, annotator: string, now = 0, after = -1): Promise<Slot | null> =>
  store.write((tx) => claimAny(tx, { run, annotator, until: minute(now + 10), after }));
const expire = (store: Store, now: number): Promise<number> =>
  store.write((tx) => expireClaims(tx, { run, now: minute(now) }));
const judge = (store: Store, unit: string, annotator: string): Promise<boolean> =>
  store.write(async (tx) => (await markJudged(tx, { run, unit, annotator, at: someTime })) > 0);

describeStores('slots that are handed out beforehand', (databases) => {
  it('come in the order of the annotator until all are judged', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 3, annotators: ['anna', 'ben'] });
    const next = async (after = -1): Promise<string | undefined> =>
      (await store.read((db) => nextAssigned(db, { run, annotator: 'anna', after, limit: 1 })))[0]
        ?.unit;
    expect(await next()).toBe('u1');
    expect(await next(0)).toBe('u2');
    expect(await judge(store, 'u1', 'anna')).toBe(true);
    expect(await judge(store, 'u1', 'anna')).toBe(true);
    expect(await judge(store, 'u1', 'nobody')).toBe(false);
    expect(await next()).toBe('u2');
    await judge(store, 'u2', 'anna');
    await judge(store, 'u3', 'anna');
    expect(await next()).toBeUndefined();
    expect(await store.read((db) => countJudged(db, run))).toEqual(new Map([['anna', 3]]));
    expect(await store.read((db) => countHeld(db, run))).toEqual(
      new Map([
        ['anna', 3],
        ['ben', 3],
      ]),
    );
  });

  it('change hands only while they are not judged', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 3, annotators: ['anna', 'ben'] });
    await judge(store, 'u1', 'anna');
    // Anna leaves, Cora takes over; on u2 Anna's and Ben's slots are exchanged for Cora's and
    // Dora's.
    const wanted = [
      { unit: 'u1', annotator: 'anna', position: 0 },
      { unit: 'u1', annotator: 'ben', position: 5 },
      { unit: 'u2', annotator: 'cora', position: 0 },
      { unit: 'u2', annotator: 'dora', position: 0 },
      { unit: 'u3', annotator: 'ben', position: 2 },
      { unit: 'u3', annotator: 'cora', position: 1 },
    ];
    expect(await store.write((tx) => reassignSlots(tx, run, wanted))).toBe(3);
    const held = (await store.read((db) => slotRows(db, run))).map(
      (slot) =>
        `${slot.unit} ${slot.annotator} ${slot.position} ` +
        `${slot.judgedAt === null ? 'open' : 'judged'}`,
    );
    expect(held.toSorted()).toEqual([
      'u1 anna 0 judged',
      'u1 ben 5 open',
      'u2 cora 0 open',
      'u2 dora 0 open',
      'u3 ben 2 open',
      'u3 cora 1 open',
    ]);
    expect(await store.write((tx) => reassignSlots(tx, run, wanted))).toBe(0);
  });

  it('are swapped between two annotators of a unit without either holding it twice', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 1, annotators: ['anna', 'ben'] });
    const [one, two] = await store.read((db) => slotRows(db, run));
    expect([one!.annotator, two!.annotator]).toEqual(['anna', 'ben']);
    await store.write((tx) =>
      reassignSlots(tx, run, [
        { unit: 'u1', annotator: 'cora', position: 0 },
        { unit: 'u1', annotator: 'anna', position: 3 },
      ]),
    );
    expect(
      (await store.read((db) => slotRows(db, run))).map((slot) => slot.annotator).toSorted(),
    ).toEqual(['anna', 'cora']);
  });
});

describe('a reassignment', () => {
  it('is refused when a unit has no slot left', () => {
    const slot: Slot = {
      id: 1,
      run,
      unit: 'u1',
      ordinal: 1,
      annotator: 'anna',
      position: 0,
      leasedUntil: null,
      further: null,
      judgedAt: someTime,
    };
    expect(() => planReassignment([slot], [{ unit: 'u1', annotator: 'ben', position: 0 }])).toThrow(
      'no slot left',
    );
  });
});

describeStores('slots that are claimed', (databases) => {
  it('go to an annotator once per unit, until none is free', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 2, perUnit: 2 });
    expect(await claim(store, 'anna', 3)).toMatchObject({ unit: 'u1', leasedUntil: minute(13) });
    await judge(store, 'u1', 'anna');
    expect((await claim(store, 'anna'))?.unit).toBe('u2');
    await judge(store, 'u2', 'anna');
    expect(await claim(store, 'anna')).toBeNull();
    expect((await claim(store, 'ben'))?.unit).toBe('u1');
    expect((await claim(store, 'cora'))?.unit).toBe('u2');
    expect(await claim(store, 'dora')).toBeNull();
  });

  it('are taken in the order that was asked for', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 5, perUnit: 1 });
    const first = (annotator: string, positions: readonly number[]): Promise<Slot | null> =>
      store.write((tx) => claimFirst(tx, { run, annotator, until: minute(10), positions }));
    expect((await first('anna', [3, 1, 0]))?.unit).toBe('u4');
    expect((await first('ben', [3, 1, 0]))?.unit).toBe('u2');
    expect(await first('cora', [3, 1])).toBeNull();
  });

  it('fall back when the claim expires, and then belong to somebody else', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 1, perUnit: 1 });
    await claim(store, 'anna', 0);
    expect([await expire(store, 9), await claim(store, 'ben', 9)]).toEqual([0, null]);
    expect(await expire(store, 11)).toBe(1);
    expect((await claim(store, 'ben', 11))?.unit).toBe('u1');
    expect(await judge(store, 'u1', 'anna')).toBe(false);
    expect(await judge(store, 'u1', 'ben')).toBe(true);
    expect(await expire(store, 59)).toBe(0);
  });

  it('stay with their annotator past the end of the claim while nobody else wants them', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 1, perUnit: 1 });
    await claim(store, 'anna', 0);
    expect(await judge(store, 'u1', 'anna')).toBe(true);
  });

  it('can be extended or given back, but not once they are judged', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 3, perUnit: 1 });
    const holder = { run, unit: 'u1', annotator: 'anna' };
    await claim(store, 'anna', 0);
    expect(await store.write((tx) => renewClaim(tx, { ...holder, until: minute(40) }))).toBe(true);
    expect(await expire(store, 30)).toBe(0);
    expect((await claim(store, 'ben', 30))?.unit).toBe('u2');
    expect(await store.write((tx) => releaseClaim(tx, { ...holder, annotator: 'ben' }))).toBe(
      false,
    );
    expect(await store.write((tx) => releaseClaim(tx, holder))).toBe(true);
    // Behind the one that was given back first, and that one again when there is no other.
    expect((await claim(store, 'anna', 31, 0))?.unit).toBe('u3');
    expect((await claim(store, 'anna', 31, 0))?.unit).toBe('u1');
    await judge(store, 'u1', 'anna');
    expect(await store.write((tx) => releaseClaim(tx, holder))).toBe(false);
    expect(await store.write((tx) => renewClaim(tx, { ...holder, until: minute(50) }))).toBe(false);
    const claims = { run, annotator: 'anna', until: minute(50) };
    expect(await store.write((tx) => renewClaims(tx, claims))).toBe(1);
  });

  it('are taken up again on a unit only by somebody who is in the run', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 2, perUnit: 1 });
    await store.write((tx) => setRunAnnotators(tx, run, ['anna']));
    const again = (annotator: string): Promise<Slot | null> =>
      store.write((tx) => claimOn(tx, { run, annotator, until: minute(10), unit: 'u2' }));
    expect(await again('ben')).toBeNull();
    expect((await again('anna'))?.unit).toBe('u2');
    expect(await again('anna')).toBeNull();
  });

  it('go to exactly k annotators each when 64 race for the last of them', async () => {
    const address = await databases.address();
    const stores = [await databases.openAt(address), await databases.openAt(address)];
    const [units, perUnit] = [21, 3];
    await seedWorkspace(stores[0]!, { units, perUnit });
    const annotators = Array.from({ length: 64 }, (_, at) => `annotator-${at}`);
    const won = await Promise.all(
      annotators.map(async (annotator, at) => {
        const store = stores[at % 2]!;
        const mine: string[] = [];
        for (let misses = 0; misses < 3;) {
          const slot = await claim(store, annotator);
          if (slot === null) {
            misses += 1;
            continue;
          }
          const { unit } = slot;
          const id = `${unit} ${annotator}`;
          await store.write(async (tx) => {
            await addOne(tx, buildJudgment({ unit, annotator, id, idempotencyKey: id }));
            if (!(await markJudged(tx, { run, unit, annotator, at: someTime })))
              throw new Error('not theirs');
          });
          mine.push(unit);
        }
        return mine;
      }),
    );
    expect(won.flat().length).toBe(units * perUnit);
    for (const mine of won) expect(new Set(mine).size).toBe(mine.length);
    const slots = await stores[0]!.read((db) => slotRows(db, run));
    expect(slots.every((slot) => slot.judgedAt !== null)).toBe(true);
    const judged = await stores[0]!.read((db) =>
      db.selectFrom('judgment').select(['unit', 'annotator']).execute(),
    );
    expect(judged.length).toBe(units * perUnit);
    const perUnitCounts = groupBy(judged, (one) => one.unit);
    for (const list of perUnitCounts.values())
      expect(new Set(list.map((one) => one.annotator)).size).toBe(perUnit);
  });
});
