import { expect, it } from 'vitest';
import { imported, judgment } from '../../../test/imported-files.ts';
import { another } from '../../../test/monitored-team.ts';
import { jsonLines } from '../../../test/run-assay.ts';
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
import type { WorkWorld } from '../../../test/work-world.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import { weeklyAgreement } from '../../truth/monitoring/weekly-agreement.ts';
import { publishedRecord } from '../../release/published-record.ts';
import { foldRecord } from '../../release/record-fold.ts';
import { saveJudgment } from '../judging/save-judgment.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { readRecord } from '../release/read-record.ts';
import { addAnnotator } from '../rounds/add-annotator.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { waiveGate } from '../rounds/waive-gate.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import type { WorkContext } from '../work-context.ts';
import { beginMeeting, decide } from '../discussion/meetings.ts';
import { meetingAgenda } from '../discussion/agenda.ts';
import { printedMeeting } from '../discussion/print-meeting.ts';
import { monitorAgreement, monitorAnnotators, monitorSpeed } from './monitor-figures.ts';
import { monitorOverview } from './monitor-overview.ts';

const gate = 'percent_agreement >= 0.99 overall';
const rounds = `  pilot: { units: 24, annotators: 2, gate: ["${gate}"] }
  full: { units: 60, annotators: 2 }`;
const day = 24 * 60;

/** What the pages say of the weeks that are over, by a server that has just started. */
async function weeksOver(lead: WorkContext) {
  const fresh = { ...lead, store: another(lead.store) };
  const { weeks, questions, unfinished } = await monitorAgreement(fresh, { project });
  const { annotators } = await monitorSpeed(fresh, { project });
  const isOver = ({ label }: { readonly label: string }): boolean => !unfinished.includes(label);
  return {
    overall: weeks.points.filter(isOver),
    label: questions[0]!.weeks.points.filter(isOver),
    unfinished,
    speeds: annotators.flatMap(({ annotator, weeks: own }) =>
      own
        .filter(({ week }) => !unfinished.includes(week))
        .map(({ week, units, hours, perHour }) => [annotator, week, units, hours, perHour.value]),
    ),
  };
}

/** Somebody judges so many of their next units, some of them otherwise than the truth. */
async function judge(who: WorkContext, run: string, units: number, wrong: number): Promise<void> {
  for (let at = 0; at < units; at += 1) await judgeNext(who, run, at < wrong ? wrongOf : truthOf);
}

describeStores('the weeks of a project', (databases) => {
  it('stay as they were shown, whatever follows', async () => {
    const world = await makeWorld(await databases.open());
    // The last weeks of a year of 53 weeks: 14 December 2026 is a Monday.
    world.pass((Date.parse('2026-12-14T08:00:00Z') - Date.parse('2026-03-02T08:00:00Z')) / 60_000);
    await makeProject(world, protocolContent({ rounds }), 120);
    const { lead } = world;
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const shown: Awaited<ReturnType<typeof weeksOver>>[] = [];
    const nextWeek = async (): Promise<void> => {
      world.pass(7 * day);
      shown.push(await weeksOver(lead));
    };
    // W51: a pilot, W52: it fails.
    const open = { project, seed: 1, annotators: ['anna', 'ben'] };
    const pilot = (await openRound(lead, { ...open, round: 'pilot' })).run.id;
    await judge(anna, pilot, 24, 0);
    await judge(ben, pilot, 22, 2);
    const now = await monitorAgreement(lead, { project });
    expect(now.unfinished).toEqual(['2026-W51']);
    await nextWeek();
    await judge(ben, pilot, 2, 0);
    await closeRound(lead, { run: pilot });
    await nextWeek();
    // W53: the gate is waived, the full round begins; W01: corrections, a ruling, somebody joins.
    await waiveGate(lead, { run: pilot, gate, reason: 'Clear now.' });
    const full = (await openRound(lead, { ...open, round: 'full' })).run.id;
    await judge(anna, full, 60, 0);
    const before = await judgeNext(ben, full, truthOf);
    await judge(ben, full, 29, 3);
    await nextWeek();
    await saveJudgment(ben, {
      run: full,
      unit: before!.unit,
      answers: wrongOf(before!.unit),
      idempotencyKey: 'correction',
      seconds: 600,
      supersedes: before!.saved.id,
    });
    await judge(ben, full, 25, 5);
    await makeRuling(lead, {
      project,
      task: 'topics',
      unit: before!.unit,
      exclude: true,
      reason: 'No text.',
      seen: null,
      idempotencyKey: 'ruling',
    });
    const cora = await world.person('cora');
    await addAnnotator(lead, { run: full, annotator: 'cora' });
    await nextWeek();
    // W02: the round is closed, older judgments arrive, the guideline changes.
    await judge(cora, full, 5, 0);
    await closeRound(lead, { run: full });
    await importOld(world);
    const second = { rounds, guideline: '1.1', definition: 'A is the very first letter.' };
    const reason = 'Clearer.';
    await newProtocolVersion(lead, { project, content: protocolContent(second), reason });
    await nextWeek();
    // W03: another question, and nothing is judged.
    const third = { ...second, question: 'D: { title: Label D, scale: grade }' };
    await newProtocolVersion(lead, { project, content: protocolContent(third), reason });
    await nextWeek();
    const last = shown.at(-1)!;
    expect(last.overall.map(({ label, estimate }) => [label, estimate.n])).toEqual([
      ['2026-W51', 22],
      ['2026-W52', 2],
      ['2026-W53', 30],
      ['2027-W01', 25],
      ['2027-W02', 25],
    ]);
    for (const { overall, label, speeds } of shown) {
      expect(last.overall.slice(0, overall.length)).toEqual(overall);
      expect(last.label.slice(0, label.length)).toEqual(label);
      expect(last.speeds.filter(([, week]) => speeds.some((one) => one[1] === week))).toEqual(
        speeds,
      );
    }
    // What is released says the same.
    const record = await readRecord(world, project);
    const { fold } = foldRecord(record, 1).tasks[0]!;
    const released = allSteps(weeklyAgreement(fold, 'fleiss_kappa'));
    expect(released.overall.points).toEqual(last.overall);
  });
});

describeStores('a careless week', (databases) => {
  it('is named in chart, state, overview and agenda, until a meeting decides on it', async () => {
    const world = await makeWorld(await databases.open());
    const plan = '  full: { units: 40, annotators: 3 }';
    await makeProject(world, protocolContent({ rounds: plan }), 40);
    const { lead } = world;
    const names = ['anna', 'ben', 'cora'];
    const people = [];
    for (const name of names) people.push(await world.person(name));
    const open = { project, round: 'full', seed: 1, annotators: names };
    const full = (await openRound(lead, open)).run.id;
    for (const [at, who] of people.entries()) {
      let count = 0;
      await judgeAll(who, full, (unit) => {
        count += 1;
        // Cora does not read every other unit; each of the others errs in one of twenty.
        const isWrong = at === 2 ? count % 2 === 0 : count % 20 === at;
        return isWrong ? wrongOf(unit) : truthOf(unit);
      });
    }
    await closeRound(lead, { run: full });
    world.pass(7 * day);
    const scope = { project };
    const { standingOut } = await monitorAgreement(lead, scope);
    expect(standingOut).toMatchObject([
      { annotator: 'cora', week: '2026-W10', known: '2026-W10', units: 40 },
    ]);
    expect(standingOut[0]!.kappa).toBeLessThan(standingOut[0]!.others - 0.2);
    expect((await monitorAnnotators(lead, scope)).standingOut).toEqual(standingOut);
    expect((await monitorOverview(lead, scope)).annotators.standingOut).toEqual(['cora']);
    const weeksOn = async () =>
      (await meetingAgenda(lead, { project })).points.filter(({ kind }) => kind === 'week');
    const [point] = await weeksOn();
    expect(point).toEqual({ ...standingOut[0], kind: 'week', key: point!.key, task: 'topics' });
    const printed = await printedMeeting(lead, { project });
    expect(printed.markdown).toContain('- cora, 2026-W10: κ ');
    const { id } = await beginMeeting(lead, { project, title: 'W11', idempotencyKey: 'm' });
    const decision = { project, meeting: id, point: point!.key, text: 'We talk to her.' };
    await decide(lead, { ...decision, replaces: null, idempotencyKey: 'd' });
    expect(await weeksOn()).toEqual([]);
    // A release without names does not name her either.
    const choice = { version: '1', seed: 1, allowOpen: null, withText: false, replies: false };
    const record = await readRecord(world, project);
    const aboutOf = (isNamed: boolean) =>
      publishedRecord(record, { ...choice, names: isNamed }, 'secret').decisions[0]!.about;
    expect(aboutOf(true)).toEqual({ task: 'topics', kind: 'week', name: 'cora' });
    expect(aboutOf(false)!.name).toMatch(/^person-/);
    world.pass(3 * 7 * day);
    expect((await monitorOverview(lead, scope)).annotators.standingOut).toEqual(['cora']);
    world.pass(7 * day);
    expect((await monitorOverview(lead, scope)).annotators.standingOut).toEqual([]);
  });
});

/** Twenty units of anna and ben from October. */
async function importOld(world: WorkWorld): Promise<void> {
  const units = Array.from({ length: 120 }, (_, at) => `u${at + 1}`);
  const judged = new Set(
    (await world.store.read((db) => db.selectFrom('judgment').select('unit').execute())).map(
      ({ unit }) => unit,
    ),
  );
  const free = units.filter((unit) => !judged.has(unit)).slice(0, 20);
  expect(free.length).toBe(20);
  const rows = free.flatMap((unit) =>
    ['anna', 'ben'].map((name) => judgment(unit, name, ['A'], { at: '2026-10-05T10:00:00Z' })),
  );
  await imported(world, jsonLines(rows), { kind: 'judgments' });
}
