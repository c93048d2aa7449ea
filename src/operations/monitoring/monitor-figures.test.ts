import { describe, expect, it } from 'vitest';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  project,
  protocolContent,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import { codedText } from '../../domain/text-values.ts';
import { recordFact } from '../judging/record-fact.ts';
import { saveJudgment } from '../judging/save-judgment.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import type { WorkContext } from '../work-context.ts';
import { monitorChecklists } from './monitor-checklists.ts';
import {
  monitorAgreement,
  monitorAnnotators,
  monitorAssistance,
  monitorConfusions,
  monitorPairs,
  monitorPairUnits,
  monitorSpeed,
} from './monitor-figures.ts';
import { monitorLabels } from './monitor-labels.ts';
import { monitorOverview } from './monitor-overview.ts';
import { monitorProgress } from './monitor-progress.ts';

const gate = 'percent_agreement >= 0.5 overall';
const rounds = `  pilot: { units: 4, annotators: 2, gate: ["${gate}"] }
  full: { units: 6, annotators: 2, draw: { by: keywords } }`;
const day = 24 * 60;

/** Two people after a pilot, in a full round: anna has judged all, ben three of six. */
const made = lastingWorld(async (world) => {
  await makeProject(world, protocolContent({ rounds }), 12);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const ada = await world.person('ada', 'adjudicator');
  const rex = await world.person('rex', 'reviewer');
  const open = { project, seed: 1, annotators: ['anna', 'ben'] };
  const pilot = (await openRound(world.lead, { ...open, round: 'pilot' })).run.id;
  for (const one of [anna, ben]) await judgeAll(one, pilot, truthOf);
  await closeRound(world.lead, { run: pilot });
  world.pass(7 * day);
  const full = (await openRound(world.lead, { ...open, round: 'full' })).run.id;
  const order = await judgeAll(anna, full, truthOf);
  world.pass(day);
  const wrong = (await judgeNext(ben, full, wrongOf))!.unit;
  const half = (unit: string) => ({ ...truthOf(unit), B: 1 - Number(truthOf(unit)['B']) });
  const halfWrong = (await judgeNext(ben, full, half))!.unit;
  const [next] = (await nextUnits(ben, { run: full })).units;
  await saveJudgment(ben, {
    run: full,
    unit: next!.unit,
    answers: truthOf(next!.unit),
    asides: { flag: true },
    idempotencyKey: 'flagged',
    seconds: 30,
  });
  const [asked] = (await nextUnits(ben, { run: full })).units;
  const question = { text: 'Is this A?' };
  await recordFact(ben, { run: full, unit: asked!.unit, kind: 'question', detail: question });
  return { anna, ben, ada, rex, pilot, full, order, wrong, halfWrong };
});

describe('who may see figures', () => {
  const figures: readonly (readonly [string, (who: WorkContext) => Promise<unknown>])[] = [
    ['speed', (who) => monitorSpeed(who, { project })],
    ['progress', (who) => monitorProgress(who, { project })],
    ['agreement', (who) => monitorAgreement(who, { project })],
    ['pairs', (who) => monitorPairs(who, { project })],
    ['annotators', (who) => monitorAnnotators(who, { project })],
    ['assistance', (who) => monitorAssistance(who, { project })],
    ['labels', (who) => monitorLabels(who, { project })],
    ['overview', (who) => monitorOverview(who, { project })],
    ['checklists', (who) => monitorChecklists(who, { project })],
  ];

  it.each(figures)('%s: overseers, and no annotator', async (_, figure) => {
    const { anna, ada } = made();
    expect((await refusal(figure(anna)))[0]![0]).toBe('role-needed');
    expect(await figure(ada)).toMatchObject({ project, task: 'topics', run: null });
  });

  it.each(figures)('%s: an overseer who judges sees what only counts', async (name, figure) => {
    const { anna } = made();
    const judging = { ...anna, actor: { ...anna.actor, roleIn: () => 'lead' as const } };
    const refused = await refusal(figure(judging));
    expect(refused).toEqual(
      ['speed', 'progress'].includes(name) ? [] : [['takes-part', { round: 'full', attempt: 1 }]],
    );
  });

  it('hides from an overseer who judges how many are settled and wait', async () => {
    const { world, anna } = made();
    const judging = { ...anna, actor: { ...anna.actor, roleIn: () => 'lead' as const } };
    const shown = await monitorProgress(judging, { project });
    const all = await monitorProgress(world.lead, { project });
    expect(shown).toEqual({ ...all, account: null });
    expect(all.account!.standings.settled).toBeGreaterThan(0);
  });
});

describe('progress', () => {
  it('is told of all runs but trainings, of people, units and days', async () => {
    const { world, pilot, full } = made();
    const progress = await monitorProgress(world.lead, { project });
    expect(progress).toMatchObject({
      project,
      task: 'topics',
      run: null,
      guideline: '1.0',
      simulated: false,
      // Eight in the pilot, nine in the full round.
      judgments: 17,
      stale: 0,
      account: {
        units: 12,
        // Of four of the pilot and three that both have judged in the full round, two on which
        // they differ wait for a ruling, and one that is flagged; three lack a judgment.
        standings: {
          settled: 4,
          ruled: 0,
          excluded: 0,
          open: 3,
          awaiting: 3,
          uncounted: 0,
          undrawn: 2,
        },
      },
      runs: [
        {
          run: pilot,
          round: 'pilot',
          attempt: 1,
          closed: true,
          wanted: 8,
          judged: 8,
          annotators: [
            { annotator: 'anna', held: 4, judged: 4 },
            { annotator: 'ben', held: 4, judged: 4 },
          ],
        },
        {
          run: full,
          round: 'full',
          closed: false,
          wanted: 12,
          judged: 9,
          annotators: [
            { annotator: 'anna', held: 6, judged: 6 },
            { annotator: 'ben', held: 6, judged: 3 },
          ],
        },
      ],
      days: [
        { day: '2026-03-02', judgments: 8 },
        { day: '2026-03-09', judgments: 6 },
        { day: '2026-03-10', judgments: 3 },
      ],
    });
    expect(progress.forecast).toMatchObject({ remaining: 3 });
  });

  it('of one run has that run alone, and no forecast once it is closed', async () => {
    const { world, pilot } = made();
    const progress = await monitorProgress(world.lead, { project, run: pilot });
    expect(progress).toMatchObject({
      run: pilot,
      judgments: 8,
      account: { units: 4, standings: { settled: 4 } },
      forecast: null,
    });
    expect(progress.runs.map(({ run }) => run)).toEqual([pilot]);
  });
});

describe('the figures of two annotators', () => {
  const pair = { project, first: 'anna', second: 'ben' };

  it('are the units where they differ, in pages, for those who see names', async () => {
    const { world, ada, rex, full, wrong, halfWrong } = made();
    const asked = { ...pair, run: full };
    const all = await monitorPairUnits(world.lead, asked);
    // Ben said the opposite on one unit, on all three questions, and on another on one.
    expect(all).toMatchObject({ total: 4, nextCursor: null });
    expect(all.items.map(({ unit }) => unit).toSorted()).toEqual(
      [wrong, wrong, wrong, halfWrong].toSorted(),
    );
    const first = await monitorPairUnits(rex, { ...asked, limit: 2 });
    expect([first.items.length, first.nextCursor === null]).toEqual([2, false]);
    const rest = await monitorPairUnits(rex, { ...asked, limit: 2, cursor: first.nextCursor! });
    expect([rest.items.length, rest.nextCursor]).toEqual([2, null]);
    expect((await monitorPairUnits(rex, { ...asked, limit: 4 })).nextCursor).toBe(null);
    expect((await monitorPairUnits(rex, { ...asked, limit: 0 })).items).toHaveLength(1);
    expect((await monitorPairUnits(rex, { ...asked, question: 'A' })).total).toBe(1);
    expect((await refusal(monitorPairUnits(ada, asked)))[0]![0]).toBe('role-needed');
    expect(await refusal(monitorPairUnits(rex, { ...asked, second: 'zoe' }))).toEqual([
      ['not-found', { what: codedText('annotator-here', { id: 'zoe' }) }],
    ]);
    expect(await refusal(monitorPairUnits(rex, { ...asked, first: 'zoe' }))).toEqual([
      ['not-found', { what: codedText('annotator-here', { id: 'zoe' }) }],
    ]);
    const cursor = { ...asked, cursor: 'nonsense' };
    expect((await refusal(monitorPairUnits(rex, cursor)))[0]![0]).toBe('wrong-value');
  });

  it('are how they answered each question, or one', async () => {
    const { world, full } = made();
    const { matrices } = await monitorConfusions(world.lead, { ...pair, run: full });
    expect(matrices.map(({ question, units }) => [question, units])).toEqual([
      ['A', 3],
      ['B', 3],
      ['C', 3],
    ]);
    const one = await monitorConfusions(world.lead, { ...pair, run: full, question: 'B' });
    expect(one.matrices.map(({ question }) => question)).toEqual(['B']);
  });
});

describe('the overview', () => {
  it('names the lowest question, who is fast, and labels that are few', async () => {
    const { world, full } = made();
    const overview = await monitorOverview(world.lead, { project, run: full });
    const agreement = await monitorAgreement(world.lead, { project, run: full });
    expect(overview).toMatchObject({
      run: full,
      agreement: { measure: agreement.leading, band: agreement.band, signals: 0 },
      progress: { account: { units: 6 }, runs: [{ run: full }] },
      forecast: { remaining: 3 },
      // 30 seconds a unit are 120 an hour, above the limit of 15; ben has judged too few.
      annotators: { count: 2, fast: ['anna'], slow: [] },
      labels: { count: 3, few: ['A', 'B', 'C'] },
    });
    expect(overview.agreement.overall).toEqual(agreement.overall[agreement.leading]);
    // Of seven units that both judged, ben was wrong about B on two, about A and C on one.
    const all = await monitorOverview(world.lead, { project });
    expect(all.agreement.lowest).toMatchObject({ question: 'B' });
    expect(overview.progress).not.toHaveProperty('days');
  });
});

describe('labels against weak ones', () => {
  it('are compared by the rule of the panel, on what is settled', async () => {
    const { world, pilot } = made();
    const labels = await monitorLabels(world.lead, { project, run: pilot });
    expect(labels).toMatchObject({
      settled: 4,
      unsettled: 0,
      weak: { rule: 'keywords', units: 4 },
    });
    // A holds on odd units, whose texts say alpha; C is told by nothing in them.
    const [a, , c] = labels.weak!.labels;
    expect([a!.question, a!.missed, a!.extra, c!.extra]).toEqual(['A', 0, 0, 0]);
    expect(await monitorLabels(world.lead, { project, run: pilot })).toEqual(labels);
  });
});

describe('the checklists', () => {
  it('count what the record holds', async () => {
    const { world } = made();
    const lists = await monitorChecklists(world.lead, { project });
    // 10 March 2026 is a Tuesday in the eleventh week.
    expect(lists.week).toBe('2026-W11');
    const [training, pilot, tool, sampling] = lists.before;
    expect([training!.status, training!.sentence.code]).toEqual(['cannot', 'no-training-round']);
    expect(pilot).toMatchObject({
      status: 'done',
      numbers: { checks: 1, passed: 1, waived: 0, value: 1, target: 0.5, n: 4 },
    });
    expect(tool!.numbers).toEqual({ protocol_version: 1, units: 12, annotators: 2, judgments: 17 });
    expect(sampling).toMatchObject({ status: 'done', numbers: { units: 6, hard: null, seed: 1 } });
    const [weekly, , edges, questions] = lists.weekly;
    expect(weekly!.numbers).toMatchObject({ units: 3 });
    expect(edges!.numbers).toMatchObject({ registered: 0, this_week: 0, waiting: 1 });
    expect(questions!.numbers).toMatchObject({ asked: 1, unanswered: 1 });
    expect(lists.after[0]).toMatchObject({
      status: 'not done',
      sentence: { code: 'round-running' },
    });
    expect(lists.after[1]!.numbers).toEqual({
      units: 12,
      settled: 4,
      ruled: 0,
      excluded: 0,
      open: 3,
      awaiting: 3,
      uncounted: 0,
      undrawn: 2,
    });
    expect(lists.weekly[1]).toMatchObject({
      sentence: { code: 'speeds-outside' },
      numbers: { annotators: 2, known: 2, flagged: 1 },
    });
    expect(questions!.sentence).toMatchObject({
      code: 'questions-open',
      values: { at: '2026-03-10' },
    });
    // Examples are lacking on every card.
    expect(lists.after[3]!.numbers).toEqual({ questions: 3, lacking: 3, proposals: 0 });
    expect(lists.after[4]!.sentence.code).toBe('archive-unreleased');
    expect(lists.after[4]!.numbers).toMatchObject({ judgments: 17, stale: 0 });
  });

  it('follow rulings: edge cases, proposals and what is settled', async () => {
    const { world, ada, wrong } = made();
    await makeRuling(ada, {
      project,
      unit: wrong,
      answers: truthOf(wrong),
      reason: 'The second sentence.',
      seen: null,
      edgeCase: true,
      guidelineProposal: 'Say what a second sentence means.',
      idempotencyKey: 'edge',
    });
    const after = await monitorChecklists(world.lead, { project });
    expect(after.weekly[2]!.numbers).toMatchObject({ registered: 1, this_week: 1 });
    expect(after.after[1]!.numbers).toMatchObject({ settled: 4, ruled: 1, open: 2 });
    expect(after.after[3]!.numbers).toMatchObject({ proposals: 1 });
    expect(await monitorProgress(world.lead, { project })).toMatchObject({
      account: { standings: { settled: 4, ruled: 1, open: 2 } },
    });
    const { halfWrong } = made();
    const excluded = { project, unit: halfWrong, exclude: true, reason: 'Cut off.', seen: null };
    await makeRuling(ada, { ...excluded, idempotencyKey: 'cut' });
    expect(await monitorProgress(world.lead, { project })).toMatchObject({
      account: { units: 12, standings: { settled: 4, ruled: 1, excluded: 1, open: 1 } },
    });
  });

  it('say of a week in which nobody judged that there is nothing to compute', async () => {
    const { world } = made();
    world.pass(14 * day);
    const lists = await monitorChecklists(world.lead, { project });
    expect(lists.week).toBe('2026-W13');
    expect(lists.weekly[0]).toMatchObject({ status: 'cannot', numbers: { units: 0 } });
    expect(lists.weekly[1]).toMatchObject({ status: 'cannot', numbers: { annotators: 0 } });
    expect(lists.weekly[2]!.numbers).toMatchObject({ registered: 1, this_week: 0 });
  });
});
