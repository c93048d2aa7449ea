import { expect, it } from 'vitest';
import { addAnnotator } from '../src/operations/rounds/add-annotator.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { myWork } from '../src/operations/judging/my-work.ts';
import { newProtocolVersion } from '../src/operations/protocol/new-protocol-version.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import { runResult } from '../src/operations/rounds/run-result.ts';
import { waiveGate } from '../src/operations/rounds/waive-gate.ts';
import { describeStores } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
} from './work-world.ts';
import { threeRounds, round, unitsOf, trained } from './trained-people.ts';

describeStores('rounds', (databases) => {
  it('are locked until the round before them lets them open, and say by how much', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: threeRounds, key: trainingKey(6) }), 60);
    await world.person('anna');
    const { rounds } = await showRounds(world.lead, { project });
    expect(rounds.map((one) => [one.round, one.state, one.mayOpen])).toEqual([
      ['training', 'ready', true],
      ['pilot', 'locked', false],
      ['full', 'locked', false],
    ]);
    expect(rounds[1]!.blocks).toEqual([
      {
        kind: 'admission',
        round: 'training',
        admitted: 0,
        needed: 2,
        text: { code: 'admissions-needed', values: { needed: 2, round: 'training', admitted: 0 } },
      },
    ]);
    expect(rounds[2]!.blocks.map((block) => block.kind)).toEqual(['not-opened', 'admission']);
    await expect(openRound(world.lead, { project, round: 'full', seed: 1 })).rejects.toThrow(
      'The round full cannot be opened. The round pilot comes first. ' +
        '2 admitted annotators are needed after the round training; there are 0.',
    );
  });

  it('do not open on known answers of units that do not exist, and name those', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: threeRounds, key: trainingKey(6) }), 4);
    await world.person('anna');
    await expect(openRound(world.lead, { project, round: 'training', seed: 1 })).rejects.toThrow(
      /^key\.jsonl: The training key names units that do not exist: \S+ and \S+\. Import them/,
    );
  });

  it('admit after training only who reached the gate, and tell the others what to study', async () => {
    const world = await makeWorld(await databases.open());
    const { cora, anna, training } = await trained(world);
    const result = await runResult(cora, { run: training });
    expect(result.training).toMatchObject({
      judged: 6,
      wanted: 6,
      status: 'failed',
      admitted: false,
    });
    expect(result.training!.study).toEqual(['A', 'B', 'C']);
    expect(result.training!.checks).toMatchObject([
      { gate: 'cohen_kappa >= 0.70 against key', status: 'FAIL', target: 0.7 },
    ]);
    expect((await runResult(anna, { run: training })).training).toMatchObject({
      status: 'admitted',
      study: [],
    });
    const pilot = await openRound(world.lead, { project, round: 'pilot', seed: 5 });
    expect(pilot.annotators).toEqual(['anna', 'ben']);
    expect(pilot.notAdmitted).toEqual([
      { annotator: 'cora', status: 'failed', study: ['A', 'B', 'C'] },
    ]);
    await expect(nextUnits(cora, { run: pilot.run.id })).rejects.toThrow(
      'cora did not reach the gate of the training; to study: A, B and C.',
    );
    await expect(
      addAnnotator(world.lead, { run: pilot.run.id, annotator: 'cora' }),
    ).rejects.toThrow('did not reach the gate');
    const mine = await myWork(cora);
    expect(mine.projects[0]!.admissions).toMatchObject([
      { task: 'topics', status: 'failed', admitted: false, study: ['A', 'B', 'C'] },
    ]);
    expect(mine.runs.map((one) => one.round)).toEqual(['training']);
  });

  it('do not tell a lead who trains as well what others have to study, which shows their answers', async () => {
    const world = await makeWorld(await databases.open());
    const { training } = await trained(world);
    const lea = await world.person('lea', 'lead');
    await addAnnotator(lea, { run: training, annotator: 'lea' });
    const pilot = await openRound(lea, { project, round: 'pilot', seed: 5 });
    expect(pilot.notAdmitted.find((one) => one.annotator === 'cora')).toEqual({
      annotator: 'cora',
      status: 'failed',
      study: [],
    });
    await expect(addAnnotator(lea, { run: pilot.run.id, annotator: 'cora' })).rejects.toThrow(
      /cora did not reach the gate of the training\.$/,
    );
  });

  it('let nobody waive a gate of a training in which they take part: the gates show how others did', async () => {
    const world = await makeWorld(await databases.open());
    const { training } = await trained(world);
    const lea = await world.person('lea', 'lead');
    const gate = 'cohen_kappa >= 0.70 against key';
    const waiver = { run: training, gate, reason: 'No time.', annotator: 'cora' };
    await addAnnotator(world.lead, { run: training, annotator: 'lea' });
    await expect(waiveGate(lea, waiver)).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
    await closeRound(world.lead, { run: training, incomplete: true });
    expect(await waiveGate(lea, waiver)).toMatchObject({ by: 'lea' });
  });

  it('let a training gate be waived for one annotator, by name and reason', async () => {
    const world = await makeWorld(await databases.open());
    const { training } = await trained(world);
    const gate = 'cohen_kappa >= 0.70 against key';
    await expect(
      waiveGate(world.lead, { run: training, gate, reason: '  ', annotator: 'cora' }),
    ).rejects.toThrow('A reason is required for a waiver.');
    await expect(
      waiveGate(world.lead, { run: training, gate: 'kappa', reason: 'x' }),
    ).rejects.toThrow(`gate is "kappa", expected "${gate}"`);
    for (const given of [{}, { annotator: 'anna' }])
      await expect(
        waiveGate(world.lead, { run: training, gate, reason: 'For all.', ...given }),
      ).rejects.toThrow(/^annotator is (not given|anna), expected cora$/);
    const waiver = await waiveGate(world.lead, {
      run: training,
      gate,
      reason: 'Cora wrote the guideline.',
      annotator: 'cora',
    });
    expect(waiver).toMatchObject({
      gate,
      annotator: 'cora',
      by: 'lena',
      reason: 'Cora wrote the guideline.',
    });
    expect(
      await waiveGate(world.lead, { run: training, gate, reason: 'Again.', annotator: 'cora' }),
    ).toEqual(waiver);
    expect((await openRound(world.lead, { project, round: 'pilot', seed: 5 })).annotators).toEqual([
      'anna',
      'ben',
      'cora',
    ]);
    expect(
      (await round(world, 'pilot')).admissions.map((one) => [one.annotator, one.status]),
    ).toEqual([
      ['anna', 'admitted'],
      ['ben', 'admitted'],
      ['cora', 'waived'],
    ]);
    expect((await round(world, 'training')).runs[0]!.figures).toMatchObject({
      status: 'FAIL',
      passed: true,
      unmet: [],
    });
  });

  it('train those again who did not reach the gate, on known answers that they have not seen', async () => {
    const world = await makeWorld(await databases.open());
    const { cora, training } = await trained(world);
    await closeRound(world.lead, { run: training });
    await expect(openRound(world.lead, { project, round: 'training', seed: 4 })).rejects.toThrow(
      'These annotators have seen the answers to all 6 units of the key',
    );
    await newProtocolVersion(world.lead, {
      project,
      content: protocolContent({ rounds: threeRounds, key: trainingKey(12) }),
      reason: 'more known answers',
    });
    world.pass(1);
    const again = await openRound(world.lead, { project, round: 'training', seed: 4 });
    expect(again.annotators).toEqual(['cora']);
    const seen = await unitsOf(world, training);
    expect((await unitsOf(world, again.run.id)).filter((unit) => seen.includes(unit))).toEqual([]);
    await judgeAll(cora, again.run.id, truthOf);
    expect((await openRound(world.lead, { project, round: 'pilot', seed: 5 })).annotators).toEqual([
      'anna',
      'ben',
      'cora',
    ]);
  });

  it('that the protocol does not have any more are still shown', async () => {
    const world = await makeWorld(await databases.open());
    const { training } = await trained(world);
    await newProtocolVersion(world.lead, {
      project,
      content: protocolContent({ rounds: '  other: { kind: full, units: all, annotators: 2 }' }),
      reason: 'another plan',
    });
    const shown = await showRounds(world.lead, { project });
    expect(shown.rounds.map((one) => one.round)).toEqual(['other']);
    expect(shown.retired).toMatchObject([{ id: training, round: 'training', closedAt: null }]);
    expect((await closeRound(world.lead, { run: training })).fresh).toBe(true);
  });
});
