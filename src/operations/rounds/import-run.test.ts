import { expect, it } from 'vitest';
import { judgmentBy } from '../../../test/build-judgment.ts';
import { latestAudit } from '../../../test/lasting-world.ts';
import { judgmentRows, slotRows } from '../../../test/record-rows.ts';
import { describeStores } from '../../../test/stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import { importRun } from './import-run.ts';

describeStores('a round that was worked on elsewhere', (databases) => {
  it('goes on in the order in which everybody had their units', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 4, annotators: 2 }' }), 6);
    const people = { anna: await world.person('anna'), ben: await world.person('ben') };
    const orders = { anna: ['u3', 'u1', 'u4', 'u2'], ben: ['u2', 'u4', 'u3', 'u1'] };
    const work = (['anna', 'ben'] as const).flatMap((annotator) =>
      orders[annotator].map((unit, at) => ({
        judgment: judgmentBy(annotator, truthOf(unit), { unit, task: 'topics' }),
        at: at === 0 ? '2026-03-01T08:00:00.000Z' : null,
        seconds: null,
      })),
    );
    const openedAt = '2026-03-01T07:00:00.000Z';
    const given = { project, round: 'full', work, openedAt, closedAt: null, from: 'a file' };
    const run = await importRun(world.lead, given);
    expect(await judgeAll(people.anna, run, truthOf)).toEqual(orders.anna.slice(1));
    expect(await judgeAll(people.ben, run, truthOf)).toEqual(orders.ben.slice(1));
  });

  it('is imported by leads alone, and closed only when every unit is judged', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 2, annotators: 1 }' }), 2);
    const anna = await world.person('anna');
    const openedAt = '2026-03-01T07:00:00.000Z';
    const closed = (times: readonly (string | null)[]) => ({
      project,
      round: 'full',
      work: times.map((at, number) => ({
        judgment: judgmentBy('anna', truthOf(`u${number + 1}`), {
          unit: `u${number + 1}`,
          task: 'topics',
        }),
        at,
        seconds: null,
      })),
      openedAt,
      closedAt: '2026-03-01T09:00:00.000Z',
      from: 'a file',
    });
    const judgedAt = '2026-03-01T08:00:00.000Z';
    const whole = closed([judgedAt, judgedAt]);
    await expect(importRun(anna, whole)).rejects.toMatchObject({
      faults: [{ code: 'role-needed' }],
    });
    await expect(importRun(world.lead, closed([judgedAt, null]))).rejects.toMatchObject({
      faults: [{ code: 'closed-incomplete', values: { round: 'full', missing: 1 } }],
    });
    const before = await world.store.read((db) => judgmentRows(db, { project }));
    expect(before).toEqual([]);
    const run = await importRun(world.lead, { ...whole, work: whole.work.toReversed() });
    const [at, object] = ['2026-03-01T09:00:00.000Z', `run/${run}`];
    expect(await latestAudit(world, 2)).toEqual([
      {
        at: openedAt,
        actor: 'lena',
        action: 'round-adopt',
        object,
        detail: { round: 'full', from: 'a file', annotators: ['anna'], units: 2, attempt: 1 },
      },
      {
        at,
        actor: 'lena',
        action: 'round-close',
        object,
        detail: { round: 'full', attempt: 1, judged: 2, wanted: 2 },
      },
    ]);
    const stored = await world.store.read((db) => findRun(db, run));
    expect(stored).toMatchObject({
      perUnit: 1,
      handOut: 'balanced',
      seed: 0,
      openedAt,
      openedBy: 'lena',
      closedAt: at,
      closedBy: 'lena',
    });
    const judgments = await world.store.read((db) => judgmentRows(db, { project, run }));
    expect(
      judgments.map(({ unit, guideline, origin, seconds }) => [unit, guideline, origin, seconds]),
    ).toEqual([
      ['u2', '1.0', 'import', null],
      ['u1', '1.0', 'import', null],
    ]);
    expect(judgments.map(({ at: when }) => when)).toEqual([judgedAt, judgedAt]);
    expect(new Set(judgments.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    const slots = await world.store.read((db) => slotRows(db, run));
    expect(
      slots.map(({ unit, ordinal, position, judgedAt: when }) => [unit, ordinal, position, when]),
    ).toEqual([
      ['u1', 1, 1, judgedAt],
      ['u2', 1, 0, judgedAt],
    ]);
  });
});
