import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { refusal } from '../../../test/refusals.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { inEnglish } from '../../domain/english.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { myWork } from '../judging/my-work.ts';
import { monitorChecklists } from '../monitoring/monitor-checklists.ts';
import { addAnnotator } from './add-annotator.ts';
import { closeRound } from './close-round.ts';
import { openRound } from './open-round.ts';
import { blockTexts, roundView } from '../../../test/round-view.ts';
import { runResult } from './run-result.ts';
import { waiveGate, withdrawWaiver } from './waive-gate.ts';

const gate = 'percent_agreement >= 0.90 overall';
const rounds = `  training: { units: 6, key: key.jsonl, gate: ["${gate}"] }
  pilot: { units: 4, annotators: 2, gate: ["percent_agreement >= 0.5"] }`;

/** Anna and ben answer as the key does; cora answers the opposite. */
async function badTraining(world: WorkWorld) {
  await makeProject(world, protocolContent({ rounds, key: trainingKey(18) }), 40);
  const [anna, ben, cora] = [
    await world.person('anna'),
    await world.person('ben'),
    await world.person('cora'),
  ];
  const { run } = await openRound(world.lead, { project, round: 'training', seed: 3 });
  await judgeAll(anna, run.id, truthOf);
  await judgeAll(ben, run.id, truthOf);
  await judgeAll(cora, run.id, wrongOf);
  return { anna, ben, cora, run: run.id };
}

const reason = 'One label is unclear.';

describeStores('a gate between trainees', (databases) => {
  it('blocks when it failed, and opens what comes after it once it was waived', async () => {
    const world = await makeWorld(await databases.open());
    const { anna, run } = await badTraining(world);
    // Before the end of the round the others' answers are nobody's business, and no result stands.
    expect((await runResult(anna, { run })).training).toMatchObject({
      status: 'awaiting',
      admitted: false,
      checks: [],
    });
    expect(await refusal(waiveGate(world.lead, { run, gate, reason }))).toEqual([
      ['gate-undecided', { round: 'training' }],
    ]);
    expect(await blockTexts(world, 'pilot')).toEqual([
      'The round training is still open, with 18 of 18 judgments.',
      '2 admitted annotators are needed after the round training; there are 0.',
    ]);
    await closeRound(world.lead, { run });
    // Of three pairs on every unit and label one agrees: 1/3.
    const blocked = [
      'The round training did not pass. Percent agreement at least 0.90 overall ' +
        '(percent_agreement >= 0.90 overall) was not reached: 0.333 (overall (macro), n = 6). ' +
        'Repeat it, or waive the gate with your name and a reason.',
      '2 admitted annotators are needed after the round training; there are 0.',
    ];
    expect(await blockTexts(world, 'pilot')).toEqual(blocked);
    await expect(openRound(world.lead, { project, round: 'pilot', seed: 1 })).rejects.toThrow(
      'The round pilot cannot be opened. The round training did not pass.',
    );
    const [first] = (await roundView(world, 'training')).runs;
    expect(first!.figures).toMatchObject({ passed: false, checks: [{ gate, n: 6 }] });
    expect((await runResult(anna, { run })).training).toMatchObject({
      status: 'failed',
      admitted: false,
      checks: [{ gate, status: 'FAIL' }],
    });
    expect((await myWork(anna)).projects[0]!.admissions).toMatchObject([{ status: 'failed' }]);
    expect(await checklistItem(world, 'training')).toEqual([
      'not done',
      '0 of 3 annotators are admitted after training; not yet anna, ben and cora; ' +
        'Percent agreement at least 0.90 overall (percent_agreement >= 0.90 overall): 0.333 on 6.',
    ]);
    const waiver = await waiveGate(world.lead, { run, gate, reason });
    expect((await checklistItem(world, 'training'))[0]).toBe('done');
    expect(await blockTexts(world, 'pilot')).toEqual([]);
    await withdrawWaiver(world.lead, { run, waiver: waiver.id, reason: 'It is clear.' });
    expect(await blockTexts(world, 'pilot')).toEqual(blocked);
    await waiveGate(world.lead, { run, gate, reason });
    const pilot = await openRound(world.lead, { project, round: 'pilot', seed: 1 });
    expect(pilot.annotators).toEqual(['anna', 'ben', 'cora']);
  });

  it('is waived for one alone, who then may go on', async () => {
    const world = await makeWorld(await databases.open());
    const { run } = await badTraining(world);
    await closeRound(world.lead, { run });
    await waiveGate(world.lead, { run, gate, reason, annotator: 'anna' });
    expect(
      (await roundView(world, 'pilot')).admissions.map((one) => [one.annotator, one.status]),
    ).toEqual([
      ['anna', 'waived'],
      ['ben', 'failed'],
      ['cora', 'failed'],
    ]);
    expect((await blockTexts(world, 'pilot')).at(-1)).toBe(
      '2 admitted annotators are needed after the round training; there is 1.',
    );
    expect((await roundView(world, 'training')).runs[0]!.figures!.passed).toBe(false);
  });

  it('is taken again by everybody it stopped, with the latest answers', async () => {
    const world = await makeWorld(await databases.open());
    const { anna, ben, cora, run } = await badTraining(world);
    await closeRound(world.lead, { run });
    const again = await openRound(world.lead, { project, round: 'training', seed: 4 });
    expect(again.annotators).toEqual(['anna', 'ben', 'cora']);
    for (const who of [anna, ben, cora]) await judgeAll(who, again.run.id, truthOf);
    await closeRound(world.lead, { run: again.run.id });
    expect(await blockTexts(world, 'pilot')).toEqual([]);
    const { runs } = await roundView(world, 'training');
    // What the first run said stays as it was said.
    expect(
      runs.map((one) => one.figures!.checks.map((check) => [check.status, check.actual])),
    ).toEqual([[['FAIL', expect.closeTo(1 / 3, 12)]], [['PASS', 1]]]);
  });

  it('compares who trains later with the others, on the same units', async () => {
    const world = await makeWorld(await databases.open());
    // All known answers are asked for, so that whoever comes later gets the units of the others.
    const all = rounds.replace('units: 6', 'units: 6, repeat: { units: 6 }');
    await makeProject(world, protocolContent({ rounds: all, key: trainingKey(6) }), 40);
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const first = await openRound(world.lead, { project, round: 'training', seed: 3 });
    for (const who of [anna, ben]) await judgeAll(who, first.run.id, truthOf);
    await closeRound(world.lead, { run: first.run.id });
    const dora = await world.person('dora');
    const second = await openRound(world.lead, { project, round: 'training', seed: 4 });
    expect(second.annotators).toEqual(['dora']);
    await judgeAll(dora, second.run.id, wrongOf);
    await closeRound(world.lead, { run: second.run.id });
    const { admissions } = await roundView(world, 'pilot');
    expect(admissions.map((one) => [one.annotator, one.status])).toEqual([
      ['anna', 'admitted'],
      ['ben', 'admitted'],
      ['dora', 'failed'],
    ]);
    const { runs } = await roundView(world, 'training');
    expect(runs.map((one) => one.figures!.checks[0]!.actual)).toEqual([
      1,
      expect.closeTo(1 / 3, 12),
    ]);
    const pilot = await openRound(world.lead, { project, round: 'pilot', seed: 1 });
    expect(pilot.annotators).toEqual(['anna', 'ben']);
    await expect(
      addAnnotator(world.lead, { run: pilot.run.id, annotator: 'dora' }),
    ).rejects.toThrow('dora did not reach the gate of the training');
  });

  it('has no value where somebody shares no unit with another, and does not pass', async () => {
    const world = await makeWorld(await databases.open());
    const both = rounds.replace(`["${gate}"]`, `["cohen_kappa >= 0.70 against key", "${gate}"]`);
    await makeProject(world, protocolContent({ rounds: both, key: trainingKey(18) }), 40);
    const [anna, ben, cora] = [
      await world.person('anna'),
      await world.person('ben'),
      await world.person('cora'),
    ];
    const first = await openRound(world.lead, { project, round: 'training', seed: 3 });
    for (const who of [anna, ben]) await judgeAll(who, first.run.id, truthOf);
    const careless = (unit: string): Answers => ({ A: 0, B: truthOf(unit)['B']!, C: 0 });
    await judgeAll(cora, first.run.id, careless);
    await closeRound(world.lead, { run: first.run.id });
    await waiveGate(world.lead, { run: first.run.id, gate, reason });
    const second = await openRound(world.lead, { project, round: 'training', seed: 4 });
    expect(second.annotators).toEqual(['cora']);
    await judgeAll(cora, second.run.id, truthOf);
    await closeRound(world.lead, { run: second.run.id });
    const { checks } = (await roundView(world, 'training')).runs[1]!.figures!;
    const shared = checks.find((check) => check.gate === gate)!;
    expect([shared.status, shared.actual, inEnglish(shared.why!)]).toEqual([
      'UNDEFINED',
      null,
      'In their latest attempts, cora judged no unit that another trainee judged too.',
    ]);
    const statuses = async () =>
      (await roundView(world, 'pilot')).admissions.map((one) => [one.annotator, one.status]);
    expect(await statuses()).toEqual([
      ['anna', 'waived'],
      ['ben', 'waived'],
      ['cora', 'failed'],
    ]);
    await waiveGate(world.lead, { run: second.run.id, gate, reason, annotator: 'cora' });
    expect((await statuses()).at(-1)).toEqual(['cora', 'waived']);
  });
});

async function checklistItem(world: WorkWorld, id: string): Promise<readonly [string, string]> {
  const { before, weekly, after } = await monitorChecklists(world.lead, { project });
  const found = [...before, ...weekly, ...after].find((one) => one.id === id)!;
  return [found.status, inEnglish(found.sentence)];
}
