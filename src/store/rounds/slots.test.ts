import { describe, expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { buildJudgment, seedWorkspace, someTime } from '../../../test/workspace-factory.ts';
import { insertJudgment } from '../judging/judgments.ts';
import type { Store } from '../open-store.ts';
import {
  claimSlot,
  expireClaims,
  leaseSlots,
  releaseClaim,
  releaseLease,
  renewClaim,
} from './slot-claims.ts';
import { planReassignment, reassignSlots } from './slot-reassignment.ts';
import { countSlots, findSlot, listSlots, markJudged, nextSlot } from './slots.ts';
import type { Slot } from './slots.ts';

const run = 'run-1';
const minute = (at: number): string => `2026-01-31T10:${String(at).padStart(2, '0')}:00.000Z`;
const claim = (store: Store, annotator: string, now = 0, after?: number): Promise<Slot | null> =>
  store.write((tx) =>
    claimSlot(tx, {
      run,
      annotator,
      now: minute(now),
      until: minute(now + 10),
      ...(after === undefined ? {} : { after }),
    }),
  );
const judge = (store: Store, unit: string, annotator: string): Promise<boolean> =>
  store.write((tx) => markJudged(tx, { run, unit, annotator, at: someTime }));

describeStores('slots that are handed out beforehand', (databases) => {
  it('come in the order of the annotator until all are judged', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 3, annotators: ['anna', 'ben'] });
    const next = async (after?: number): Promise<string | undefined> =>
      (
        await store.read((db) =>
          nextSlot(db, { run, annotator: 'anna', ...(after === undefined ? {} : { after }) }),
        )
      )?.unit;
    expect(await next()).toBe('u1');
    expect(await next(0)).toBe('u2');
    expect(await judge(store, 'u1', 'anna')).toBe(true);
    expect(await judge(store, 'u1', 'anna')).toBe(true);
    expect(await judge(store, 'u1', 'nobody')).toBe(false);
    expect(await next()).toBe('u2');
    await judge(store, 'u2', 'anna');
    await judge(store, 'u3', 'anna');
    expect(await next()).toBeUndefined();
    expect(await store.read((db) => countSlots(db, run))).toEqual([
      { annotator: 'anna', total: 3, judged: 3 },
      { annotator: 'ben', total: 3, judged: 0 },
    ]);
    expect(
      await store.read((db) => findSlot(db, { run, unit: 'u1', annotator: 'anna' })),
    ).toMatchObject({ judgedAt: someTime, ordinal: 1 });
  });

  it('are leased to one worker at a time, and taken over when a lease runs out', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 5, annotators: ['gpt-5-mini#1'] });
    const lease = (now: number, count: number): Promise<readonly Slot[]> =>
      store.write((tx) =>
        leaseSlots(tx, {
          run,
          annotator: 'gpt-5-mini#1',
          now: minute(now),
          until: minute(now + 10),
          count,
        }),
      );
    const units = async (slots: Promise<readonly Slot[]>): Promise<readonly string[]> =>
      (await slots).map((slot) => slot.unit);
    expect(await units(lease(0, 2))).toEqual(['u1', 'u2']);
    expect(await units(lease(1, 2))).toEqual(['u3', 'u4']);
    await judge(store, 'u1', 'gpt-5-mini#1');
    expect(
      await store.write((tx) => releaseLease(tx, { run, unit: 'u3', annotator: 'gpt-5-mini#1' })),
    ).toBe(true);
    expect(await units(lease(2, 9))).toEqual(['u3', 'u5']);
    expect(await units(lease(11, 9))).toEqual(['u2']);
    expect(await units(lease(12, 9))).toEqual(['u4']);
    expect(await units(lease(13, 9))).toEqual(['u3', 'u5']);
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
    const held = (await store.read((db) => listSlots(db, run))).map(
      (slot) =>
        `${slot.unit} ${slot.annotator} ${slot.position} ${slot.judgedAt === null ? 'open' : 'judged'}`,
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
    const [one, two] = await store.read((db) => listSlots(db, run));
    expect([one!.annotator, two!.annotator]).toEqual(['anna', 'ben']);
    await store.write((tx) =>
      reassignSlots(tx, run, [
        { unit: 'u1', annotator: 'cora', position: 0 },
        { unit: 'u1', annotator: 'anna', position: 3 },
      ]),
    );
    expect(
      (await store.read((db) => listSlots(db, run))).map((slot) => slot.annotator).toSorted(),
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
      judgedAt: someTime,
    };
    expect(() => planReassignment([slot], [{ unit: 'u1', annotator: 'ben', position: 0 }])).toThrow(
      'no slot left',
    );
  });
});

describeStores('slots that are claimed', (databases) => {
  it('are the same until judged, then the next, and none twice on one unit', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 2, perUnit: 2 });
    expect((await claim(store, 'anna'))?.unit).toBe('u1');
    expect(await claim(store, 'anna', 3)).toMatchObject({ unit: 'u1', leasedUntil: minute(13) });
    await judge(store, 'u1', 'anna');
    expect((await claim(store, 'anna'))?.unit).toBe('u2');
    await judge(store, 'u2', 'anna');
    expect(await claim(store, 'anna')).toBeNull();
    expect((await claim(store, 'ben'))?.unit).toBe('u1');
    expect((await claim(store, 'cora'))?.unit).toBe('u2');
    expect(await claim(store, 'dora')).toBeNull();
  });

  it("fall back when the claim runs out, and are then somebody else's", async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 1, perUnit: 1 });
    await claim(store, 'anna', 0);
    expect(await claim(store, 'ben', 9)).toBeNull();
    expect((await claim(store, 'ben', 11))?.unit).toBe('u1');
    expect(await judge(store, 'u1', 'anna')).toBe(false);
    expect(await judge(store, 'u1', 'ben')).toBe(true);
    expect(await store.write((tx) => expireClaims(tx, { run, now: minute(59) }))).toBe(0);
  });

  it('stay with their annotator past the end of the claim as long as nobody else wants them', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 1, perUnit: 1 });
    await claim(store, 'anna', 0);
    expect(await judge(store, 'u1', 'anna')).toBe(true);
  });

  it('can be kept for longer or given back, but not once they are judged', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 3, perUnit: 1 });
    const holder = { run, unit: 'u1', annotator: 'anna' };
    await claim(store, 'anna', 0);
    expect(await store.write((tx) => renewClaim(tx, { ...holder, until: minute(40) }))).toBe(true);
    expect((await claim(store, 'ben', 30))?.unit).toBe('u2');
    expect(await store.write((tx) => releaseClaim(tx, { ...holder, annotator: 'ben' }))).toBe(
      false,
    );
    expect(await store.write((tx) => releaseClaim(tx, holder))).toBe(true);
    // Whoever gave a unit back gets another one first, and that one again when there is no other.
    expect((await claim(store, 'anna', 31, 0))?.unit).toBe('u3');
    await judge(store, 'u3', 'anna');
    expect((await claim(store, 'anna', 31))?.unit).toBe('u1');
    await judge(store, 'u1', 'anna');
    expect(await store.write((tx) => releaseClaim(tx, holder))).toBe(false);
    expect(await store.write((tx) => renewClaim(tx, { ...holder, until: minute(50) }))).toBe(false);
  });

  it('that were given back before where somebody has come to are found again', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 4, perUnit: 1 });
    await claim(store, 'ben');
    for (const unit of ['u2', 'u3', 'u4']) {
      expect((await claim(store, 'anna'))?.unit).toBe(unit);
      await judge(store, unit, 'anna');
    }
    expect(await claim(store, 'anna')).toBeNull();
    await store.write((tx) => releaseClaim(tx, { run, unit: 'u1', annotator: 'ben' }));
    expect((await claim(store, 'anna'))?.unit).toBe('u1');
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
          await store.write(async (tx) => {
            await insertJudgment(
              tx,
              buildJudgment({
                unit: slot.unit,
                annotator,
                id: `${slot.unit} ${annotator}`,
                idempotencyKey: `${slot.unit} ${annotator}`,
              }),
            );
            if (!(await markJudged(tx, { run, unit: slot.unit, annotator, at: someTime })))
              throw new Error('not theirs');
          });
          mine.push(slot.unit);
        }
        return mine;
      }),
    );
    expect(won.flat().length).toBe(units * perUnit);
    for (const mine of won) expect(new Set(mine).size).toBe(mine.length);
    const slots = await stores[0]!.read((db) => listSlots(db, run));
    expect(slots.every((slot) => slot.judgedAt !== null)).toBe(true);
    const judged = await stores[0]!.read((db) =>
      db.selectFrom('judgment').select(['unit', 'annotator']).execute(),
    );
    expect(judged.length).toBe(units * perUnit);
    const perUnitCounts = Map.groupBy(judged, (one) => one.unit);
    for (const list of perUnitCounts.values())
      expect(new Set(list.map((one) => one.annotator)).size).toBe(perUnit);
  });

  it('give two pages of one annotator, opened at once, the same unit', async () => {
    const address = await databases.address();
    const stores = [await databases.openAt(address), await databases.openAt(address)];
    await seedWorkspace(stores[0]!, { units: 10, perUnit: 3 });
    const slots = await Promise.all(
      Array.from({ length: 16 }, (_, at) => claim(stores[at % 2]!, 'anna')),
    );
    expect(new Set(slots.map((slot) => slot?.id)).size).toBe(1);
  });
});
