import { describe, expect, it } from 'vitest';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { insertUnits } from '../../store/units/units.ts';
import { openRound } from '../rounds/open-round.ts';
import { nextUnits } from './next-unit.ts';
import { ownUnit, ownUnits } from './own-units.ts';

const place = { project, seed: 2 };

const databases = testDatabases('sqlite');

describe('the next units', () => {
  const made = lastingWorld(async (world) => {
    await makeProject(world, protocolContent({ rounds: '  full: { annotators: 1 }' }), 14);
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const open = { ...place, round: 'full', annotators: ['anna'] };
    const { run } = await openRound(world.lead, open);
    return { anna, ben, run: run.id };
  });

  it('are one by default and ten at most, in an own order, with what the task shows', async () => {
    const { anna, run } = made();
    const sizes: number[] = [];
    for (const count of [undefined, 0, 3, 10, 99])
      sizes.push(
        (await nextUnits(anna, { run, ...(count === undefined ? {} : { count }) })).units.length,
      );
    expect(sizes).toEqual([1, 1, 3, 10, 10]);
    const { units, progress, remaining } = await nextUnits(anna, { run, count: 2 });
    expect(units.map(({ position }) => position)).toEqual([0, 1]);
    const number = Number(units[0]!.unit.slice(1));
    expect(units[0]).toEqual({
      unit: units[0]!.unit,
      fields: {
        text: `${number % 2 === 1 ? 'alpha' : 'beta'} text ${number}`,
        previous: 'before',
        source: 'where it is from',
        page: number - 1,
      },
      position: 0,
      draft: null,
      judgment: null,
      suggestion: null,
      leasedUntil: null,
    });
    expect([progress.held, progress.judged, remaining]).toEqual([14, 0, 14]);
  });

  it.each(['balanced', 'open'] as const)('are fewer where they are long: %s', async (handOut) => {
    const world = await makeWorld(await databases.open(), false);
    await makeProject(world, protocolContent({ rounds: '  full: { annotators: 1 }' }), 0);
    const long = Array.from({ length: 4 }, (_, at) => ({
      id: `u${at}`,
      subject: null,
      fields: { id: `u${at}`, text: 'x'.repeat(600_000) },
    }));
    const at = world.lead.clock().toISOString();
    await world.store.write((tx) => insertUnits(tx, { project, task: 'topics' }, long, at));
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { ...place, round: 'full', handOut });
    expect((await nextUnits(anna, { run: run.id, count: 4 })).units).toHaveLength(2);
    expect((await nextUnits(anna, { run: run.id, count: 1 })).units).toHaveLength(1);
  });

  it('begin behind a place that is named, and end there', async () => {
    const { anna, run } = made();
    const all = (await ownUnits(anna, { run, which: 'open' })).places.map(({ unit }) => unit);
    const behind = await nextUnits(anna, { run, after: 4, count: 2 });
    expect(behind.units.map(({ unit }) => unit)).toEqual(all.slice(5, 7));
    expect((await nextUnits(anna, { run, after: 13 })).units).toEqual([]);
    expect((await nextUnits(anna, { run })).units[0]!.unit).toBe(all[0]);
  });

  it('are for those who are in the round', async () => {
    const { world, ben, run } = made();
    expect(await refusal(nextUnits(ben, { run }))).toEqual([['not-in-round', { round: 'full' }]]);
    const rex = await world.person('rex', 'reviewer');
    expect((await refusal(nextUnits(rex, { run })))[0]![0]).toBe('role-needed');
  });

  it('are listed in pages, open and judged, to whoever holds them', async () => {
    const { world, anna, run } = made();
    const open = await ownUnits(anna, { run, which: 'open', limit: 10 });
    expect([open.places.length, open.next]).toEqual([10, '9']);
    const rest = await ownUnits(anna, { run, which: 'open', limit: 10, cursor: '9' });
    expect([rest.places.length, rest.next]).toEqual([4, null]);
    expect((await ownUnits(anna, { run, which: 'open', limit: 0 })).places).toHaveLength(1);
    expect((await ownUnits(anna, { run, which: 'open', limit: 14 })).next).toBe('13');
    expect(await ownUnits(anna, { run, which: 'judged' })).toEqual({ places: [], next: null });
    const first = (await judgeNext(anna, run, truthOf))!.unit;
    world.pass(1);
    const second = (await judgeNext(anna, run, truthOf))!.unit;
    const judged = await ownUnits(anna, { run, which: 'judged', limit: 1 });
    expect(judged.places.map(({ unit }) => unit)).toEqual([second]);
    const earlier = await ownUnits(anna, { run, which: 'judged', limit: 2, cursor: judged.next! });
    expect(earlier.places.map(({ unit }) => unit)).toEqual([first]);
    expect(earlier.next).toBe(null);
    for (const [which, cursor] of [
      ['judged', 'yesterday'],
      ['open', 'x'],
    ] as const)
      expect((await refusal(ownUnits(anna, { run, which, cursor })))[0]![0]).toBe('wrong-value');
    expect(await ownUnit(anna, { run, unit: first })).toMatchObject({
      closed: false,
      feedback: null,
      judgment: { answers: truthOf(first) },
    });
  });
});

describe('the units of a long run', () => {
  const opened = async () => {
    const world = await makeWorld(await databases.open(), false);
    await makeProject(world, protocolContent({ rounds: '  full: { annotators: 1 }' }), 503);
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { ...place, round: 'full' });
    return { anna, run: run.id };
  };

  it('are dealt when somebody looks further than the first five hundred', async () => {
    const { anna, run } = await opened();
    const first = await ownUnits(anna, { run, which: 'open', limit: 500 });
    expect([first.places.length, first.next]).toEqual([500, '499']);
    const rest = await ownUnits(anna, { run, which: 'open', limit: 500, cursor: '499' });
    expect(rest.places.map(({ position }) => position)).toEqual([500, 501, 502]);
    expect(rest.next).toBe(null);
    const all = [...first.places, ...rest.places].map(({ unit }) => unit);
    expect(new Set(all).size).toBe(503);
    expect((await ownUnits(anna, { run, which: 'open', limit: 5000 })).places).toHaveLength(503);
  });

  it('are dealt when somebody gets that far', async () => {
    const { anna, run } = await opened();
    const { units, progress } = await nextUnits(anna, { run, after: 498, count: 3 });
    expect(units.map(({ position }) => position)).toEqual([499, 500, 501]);
    expect(progress.held).toBe(503);
    expect((await nextUnits(anna, { run, after: 501, count: 3 })).units).toHaveLength(1);
  });
});
