import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import {
  judgeNext,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import { liveFold } from '../fold/live-fold.ts';
import {
  monitorAgreement,
  monitorAnnotators,
  monitorPairs,
  monitorPairUnits,
  monitorSpeed,
} from './monitor-figures.ts';
import { monitorLabels } from './monitor-labels.ts';
import { monitorProgress } from './monitor-progress.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { openRound } from '../rounds/open-round.ts';
import { another, rounds, team, through } from '../../../test/monitored-team.ts';

describeStores('monitoring', (databases) => {
  it('follows the log: the figures after one more save are those of a fold from the start', async () => {
    const { world, people } = await team(databases);
    const run = (await openRound(world.lead, { project, round: 'full', seed: 2 })).run.id;
    expect(await monitorProgress(world.lead, { project, run })).toMatchObject({
      judgments: 0,
      account: { units: 12, standings: { awaiting: 12 } },
      runs: [{ wanted: 36, judged: 0 }],
    });
    for (let at = 0; at < 12; at += 1) {
      for (const [person, who] of people.entries())
        await judgeNext(who, run, person === 2 && at < 3 ? wrongOf : truthOf);
      const followed = await monitorAgreement(world.lead, { project, run });
      const fresh = await liveFold(another(world.store), { project, run });
      expect(followed.judgments).toBe(3 * (at + 1));
      expect(fresh.fold.judged).toBe(followed.judgments);
    }
    const { fold } = await liveFold(world.store, { project, run });
    const anew = await liveFold(another(world.store), { project, run });
    for (let row = 0; row < fold.units.size; row += 1)
      expect(anew.fold.standings.standing(anew.fold.units.find(fold.units.at(row)))).toEqual(
        fold.standings.standing(row),
      );
    expect([...anew.fold.standings.openUnits].length).toBe([...fold.standings.openUnits].length);
  });

  it('tells speed, agreement, pairs, annotators and labels of a run', async () => {
    const { world, people } = await team(databases);
    const run = await through(world, people, 'full', (at) =>
      at === 2
        ? (unit) => (Number(unit.slice(1)) % 4 === 0 ? wrongOf(unit) : truthOf(unit))
        : truthOf,
    );
    const scope = { project, run };
    const speed = await monitorSpeed(world.lead, scope);
    // 12 units of 30 s: 120 an hour, above the limit of 15.
    expect(speed).toMatchObject({
      limits: [3, 15],
      task: 'topics',
      run,
      guideline: '1.0',
      judgments: 36,
    });
    expect(speed.annotators.map((one) => [one.annotator, one.perHour.value, one.flag])).toEqual([
      ['anna', 120, 'fast'],
      ['ben', 120, 'fast'],
      ['cora', 120, 'fast'],
    ]);
    const agreement = await monitorAgreement(world.lead, scope);
    expect(agreement).toMatchObject({
      leading: 'fleiss_kappa',
      annotators: ['anna', 'ben', 'cora'],
      units: 12,
    });
    expect(agreement.questions.map((one) => one.question)).toEqual(['A', 'B', 'C']);
    expect(agreement.questions[0]!.weeks.points.length).toBe(1);
    const { pairs } = await monitorPairs(world.lead, scope);
    expect(pairs.map((pair) => [pair.first, pair.second, pair.units])).toEqual([
      ['anna', 'ben', 12],
      ['anna', 'cora', 12],
      ['ben', 'cora', 12],
    ]);
    expect(pairs[0]!.percent.value).toBe(1);
    const behind = await monitorPairUnits(world.lead, {
      ...scope,
      first: 'anna',
      second: 'cora',
      question: 'A',
      limit: 1,
    });
    expect(behind.total).toBe(Math.round((1 - pairs[1]!.questions[0]!.percent.value!) * 12));
    expect(behind.items.every((item) => Number(item.unit.slice(1)) % 4 === 0)).toBe(true);
    if (behind.total > 1)
      expect(
        (
          await monitorPairUnits(world.lead, {
            ...scope,
            first: 'anna',
            second: 'cora',
            question: 'A',
            cursor: behind.nextCursor!,
          })
        ).items.length,
      ).toBe(behind.total - 1);
    const { annotators } = await monitorAnnotators(world.lead, scope);
    expect(annotators.find((one) => one.annotator === 'cora')!.agreement.value!).toBeLessThan(
      annotators.find((one) => one.annotator === 'anna')!.agreement.value! + 1e-9,
    );
    const labels = await monitorLabels(world.lead, scope);
    expect(labels).toMatchObject({
      settled: 12,
      unsettled: 0,
      weak: { rule: 'keywords', units: 12 },
    });
    // Texts say alpha on odd units and beta on the others; A holds on odd units, so the rule is
    // right about A, and B is told by the number alone.
    expect(labels.weak!.labels.map((one) => [one.question, one.missed, one.extra])[0]).toEqual([
      'A',
      0,
      0,
    ]);
  });

  it('leaves out trainings, and pilots under another guideline, from the truth of a task', async () => {
    const { world } = await team(databases);
    expect(await monitorProgress(world.lead, { project })).toMatchObject({
      judgments: 30,
      account: { standings: { undrawn: 30 } },
      stale: 0,
    });
    await newProtocolVersion(world.lead, {
      project,
      content: protocolContent({
        rounds,
        key: trainingKey(4),
        guideline: '1.1',
        definition: 'A is the very first letter.',
      }),
    });
    expect(await monitorProgress(world.lead, { project })).toMatchObject({
      guideline: '1.1',
      judgments: 0,
      account: { standings: { uncounted: 10, undrawn: 30 } },
      stale: 30,
    });
  });
});
