import { describe, expect, it } from 'vitest';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { loads, slotsOf } from '../../../test/people-rounds.ts';
import { testDatabases } from '../../../test/stores.ts';
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
import { codedText } from '../../domain/text-values.ts';
import { closeRound } from './close-round.ts';
import { openRound } from './open-round.ts';
import { showRounds } from './round-states.ts';

const place = { project, seed: 5 };
const keyGate = 'cohen_kappa >= 0.7 against key';
const gate = 'percent_agreement >= 0.9 overall';

describe('a round that is opened', () => {
  const rounds = `  pilot: { units: 4, annotators: 2, gate: ["percent_agreement >= 0.9 overall"] }
  full: { units: all, annotators: 1, draw: { by: keywords, floor: 1 } }
  free: { kind: full, units: 2 }`;
  const panel = '  people: { names: [anna, ben, cora] }\n  mini: { kind: model, runs: 1 }';
  const made = lastingWorld(async (world) => {
    await makeProject(world, protocolContent({ rounds, panel }), 10);
    const people = [await world.person('anna'), await world.person('ben')];
    const ada = await world.person('ada', 'adjudicator');
    const unnamed = await refusal(openRound(ada, { ...place, round: 'pilot' }));
    const opened = await openRound(world.lead, {
      ...place,
      round: 'pilot',
      annotators: ['ben', 'anna'],
    });
    return { people, unnamed, opened, entry: (await latestAudit(world, 1))[0] };
  });

  it('is told in full, with what was drawn', () => {
    const { opened } = made();
    // The last part of a new id.
    expect(opened.run.id).toMatch(/^\d{6}$/);
    expect(opened).toEqual({
      run: {
        id: opened.run.id,
        project,
        round: 'pilot',
        attempt: 1,
        task: 'topics',
        protocolVersion: 1,
        guideline: '1.0',
        taskHash: expect.stringMatching(/^2:[0-9a-f]{16}$/),
        seed: 5,
        perUnit: 2,
        handOut: 'balanced',
        openedAt: '2026-03-02T08:00:00.000Z',
        openedBy: 'lena',
        closedAt: null,
        closedBy: null,
      },
      units: 4,
      again: 0,
      annotators: ['ben', 'anna'],
      notAdmitted: [],
      drawn: {
        seed: 5,
        corpus: 10,
        used: 0,
        labels: [],
        unlabelled: { available: 10, drawn: 4 },
        hard: null,
        exact: true,
      },
    });
  });

  it('is opened by leads alone, and recorded with who opened it', () => {
    const { opened, unnamed, entry } = made();
    expect(unnamed).toEqual([
      [
        'role-needed',
        { project, role: codedText('role-adjudicator'), needed: [codedText('role-lead')] },
      ],
    ]);
    expect(entry).toEqual({
      at: '2026-03-02T08:00:00.000Z',
      actor: 'lena',
      action: 'round-open',
      object: `run/${opened.run.id}`,
      detail: {
        round: 'pilot',
        attempt: 1,
        seed: 5,
        perUnit: 2,
        handOut: 'balanced',
        annotators: ['ben', 'anna'],
        units: 4,
      },
    });
  });

  it('has a place for each of its people on every unit', async () => {
    const { world, opened } = made();
    expect(loads(await slotsOf(world, opened.run.id))).toEqual({ anna: 4, ben: 4 });
  });

  it('is opened once, under a whole number, and not before the one that comes first', async () => {
    const { world } = made();
    expect(await refusal(openRound(world.lead, { ...place, round: 'pilot' }))).toEqual([
      ['round-locked', { round: 'pilot', blocks: [codedText('round-is-open')] }],
    ]);
    expect(await refusal(openRound(world.lead, { ...place, round: 'full' }))).toEqual([
      [
        'round-locked',
        {
          round: 'full',
          blocks: [codedText('round-still-open', { round: 'pilot', judged: 0, wanted: 8 })],
        },
      ],
    ]);
    expect(await refusal(openRound(world.lead, { project, round: 'full', seed: 0.5 }))).toEqual([
      ['wrong-value', { field: 'seed', got: '0.5', expected: codedText('whole-number') }],
    ]);
    expect((await refusal(openRound(world.lead, { ...place, round: 'none' })))[0]![0]).toBe(
      'not-found',
    );
    expect(
      (await showRounds(world.lead, { project })).rounds.map(({ runs }) => runs.length),
    ).toEqual([1, 0, 0]);
  });
});

describe('the units of a round', () => {
  const databases = testDatabases('sqlite');

  it('are none that an earlier one used, nor any with known answers', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = `  training: { units: 3, key: key.jsonl, gate: ["${keyGate}"] }
  pilot: { units: 3, annotators: 1, gate: ["${gate}"], repeat: { units: 2 } }
  full: { units: all, annotators: 1 }`;
    await makeProject(world, protocolContent({ rounds, key: trainingKey(3) }), 9);
    const anna = await world.person('anna');
    const unitsOf = async (run: string): Promise<readonly string[]> =>
      [...new Set((await slotsOf(world, run)).map(({ unit }) => unit))].toSorted();
    const training = (await openRound(world.lead, { ...place, round: 'training' })).run.id;
    expect(await unitsOf(training)).toEqual(['u1', 'u2', 'u3']);
    await judgeAll(anna, training, wrongOf);
    await closeRound(world.lead, { run: training });
    // She knows the answers now, and there are no others.
    expect(
      await refusal(openRound(world.lead, { ...place, round: 'training', annotators: ['anna'] })),
    ).toEqual([['key-used-up', { units: 3 }]]);
    // Somebody else does not.
    const ben = await world.person('ben');
    const again = await openRound(world.lead, { ...place, round: 'training', annotators: ['ben'] });
    expect([again.run.attempt, again.units]).toEqual([2, 3]);
    await judgeAll(ben, again.run.id, truthOf);
    await closeRound(world.lead, { run: again.run.id });
    const pilot = await openRound(world.lead, { ...place, round: 'pilot' });
    expect(pilot.annotators).toEqual(['ben']);
    expect(pilot.notAdmitted).toMatchObject([{ annotator: 'anna', status: 'failed' }]);
    expect(pilot.drawn).toMatchObject({ corpus: 6, used: 3 });
    const first = await unitsOf(pilot.run.id);
    expect(first.filter((unit) => ['u1', 'u2', 'u3'].includes(unit))).toEqual([]);
    await judgeAll(ben, pilot.run.id, truthOf);
    await closeRound(world.lead, { run: pilot.run.id });
    // One annotator agrees with nobody, so the gate has no value; a repeat takes two others.
    const repeat = await openRound(world.lead, { ...place, round: 'pilot' });
    expect([repeat.run.attempt, repeat.units]).toEqual([2, 2]);
    expect((await unitsOf(repeat.run.id)).filter((unit) => first.includes(unit))).toEqual([]);
  });

  it('run out: all are used, or there were never any', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 1 }' }),
      2,
    );
    const anna = await world.person('anna');
    const open = { ...place, round: 'full' };
    const { run } = await openRound(world.lead, open);
    await judgeAll(anna, run.id, truthOf);
    await closeRound(world.lead, { run: run.id });
    expect(await refusal(openRound(world.lead, open))).toEqual([['all-units-used', { units: 2 }]]);
    const bare = await makeWorld(await databases.open());
    await makeProject(bare, protocolContent({ rounds: '  full: { units: 2, annotators: 1 }' }), 0);
    await bare.person('anna');
    expect(await refusal(openRound(bare.lead, open))).toEqual([['no-units', {}]]);
  });

  it('are claimed where the round is open, and not where everybody has all of them', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { units: 3, annotators: 1 }\n  more: { kind: full, units: 2 }';
    await makeProject(world, protocolContent({ rounds }), 6);
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { ...place, round: 'full', handOut: 'open' });
    expect([run.handOut, run.perUnit]).toEqual(['open', 1]);
    expect(loads(await slotsOf(world, run.id))).toEqual({ nobody: 3 });
    await judgeAll(anna, run.id, truthOf);
    await closeRound(world.lead, { run: run.id });
    const open = { ...place, round: 'more', handOut: 'open' as const };
    expect(await refusal(openRound(world.lead, open))).toEqual([
      ['nothing-to-claim', { round: 'more' }],
    ]);
    const balanced = await openRound(world.lead, { ...open, handOut: 'balanced' });
    expect(balanced.run.perUnit).toBe(1);
  });

  it('are drawn by labels of rules, by fields, and hard ones by what is named', async () => {
    const opened = async (draw: string) => {
      const world = await makeWorld(await databases.open());
      const rounds = `  full: { units: 4, annotators: 1, draw: ${draw} }`;
      await makeProject(world, protocolContent({ rounds }), 10);
      await world.person('anna');
      return await openRound(world.lead, { ...place, round: 'full' });
    };
    // Five texts say alpha, five beta, none gamma.
    const byRule = await opened('{ by: keywords }');
    expect(byRule.drawn).toMatchObject({
      corpus: 10,
      labels: [
        { label: 'A', available: 5 },
        { label: 'B', available: 5 },
        { label: 'C', available: 0, drawn: 0 },
      ],
    });
    expect((await refusal(opened('{ by: keywords, floor: 1 }'))).map(([code]) => code)).toEqual([
      'floors-impossible',
    ]);
    const byField = await opened('{ by: document }');
    expect(byField.drawn.labels.map(({ label }) => label)).toEqual(['d0', 'd1']);
    const hard = await opened('{ hard: 0.5, hard_by: page }');
    expect(hard.drawn.hard).toEqual({ available: 5, drawn: 2 });
    expect(hard.units).toBe(4);
    expect(await refusal(opened('{ by: document, hard: 0.5 }'))).toEqual([
      ['hardness-unsaid', { round: 'full' }],
    ]);
    const all = await refusal(opened('{ by: colour }'));
    expect(all.map(([code, { field }]) => [code, field])).toEqual([['unknown-reference', '--by']]);
  });

  it('are too few for a round that wants more, and for a key with unknown ones', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = `  training: { units: 3, key: key.jsonl, gate: ["${keyGate}"] }
  full: { units: 5, annotators: 1 }`;
    await makeProject(world, protocolContent({ rounds, key: trainingKey(3) }), 2);
    await world.person('anna');
    expect(await refusal(openRound(world.lead, { ...place, round: 'training' }))).toEqual([
      ['key-units-unknown', { units: expect.anything() }],
    ]);
    const few = await makeWorld(await databases.open());
    await makeProject(few, protocolContent({ rounds: '  full: { units: 3, annotators: 1 }' }), 2);
    await few.person('anna');
    expect(
      (await refusal(openRound(few.lead, { ...place, round: 'full' }))).map(([code]) => code),
    ).toEqual(['corpus-too-small']);
  });
});

describe('a round that is opened while something changes', () => {
  const databases = testDatabases('sqlite');

  it('is opened once by two leads, and the other is told that the project changed', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 2, annotators: 1 }' }), 4);
    await world.person('anna');
    const open = { ...place, round: 'full' };
    const both = await Promise.allSettled([
      openRound(world.lead, open),
      openRound(world.lead, open),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')!.reason).toMatchObject({
      faults: [{ code: 'project-changed' }],
    });
    expect((await showRounds(world.lead, { project })).rounds[0]!.runs).toHaveLength(1);
  });

  it('of many units tells how many rows are stored, and holds all of them', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { units: all, annotators: 2 }';
    await makeProject(world, protocolContent({ rounds }), 700);
    await world.person('anna');
    await world.person('ben');
    const told: (readonly [number, number])[] = [];
    const { run } = await openRound(world.lead, {
      ...place,
      round: 'full',
      progress: (done, total) => told.push([done, total]),
    });
    // 700 units with two places each.
    expect(told.at(-1)).toEqual([2100, 2100]);
    expect(loads(await slotsOf(world, run.id))).toEqual({ anna: 700, ben: 700 });
  });
});
