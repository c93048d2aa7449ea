import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import type { TestDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import type { Store } from '../../store/open-store.ts';
import { closeRound } from '../rounds/close-round.ts';
import { liveTally } from '../fold/live-tally.ts';
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
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { openRound } from '../rounds/open-round.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import type { WorkContext } from '../work-context.ts';

const rounds = `  training: { units: 4, key: key.jsonl, gate: ["cohen_kappa >= 0.70 against key"] }
  pilot: { units: 10, annotators: 3, gate: ["fleiss_kappa >= 0.70 overall"] }
  full: { units: 12, annotators: 3, draw: { by: keywords, floor: 0 }, gate: ["fleiss_kappa >= 0.70 overall"] }`;

interface Team {
  readonly world: WorkWorld;
  readonly people: readonly WorkContext[];
}

/**
 * Three people through training and pilot, and into the full round; the third answers wrongly on
 * some units.
 */
async function team(databases: TestDatabases): Promise<Team> {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds, key: trainingKey(4) }), 40);
  const people = [
    await world.person('anna'),
    await world.person('ben'),
    await world.person('cora'),
  ];
  await through(world, people, 'training', () => truthOf);
  await through(world, people, 'pilot', () => truthOf);
  return { world, people };
}

async function through(
  world: WorkWorld,
  people: readonly WorkContext[],
  round: string,
  answers: (person: number) => typeof truthOf,
): Promise<string> {
  const run = (await openRound(world.lead, { project, round, seed: 1 })).run.id;
  for (const [at, person] of people.entries()) await judgeAll(person, run, answers(at));
  await closeRound(world.lead, { run });
  world.pass(7 * 24 * 60);
  return run;
}

/** The same database to who has not looked at it yet, as another server has not. */
function another(store: Store): Store {
  return {
    kind: store.kind,
    address: store.address,
    caches: new Map(),
    read: (work) => store.read(work),
    snapshot: (work) => store.snapshot(work),
    write: (work, options) => store.write(work, options),
    stream: (query) => store.stream(query),
    close: () => store.close(),
  };
}

describeStores('monitoring', (databases) => {
  it('follows the log: the figures after one more save are those of a fold from the start', async () => {
    const { world, people } = await team(databases);
    const run = (await openRound(world.lead, { project, round: 'full', seed: 2 })).run.id;
    expect(await monitorProgress(world.lead, { project, run })).toMatchObject({
      judgments: 0,
      judgedUnits: 0,
      runs: [{ wanted: 36, judged: 0 }],
    });
    for (let at = 0; at < 12; at += 1) {
      for (const [person, who] of people.entries())
        await judgeNext(who, run, person === 2 && at < 3 ? wrongOf : truthOf);
      const followed = await monitorAgreement(world.lead, { project, run });
      const fresh = await liveTally(another(world.store), { project, run });
      expect(followed.judgments).toBe(3 * (at + 1));
      expect(fresh.tally.judged).toBe(followed.judgments);
    }
    const { tally } = await liveTally(world.store, { project, run });
    const anew = await liveTally(another(world.store), { project, run });
    for (let row = 0; row < tally.units.size; row += 1)
      expect(anew.tally.standings.standing(anew.tally.units.find(tally.units.at(row)))).toEqual(
        tally.standings.standing(row),
      );
    expect([...anew.tally.standings.openUnits].length).toBe([...tally.standings.openUnits].length);
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
      judgedUnits: 10,
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
      judgedUnits: 0,
      stale: 30,
    });
  });

  it('gives an overview with progress, forecast and what needs a look', async () => {
    const { world, people } = await team(databases);
    const run = (await openRound(world.lead, { project, round: 'full', seed: 2 })).run.id;
    for (let day = 0; day < 3; day += 1) {
      for (const person of people) await judgeNext(person, run, truthOf);
      world.pass(24 * 60);
    }
    const overview = await monitorOverview(world.lead, { project, run });
    expect(overview).toMatchObject({
      progress: { units: 40, waiting: 0, runs: [{ wanted: 36, judged: 9, closed: false }] },
      agreement: { measure: 'fleiss_kappa' },
    });
    // Everybody has their own order, so that few units have all three judgments yet.
    expect(overview.progress.judgedUnits).toBeGreaterThanOrEqual(overview.progress.completeUnits);
    expect(overview.progress.settled).toBe(overview.progress.completeUnits);
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
      sentence: { values: { first: { values: { gate: 'fleiss_kappa >= 0.70 overall' } } } },
    });
    expect(after.after[1]).toMatchObject({ status: 'done', numbers: { waiting: 0 } });
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
      settled: 10,
      ruled: 1,
      excluded: 1,
      waiting: 0,
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
