import { describe, expect, it } from 'vitest';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { describeStores } from '../../../test/stores.ts';
import {
  judgeAll,
  judgeNext,
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

describe('a page of own judgments', () => {
  const made = lastingWorld(async (world) => {
    await makeProject(world, protocolContent({ rounds: '  full: { units: 4, annotators: 1 }' }), 4);
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
    const order: string[] = [];
    for (;;) {
      const judged = await judgeNext(anna, run.id, truthOf);
      if (judged === null) break;
      order.unshift(judged.unit);
      world.pass(1);
    }
    return { anna, run: run.id, order };
  });

  it('is told in full, the latest first, with what annotators see', async () => {
    const { anna, run, order } = made();
    const number = Number(order[0]!.slice(1));
    expect(await ownJudgments(anna, { run, limit: 1 })).toEqual({
      total: 4,
      closed: false,
      items: [
        {
          unit: order[0],
          judgedAt: '2026-03-02T08:03:00.000Z',
          fields: {
            text: `${number % 2 === 1 ? 'alpha' : 'beta'} text ${number}`,
            previous: 'before',
            source: 'where it is from',
            page: number - 1,
          },
          answers: truthOf(order[0]!),
          asides: {},
        },
      ],
      nextCursor: expect.any(String),
    });
    const units = async (given: object) =>
      (await ownJudgments(anna, { run, ...given })).items.map(({ unit }) => unit);
    expect([await units({}), await units({ limit: 0 }), await units({ limit: 2.9 })]).toEqual([
      order,
      order.slice(0, 1),
      order.slice(0, 2),
    ]);
    expect((await ownJudgments(anna, { run, limit: 4 })).nextCursor).toBe(null);
    expect(await units({ text: '  ' })).toEqual(order);
    expect((await units({ text: ' alpha ' })).toSorted()).toEqual(['u1', 'u3']);
    expect(await units({ text: 'hidden' })).toEqual([]);
  });

  it('is for those who judge, and a wrong cursor is refused', async () => {
    const { world, anna, run } = made();
    const rex = await world.person('rex', 'reviewer');
    expect((await refusal(ownJudgments(rex, { run })))[0]![0]).toBe('role-needed');
    expect((await refusal(ownJudgments(anna, { run, cursor: 'x' })))[0]![0]).toBe('wrong-value');
    expect(await ownJudgments(world.lead, { run })).toMatchObject({ total: 0, items: [] });
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
