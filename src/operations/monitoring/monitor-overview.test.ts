import type { CodedText } from '../../domain/coded-text.ts';
import { codedGate } from '../../domain/rounds/gate-text.ts';
import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { judgeAll, judgeNext, project, truthOf, wrongOf } from '../../../test/work-world.ts';
import { closeRound } from '../rounds/close-round.ts';
import { monitorChecklists } from './monitor-checklists.ts';
import {
  monitorAgreement,
  monitorAnnotators,
  monitorPairs,
  monitorPairUnits,
  monitorSpeed,
} from './monitor-figures.ts';
import { monitorLabels } from './monitor-labels.ts';
import { monitorOverview } from './monitor-overview.ts';
import { monitorProgress } from './monitor-progress.ts';
import { openRound } from '../rounds/open-round.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { team } from '../../../test/monitored-team.ts';

describeStores('monitoring', (databases) => {
  it('gives an overview with progress, forecast and what needs a look', async () => {
    const { world, people } = await team(databases);
    const run = (await openRound(world.lead, { project, round: 'full', seed: 2 })).run.id;
    for (let day = 0; day < 3; day += 1) {
      for (const person of people) await judgeNext(person, run, truthOf);
      world.pass(24 * 60);
    }
    const overview = await monitorOverview(world.lead, { project, run });
    expect(overview).toMatchObject({
      progress: {
        account: { units: 12, standings: { open: 0 } },
        runs: [{ wanted: 36, judged: 9, closed: false }],
      },
      agreement: { measure: 'fleiss_kappa' },
    });
    // Everybody has their own order, so that few units have all three judgments yet.
    const { settled, awaiting } = overview.progress.account.standings;
    expect(settled).toBeLessThan(9);
    expect(settled + awaiting).toBe(12);
    // 3 a day, 27 remain.
    expect(overview.forecast).toMatchObject({
      remaining: 27,
      perDay: { value: 3, n: 3 },
      date: expect.stringMatching(/^2026-/),
    });
    const today = world.lead.clock().toISOString().slice(0, 10);
    expect(
      Math.round((Date.parse(overview.forecast!.date!) - Date.parse(today)) / 86_400_000),
    ).toBe(9);
    expect(overview.labels).toMatchObject({ count: 3, few: ['A', 'B', 'C'] });
  });

  it('computes the three checklists', async () => {
    const { world, people } = await team(databases);
    const before = await monitorChecklists(world.lead, { project });
    expect(before.before.map((item) => [item.id, item.status])).toEqual([
      ['training', 'done'],
      ['pilot', 'done'],
      ['tool', 'done'],
      ['sampling', 'done'],
    ]);
    expect(before.after.map((item) => [item.id, item.status])).toEqual([
      ['final-agreement', 'cannot'],
      ['rulings', 'done'],
      ['split', 'cannot'],
      ['documentation', 'not done'],
      ['archive', 'cannot'],
    ]);
    const run = (await openRound(world.lead, { project, round: 'full', seed: 2 })).run.id;
    for (const [at, person] of people.entries())
      await judgeAll(person, run, at === 2 ? wrongOf : truthOf);
    const during = await monitorChecklists(world.lead, { project });
    expect(during.weekly.map((item) => [item.id, item.status])).toEqual([
      ['weekly-agreement', 'done'],
      ['speed', 'done'],
      ['edge-cases', 'done'],
      ['questions', 'done'],
    ]);
    expect(during.weekly[0]!.numbers).toMatchObject({ units: 12 });
    expect(during.after[0]).toMatchObject({
      status: 'not done',
      sentence: { code: 'round-running' },
    });
    await closeRound(world.lead, { run });
    const after = await monitorChecklists(world.lead, { project });
    expect(after.after[0]).toMatchObject({
      status: 'not done',
      sentence: {
        values: {
          first: { values: { gate: codedGate('fleiss_kappa >= 0.70 overall') as CodedText } },
        },
      },
    });
    expect(after.after[1]).toMatchObject({ status: 'done', numbers: { open: 0 } });
  });

  it('counts rulings into the truth at once', async () => {
    const { world, people } = await team(databases);
    const sam = await world.person('sam', 'adjudicator');
    const run = (
      await openRound(world.lead, {
        project,
        round: 'full',
        seed: 2,
        annotators: ['anna', 'ben', 'cora'],
      })
    ).run.id;
    const judged = await judgeAll(people[0]!, run, truthOf);
    await judgeAll(people[1]!, run, truthOf);
    await judgeAll(people[2]!, run, truthOf);
    const [first, second] = judged;
    await makeRuling(sam, {
      project,
      unit: first!,
      answers: { A: 2, B: 2, C: 2 },
      reason: 'All three.',
      seen: null,
      idempotencyKey: 'k1',
    });
    await makeRuling(sam, {
      project,
      unit: second!,
      exclude: true,
      reason: 'Garbled.',
      seen: null,
      idempotencyKey: 'k2',
    });
    expect(await monitorProgress(sam, { project, run })).toMatchObject({
      account: { units: 12, standings: { settled: 10, ruled: 1, excluded: 1 } },
    });
    expect((await monitorLabels(sam, { project, run })).settled).toBe(11);
  });

  it('is for those who oversee, and says who answered what to leads and reviewers only', async () => {
    const { world, people } = await team(databases);
    const [sam, rita] = [
      await world.person('sam', 'adjudicator'),
      await world.person('rita', 'reviewer'),
    ];
    const stranger = await world.person('eve', 'lead', 'another');
    for (const part of [
      monitorOverview,
      monitorSpeed,
      monitorAgreement,
      monitorPairs,
      monitorAnnotators,
      monitorLabels,
      monitorProgress,
      monitorChecklists,
    ]) {
      await expect(part(people[0]!, { project })).rejects.toMatchObject({
        faults: [{ code: 'role-needed' }],
      });
      await expect(part(stranger, { project })).rejects.toMatchObject({
        faults: [{ code: 'not-found' }],
      });
      await expect(part(rita, { project })).resolves.toMatchObject({ project });
    }
    await expect(
      monitorPairUnits(sam, { project, first: 'anna', second: 'ben' }),
    ).rejects.toMatchObject({ faults: [{ code: 'role-needed' }] });
    await expect(
      monitorPairUnits(rita, { project, first: 'anna', second: 'ben' }),
    ).resolves.toMatchObject({ total: 0 });
    await expect(monitorSpeed(world.lead, { project, run: 'no-such-run' })).rejects.toMatchObject({
      faults: [{ code: 'not-found' }],
    });
    await expect(monitorSpeed(world.lead, { project, task: 'no-such-task' })).rejects.toMatchObject(
      { faults: [{ code: 'unknown-task' }] },
    );
  });
});
