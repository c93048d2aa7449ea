import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { monitorConfusions } from '../monitoring/monitor-figures.ts';
import { exploreUnits } from '../units/explore-units.ts';
import { ownJudgments } from './own-judgments.ts';

describeStores('own judgments', (databases) => {
  it('are found by words and ids, and nobody else’s are among them', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { units: 6, annotators: 2 }';
    await makeProject(world, protocolContent({ rounds }), 6);
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const annotators = ['anna', 'ben'];
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
    await judgeAll(anna, run.id, truthOf);
    const mine = await ownJudgments(anna, { run: run.id });
    expect(mine).toMatchObject({ total: 6, closed: false, nextCursor: null });
    for (const { unit, answers } of mine.items) expect(answers).toEqual(truthOf(unit));
    // In pages, the latest first.
    const first = await ownJudgments(anna, { run: run.id, limit: 4 });
    const rest = await ownJudgments(anna, { run: run.id, limit: 4, cursor: first.nextCursor! });
    const units = [...first.items, ...rest.items].map(({ unit }) => unit);
    expect(units).toEqual(mine.items.map(({ unit }) => unit));
    const times = mine.items.map(({ judgedAt }) => judgedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    // By a part of the id, and by words of what is shown.
    const byId = await ownJudgments(anna, { run: run.id, text: 'U3' });
    expect(byId.items.map(({ unit }) => unit)).toEqual(['u3']);
    const shown = String(Object.values(mine.items[0]!.fields).find((one) => one !== ''));
    const byWord = await ownJudgments(anna, { run: run.id, text: shown.split(' ')[0]! });
    expect(byWord.total).toBeGreaterThan(0);
    expect((await ownJudgments(anna, { run: run.id, text: 'zzzzz' })).total).toBe(0);
    expect(await ownJudgments(ben, { run: run.id })).toMatchObject({ total: 0, items: [] });

    await judgeAll(ben, run.id, wrongOf);
    await closeRound(world.lead, { run: run.id });
    expect((await ownJudgments(anna, { run: run.id })).closed).toBe(true);
  });
});

describeStores('a confusion matrix', (databases) => {
  it('has the units of every pair of answers, and the list of units finds them', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { units: 6, annotators: 2 }';
    await makeProject(world, protocolContent({ rounds }), 6);
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const annotators = ['anna', 'ben'];
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
    await judgeAll(anna, run.id, truthOf);
    await judgeAll(ben, run.id, (unit) =>
      Number(unit.slice(1)) <= 3 ? truthOf(unit) : wrongOf(unit),
    );
    const place = { project, task: 'topics' };
    const pair = { first: 'anna', second: 'ben' };
    const { matrices } = await monitorConfusions(world.lead, { ...place, ...pair });
    expect(matrices.map(({ question }) => question)).toEqual(['A', 'B', 'C']);
    for (const { question, first, second, answers, counts, units } of matrices) {
      expect(units).toBe(6);
      expect(counts.flat().reduce((sum, count) => sum + count, 0)).toBe(6);
      for (const [row, own] of answers.entries())
        for (const [column, other] of answers.entries()) {
          const asked = [
            { question, answer: String(own), by: first },
            { question, answer: String(other), by: second },
          ];
          const page = { ...place, answers: asked, offset: 0, limit: 10 };
          expect((await exploreUnits(world.lead, page)).total).toBe(counts[row]![column]);
        }
    }
    const one = await monitorConfusions(world.lead, { ...place, ...pair, question: 'B' });
    expect(one.matrices).toHaveLength(1);
    const sam = await world.person('sam', 'adjudicator');
    await expect(monitorConfusions(sam, { ...place, ...pair })).rejects.toThrow();
    const nobody = monitorConfusions(world.lead, { ...place, first: 'anna', second: 'zoe' });
    await expect(nobody).rejects.toThrow('zoe');
  });
});
