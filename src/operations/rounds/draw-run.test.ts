import { describe, expect, it } from 'vitest';
import { refusal } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { runUnits } from '../../store/rounds/rounds.ts';
import { insertUnits } from '../../store/units/units.ts';
import { oneOf } from '../../domain/text-values.ts';
import { closeRound } from './close-round.ts';
import { openRound } from './open-round.ts';

const databases = testDatabases('sqlite');
const gate = 'cohen_kappa >= 0.7 against key';

async function worldWith(rounds: string, units: number): Promise<WorkWorld> {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds, key: trainingKey(4) }), units);
  await world.person('anna');
  return world;
}
const drawnIn = (world: WorkWorld, run: string) =>
  world.store.read(async (db) => await runUnits(db, run));
const open = (world: WorkWorld, round: string, seed = 3) =>
  openRound(world.lead, { project, round, seed });

describe('units that are drawn by strata', () => {
  it('have in a training known answers, all of them in the project', async () => {
    const draw = 'draw: { by: keywords }';
    const rounds = `  training: { units: 4, key: key.jsonl, gate: ["${gate}"], ${draw} }`;
    const world = await worldWith(rounds, 8);
    const { run, drawn } = await open(world, 'training');
    expect((await drawnIn(world, run.id)).map(({ unit }) => unit)).toEqual([
      'u1',
      'u2',
      'u3',
      'u4',
    ]);
    expect(drawn).toMatchObject({ corpus: 4, used: 0 });
    const few = await worldWith(rounds, 2);
    expect(await refusal(open(few, 'training'))).toEqual([
      ['key-units-unknown', { units: oneOf(['u3', 'u4']) }],
    ]);
  });

  it('are used up like others, and a round without a number takes what is left', async () => {
    const world = await worldWith('  full: { annotators: 1, draw: { by: keywords } }', 4);
    const { run, units, drawn } = await open(world, 'full');
    expect([units, drawn.exact]).toEqual([4, true]);
    const anna = {
      ...world.lead,
      actor: { ...world.lead.actor, login: 'anna', roleIn: () => 'annotator' as const },
    };
    await judgeAll(anna, run.id, truthOf);
    await closeRound(world.lead, { run: run.id });
    expect(await refusal(open(world, 'full'))).toEqual([['all-units-used', { units: 4 }]]);
    const empty = await worldWith('  full: { annotators: 1, draw: { by: keywords } }', 0);
    expect(await refusal(open(empty, 'full'))).toEqual([['no-units', {}]]);
  });

  it('keep the chance that each had', async () => {
    const rounds = '  full: { units: 3, annotators: 1, draw: { by: document } }';
    const world = await worldWith(rounds, 10);
    const { run } = await open(world, 'full');
    const drawn = await drawnIn(world, run.id);
    expect(drawn.map(({ position }) => position)).toEqual([0, 1, 2]);
    for (const { inclusionProbability } of drawn)
      expect(inclusionProbability! > 0 && inclusionProbability! <= 1).toBe(true);
  });

  it('are hard ones by rules that are unsure', async () => {
    const rounds = '  full: { units: 2, annotators: 1, draw: { by: keywords, hard: 0.5 } }';
    const world = await worldWith(rounds, 4);
    expect((await refusal(open(world, 'full'))).map(([code]) => code)).toEqual(['equally-hard']);
    const vague = ['v1', 'v2'].map((id) => ({
      id,
      subject: null,
      fields: { id, text: 'nothing' },
    }));
    await world.store.write((tx) =>
      insertUnits(tx, { project, task: 'topics' }, vague, '2026-03-02T08:00:00.000Z'),
    );
    const { run, drawn } = await open(world, 'full');
    // Of two units one is hard: one in which the rules find nothing.
    expect(drawn.hard).toEqual({ available: 2, drawn: 1 });
    const units = (await drawnIn(world, run.id)).map(({ unit }) => unit);
    expect(units.filter((unit) => unit.startsWith('v'))).toHaveLength(1);
  });
});

describe('units that are all alike', () => {
  it('are drawn the same by the same seed, each with the same chance', async () => {
    const world = await worldWith('  full: { units: 3, annotators: 1 }', 12);
    const { run, drawn } = await open(world, 'full', 8);
    const first = await drawnIn(world, run.id);
    expect(first.map(({ inclusionProbability }) => inclusionProbability)).toEqual([
      0.25, 0.25, 0.25,
    ]);
    expect(drawn).toEqual({
      seed: 8,
      corpus: 12,
      used: 0,
      labels: [],
      unlabelled: { available: 12, drawn: 3 },
      hard: null,
      exact: true,
    });
    const names = first.map(({ unit }) => unit);
    expect(names).toEqual(names.toSorted());
    const again = await worldWith('  full: { units: 3, annotators: 1 }', 12);
    const same = await drawnIn(again, (await open(again, 'full', 8)).run.id);
    expect(same.map(({ unit }) => unit)).toEqual(names);
  });

  it('have their places by code units, also where a database sorts otherwise', async () => {
    const world = await worldWith('  full: { annotators: 1 }', 0);
    const units = ['\uFFFC', '😀', 'a'].map((id) => ({ id, subject: null, fields: { id } }));
    await world.store.write((tx) =>
      insertUnits(tx, { project, task: 'topics' }, units, '2026-03-02T08:00:00.000Z'),
    );
    const { run } = await open(world, 'full');
    // 😀 begins with D83D, which is before FFFC.
    expect((await drawnIn(world, run.id)).map(({ unit }) => unit)).toEqual(['a', '😀', '\uFFFC']);
  });
});
