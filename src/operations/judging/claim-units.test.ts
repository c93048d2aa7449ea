import { describe, expect, it, vi } from 'vitest';
import { describeStores, testDatabases } from '../../../test/stores.ts';
import type { TestDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { addAnnotator } from '../rounds/add-annotator.ts';
import { openRound } from '../rounds/open-round.ts';
import { removeAnnotator } from '../rounds/remove-annotator.ts';
import { nextUnits } from './next-unit.ts';
import { ownProgress } from './own-progress.ts';

async function opened(databases: TestDatabases, handOut: 'open' | 'balanced') {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds: '  full: { annotators: 1 }' }), 8);
  const anna = await world.person('anna');
  const ben = await world.person('ben');
  const annotators = handOut === 'open' ? ['anna', 'ben'] : ['anna'];
  const round = { project, round: 'full', seed: 1, handOut, annotators };
  const { run } = await openRound(world.lead, round);
  return { world, anna, ben, run: run.id };
}

describeStores('claimed units', (databases) => {
  it('are as many as were wanted, and progress follows at once', async () => {
    const { anna, ben, run } = await opened(databases, 'open');
    for (const count of [1, 2, 5]) {
      const { units, progress, remaining } = await nextUnits(anna, { run, count });
      expect([units.length, progress.held, remaining]).toEqual([count, count, count]);
    }
    await judgeNext(anna, run, truthOf);
    const { progress } = await nextUnits(anna, { run, claim: false });
    expect(progress).toMatchObject({ held: 5, judged: 1 });
    // The three that nobody has claimed.
    expect((await nextUnits(ben, { run, count: 10 })).units).toHaveLength(3);
  });

  it('are kept for half an hour more by whoever returns, and free for others after it', async () => {
    const { world, anna, ben, run } = await opened(databases, 'open');
    const claimed = async () => {
      const { units } = await nextUnits(anna, { run, count: 3 });
      return { ids: units.map(({ unit }) => unit), until: units[0]!.leasedUntil };
    };
    const first = await claimed();
    expect(first.until).toBe('2026-03-02T08:30:00.000Z');
    world.pass(10);
    expect(await claimed()).toEqual(first);
    world.pass(10);
    const renewed = { ids: first.ids, until: '2026-03-02T08:50:00.000Z' };
    expect(await claimed()).toEqual(renewed);
    // Nobody has taken them in the meantime.
    world.pass(45);
    expect(await claimed()).toEqual({ ids: first.ids, until: '2026-03-02T09:35:00.000Z' });
    world.pass(45);
    expect((await nextUnits(ben, { run, count: 10 })).units).toHaveLength(8);
    expect((await nextUnits(anna, { run, count: 3 })).units).toEqual([]);
  });
});

describe('claims of one annotator', () => {
  const sqlite = testDatabases('sqlite');

  it('are renewed when half of their time is over', async () => {
    const { world, anna, run } = await opened(sqlite, 'open');
    const until = async () => (await nextUnits(anna, { run })).units[0]!.leasedUntil;
    expect(await until()).toBe('2026-03-02T08:30:00.000Z');
    world.pass(14.9);
    expect(await until()).toBe('2026-03-02T08:30:00.000Z');
    world.pass(0.1);
    expect(await until()).toBe('2026-03-02T08:45:00.000Z');
  });

  it('are the same in two windows, and no more than were wanted', async () => {
    const { anna, ben, run } = await opened(sqlite, 'open');
    const asked = [1, 2, 3].map(() => nextUnits(anna, { run, count: 2 }));
    const [first, ...others] = (await Promise.all(asked)).map(({ units }) =>
      units.map(({ unit }) => unit),
    );
    expect(others).toEqual([first, first]);
    expect(first).toHaveLength(2);
    expect((await nextUnits(ben, { run, count: 10 })).units).toHaveLength(6);
  });

  it('go on in their own order when the server was started again', async () => {
    const other = await opened(sqlite, 'open');
    const order = await judgeAll(other.anna, other.run, truthOf);
    const { world, anna, run } = await opened(sqlite, 'open');
    const judged = [await judgeNext(anna, run, truthOf), await judgeNext(anna, run, truthOf)];
    world.store.caches.clear();
    const rest = await judgeAll(anna, run, truthOf);
    expect([...judged.map((one) => one!.unit), ...rest]).toEqual(order);
  });

  it('are not made by looking, nor by somebody who was taken out', async () => {
    const { world, anna, run } = await opened(sqlite, 'open');
    const looked = await nextUnits(anna, { run, count: 3, claim: false });
    expect([looked.units, looked.progress.held, looked.remaining]).toEqual([[], 0, 0]);
    const [one] = (await nextUnits(anna, { run })).units;
    await judgeNext(anna, run, truthOf);
    await removeAnnotator(world.lead, { run, annotator: 'anna' });
    const after = await nextUnits(anna, { run, count: 3 });
    expect([after.units, after.progress.held]).toEqual([[], 1]);
    expect(one!.leasedUntil).toBe('2026-03-02T08:30:00.000Z');
  });
});

describeStores('the progress of somebody', (databases) => {
  it('is counted once in a while, and anew when units change hands', async () => {
    const { world, anna, run } = await opened(databases, 'balanced');
    expect((await nextUnits(anna, { run })).progress.held).toBe(8);
    const read = vi.spyOn(world.store, 'read');
    expect(await ownProgress(anna, run, 'anna')).toMatchObject({ held: 8, judged: 0 });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    await addAnnotator(world.lead, { run, annotator: 'ben' });
    expect((await nextUnits(anna, { run })).progress.held).toBe(4);
  });
});
