import { describe, expect, it } from 'vitest';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { closeRound } from './close-round.ts';
import { openRound } from './open-round.ts';
import { projectAdmissions } from './project-rounds.ts';
import { showRounds } from './round-states.ts';
import { waiveGate, withdrawWaiver } from './waive-gate.ts';

const reason = 'We are in a hurry.';
const place = { project, seed: 1 };

async function pilotState(world: WorkWorld, round: number) {
  const { figures } = (await showRounds(world.lead, { project })).rounds[round]!.runs[0]!;
  return { passed: figures!.passed, waivers: figures!.waivers };
}

describe('a gate of a round', () => {
  const gate = 'percent_agreement >= 1 overall';
  const made = lastingWorld(async (world) => {
    const rounds = `  pilot: { units: 4, annotators: 2, gate: ["${gate}", "all quotas met"] }`;
    await makeProject(world, protocolContent({ rounds }), 8);
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const { run } = await openRound(world.lead, { ...place, round: 'pilot' });
    await judgeAll(anna, run.id, truthOf);
    await judgeAll(ben, run.id, wrongOf);
    const early = await refusal(waiveGate(world.lead, { run: run.id, gate, reason }));
    await closeRound(world.lead, { run: run.id });
    return { anna, run: run.id, early };
  });

  it('is not waived in an open round, without a reason, or by others than leads', async () => {
    const { world, anna, run, early } = made();
    expect(early).toEqual([['gate-undecided', { round: 'pilot' }]]);
    expect(await refusal(waiveGate(world.lead, { run, gate, reason: ' ' }))).toEqual([
      ['reason-required', { what: codedText('a-waiver') }],
    ]);
    expect((await refusal(waiveGate(anna, { run, gate, reason })))[0]![0]).toBe('role-needed');
  });

  it('is one that failed, and is waived for everybody', async () => {
    const { world, run } = made();
    const wrong = (got: string) => [
      'wrong-value',
      { field: 'gate', got: JSON.stringify(got), expected: JSON.stringify(gate) },
    ];
    for (const other of ['all quotas met', 'no such gate'])
      expect(await refusal(waiveGate(world.lead, { run, gate: other, reason }))).toEqual([
        wrong(other),
      ]);
    // In a pilot nobody is let go on alone.
    expect(await refusal(waiveGate(world.lead, { run, gate, reason, annotator: 'anna' }))).toEqual([
      ['wrong-value', { field: 'annotator', got: 'anna', expected: codedText('participant') }],
    ]);
    expect(await pilotState(world, 0)).toEqual({ passed: false, waivers: [] });
  });

  it('is waived once, recorded, and blocks again when that is withdrawn', async () => {
    const { world, anna, run } = made();
    const at = '2026-03-02T08:00:00.000Z';
    const waiver = await waiveGate(world.lead, { run, gate, reason: ` ${reason} ` });
    expect(waiver).toEqual({
      id: waiver.id,
      run,
      gate,
      annotator: null,
      by: 'lena',
      reason,
      at,
      withdrawn: null,
    });
    const object = `run/${run}`;
    const common = { at, actor: 'lena', object };
    expect(await latestAudit(world, 1)).toEqual([
      { ...common, action: 'gate-waive', detail: { round: 'pilot', gate, reason } },
    ]);
    expect(await pilotState(world, 0)).toMatchObject({ passed: true, waivers: [{ by: 'lena' }] });
    const lea = await world.person('lea', 'lead');
    expect(await waiveGate(lea, { run, gate, reason: 'Another.' })).toEqual(waiver);
    const given = { run, waiver: waiver.id, reason: ' It was wrong. ' };
    expect(await refusal(withdrawWaiver(lea, { ...given, reason: '' }))).toEqual([
      ['reason-required', { what: codedText('a-withdrawal') }],
    ]);
    expect((await refusal(withdrawWaiver(anna, given)))[0]![0]).toBe('role-needed');
    expect(await refusal(withdrawWaiver(lea, { ...given, waiver: 'nosuch' }))).toEqual([
      ['not-found', { what: codedText('waiver', { id: 'nosuch' }) }],
    ]);
    const withdrawn = { by: 'lea', reason: 'It was wrong.', at };
    expect(await withdrawWaiver(lea, given)).toEqual({ ...waiver, withdrawn });
    expect(await latestAudit(world, 1)).toEqual([
      {
        ...common,
        actor: 'lea',
        action: 'waiver-withdraw',
        detail: { round: 'pilot', gate, reason: 'It was wrong.', waiver: waiver.id },
      },
    ]);
    // Twice is once.
    expect(await withdrawWaiver(world.lead, { ...given, reason: 'Again.' })).toEqual({
      ...waiver,
      withdrawn,
    });
    expect(await pilotState(world, 0)).toMatchObject({ passed: false });
    const anew = await waiveGate(lea, { run, gate, reason });
    expect(anew).toMatchObject({ by: 'lea', withdrawn: null });
    expect(anew.id).not.toBe(waiver.id);
  });
});

describe('a gate of a training', () => {
  const gate = 'cohen_kappa >= 0.7 against key';
  const made = lastingWorld(async (world) => {
    const rounds = `  training: { units: 4, key: key.jsonl, gate: ["${gate}"] }
  full: { units: 4, annotators: 1 }`;
    await makeProject(world, protocolContent({ rounds, key: trainingKey(4) }), 8);
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const { run } = await openRound(world.lead, { ...place, round: 'training' });
    await judgeAll(anna, run.id, truthOf);
    await judgeAll(ben, run.id, wrongOf);
    return { ben, run: run.id };
  });

  it('is waived for somebody who missed it, while the training goes on', async () => {
    const { world, run } = made();
    const asked = { run, gate, reason };
    const expected = oneOf(['ben']);
    expect(await refusal(waiveGate(world.lead, asked))).toEqual([
      ['wrong-value', { field: 'annotator', got: codedText('not-given'), expected }],
    ]);
    expect(await refusal(waiveGate(world.lead, { ...asked, annotator: 'anna' }))).toEqual([
      ['wrong-value', { field: 'annotator', got: 'anna', expected }],
    ]);
    expect(await refusal(waiveGate(world.lead, { ...asked, annotator: 'zoe' }))).toEqual([
      ['wrong-value', { field: 'annotator', got: 'zoe', expected: codedText('participant') }],
    ]);
    const waiver = await waiveGate(world.lead, { ...asked, annotator: 'ben' });
    expect(waiver).toMatchObject({ annotator: 'ben', gate });
    const detail = { round: 'training', gate, reason, annotator: 'ben' };
    expect(await latestAudit(world, 1)).toMatchObject([{ action: 'gate-waive', detail }]);
    const statusOf = async () =>
      (await projectAdmissions(world.store, project)).get('topics')?.get('ben')?.status;
    expect(await statusOf()).toBe('waived');
    await withdrawWaiver(world.lead, { run, waiver: waiver.id, reason });
    expect(await latestAudit(world, 1)).toMatchObject([
      { action: 'waiver-withdraw', detail: { ...detail, waiver: waiver.id } },
    ]);
    expect(await statusOf()).toBe('failed');
  });

  it('is not waived by a lead who takes part in it', async () => {
    const { ben, run } = made();
    const lead = { ...ben, actor: { ...ben.actor, roleIn: () => 'lead' as const } };
    expect(await refusal(waiveGate(lead, { run, gate, reason, annotator: 'ben' }))).toEqual([
      ['takes-part', { round: 'training', attempt: 1 }],
    ]);
    expect(await judgeNext(ben, run, truthOf)).toBe(null);
  });
});

describe('gates that all passed', () => {
  const gate = 'percent_agreement >= 0.5 overall';
  const made = lastingWorld(async (world) => {
    const rounds = `  pilot: { units: 2, annotators: 2, gate: ["${gate}"] }`;
    await makeProject(world, protocolContent({ rounds }), 4);
    const people = [await world.person('anna'), await world.person('ben')];
    const { run } = await openRound(world.lead, { ...place, round: 'pilot' });
    for (const one of people) await judgeAll(one, run.id, truthOf);
    await closeRound(world.lead, { run: run.id });
    return { run: run.id };
  });

  it('need no waiver', async () => {
    const { world, run } = made();
    expect(await refusal(waiveGate(world.lead, { run, gate, reason }))).toEqual([
      [
        'wrong-value',
        { field: 'gate', got: JSON.stringify(gate), expected: codedText('nothing-failed') },
      ],
    ]);
  });
});
