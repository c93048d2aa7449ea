import { describe, expect, it } from 'vitest';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { loads, slotsOf } from '../../../test/people-rounds.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
} from '../../../test/work-world.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { addMember, removeMember } from '../people/people.ts';
import { addAnnotator } from './add-annotator.ts';
import { closeRound } from './close-round.ts';
import { openRound } from './open-round.ts';
import { removeAnnotator } from './remove-annotator.ts';

const place = { project, seed: 4 };
const databases = testDatabases('sqlite');

describe('somebody who joins or leaves a balanced run', () => {
  it('takes over open units, and hands them on again, each told and recorded', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 6, annotators: 1 }' }), 6);
    const anna = await world.person('anna');
    await world.person('ben');
    const { run } = await openRound(world.lead, { ...place, round: 'full', annotators: ['anna'] });
    await judgeNext(anna, run.id, truthOf);
    const before = { run: run.id, annotators: ['anna'], moved: 0, changed: false };
    const whom = { run: run.id, annotator: 'ben' };
    expect(await removeAnnotator(world.lead, whom)).toEqual(before);
    expect(await addAnnotator(world.lead, { ...whom, annotator: 'anna' })).toEqual(before);
    const joined = await addAnnotator(world.lead, whom);
    expect(joined).toEqual({ ...before, annotators: ['anna', 'ben'], moved: 3, changed: true });
    expect(loads(await slotsOf(world, run.id))).toEqual({ anna: 3, ben: 3 });
    expect(await latestAudit(world, 1)).toEqual([
      {
        at: '2026-03-02T08:00:00.000Z',
        actor: 'lena',
        action: 'annotator-add',
        object: `run/${run.id}`,
        detail: { annotator: 'ben', moved: 3 },
      },
    ]);
    expect((await nextUnits(anna, { run: run.id })).progress).toMatchObject({ held: 3, judged: 1 });
    expect(await removeAnnotator(world.lead, whom)).toEqual({ ...before, moved: 3, changed: true });
    expect(await latestAudit(world, 1)).toMatchObject([
      { actor: 'lena', action: 'annotator-remove', detail: { annotator: 'ben', moved: 3 } },
    ]);
    expect((await nextUnits(anna, { run: run.id })).progress).toMatchObject({ held: 6, judged: 1 });
    const stored = await world.store.read((db) => findRun(db, run.id));
    expect(stored!.perUnit).toBe(1);
    // The last one may not leave while something is open.
    const last = { run: run.id, annotator: 'anna' };
    expect((await refusal(removeAnnotator(world.lead, last))).map(([code]) => code)).toEqual([
      'too-few-annotators',
    ]);
    expect(await world.store.read((db) => runAnnotators(db, run.id))).toEqual(['anna']);
    await judgeAll(anna, run.id, truthOf);
    expect(await removeAnnotator(world.lead, last)).toEqual({
      run: run.id,
      annotators: [],
      moved: 0,
      changed: true,
    });
  });

  it('is a lead’s decision, about people who may judge, while the run is open', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 2, annotators: 1 }' }), 4);
    const anna = await world.person('anna');
    await world.person('ben');
    await world.person('rex', 'reviewer');
    const stranger = await world.person('sam', 'annotator', 'elsewhere');
    const { run } = await openRound(world.lead, { ...place, round: 'full', annotators: ['anna'] });
    const whom = { run: run.id, annotator: 'ben' };
    for (const change of [addAnnotator, removeAnnotator]) {
      expect((await refusal(change(anna, whom)))[0]![0]).toBe('role-needed');
      expect(await refusal(change(stranger, whom))).toEqual([
        ['not-found', { what: codedText('run', { id: run.id }) }],
      ]);
      expect(await refusal(change(world.lead, { ...whom, run: 'nosuch' }))).toEqual([
        ['not-found', { what: codedText('run', { id: 'nosuch' }) }],
      ]);
    }
    const expected = oneOf(['anna', 'ben', 'lena']);
    for (const name of ['rex', 'sam'])
      expect(await refusal(addAnnotator(world.lead, { ...whom, annotator: name }))).toEqual([
        ['wrong-value', { field: 'annotators', got: name, expected }],
      ]);
    await judgeAll(anna, run.id, truthOf);
    await closeRound(world.lead, { run: run.id });
    for (const change of [addAnnotator, removeAnnotator])
      expect(await refusal(change(world.lead, whom))).toEqual([
        ['round-closed', { round: 'full' }],
      ]);
  });
});

describe('somebody who could see answers', () => {
  const made = lastingWorld(async (world) => {
    const rounds = '  full: { units: 6, annotators: 1 }';
    await makeProject(world, protocolContent({ rounds }), 6);
    const anna = await world.person('anna');
    for (const login of ['ben', 'cora', 'dora', 'eva']) await world.person(login);
    await addMember(world.lead, { project, login: 'eva', role: 'reviewer' });
    await addMember(world.lead, { project, login: 'cora', role: 'reviewer' });
    await addMember(world.lead, { project, login: 'dora', role: 'adjudicator' });
    world.pass(1);
    await removeMember(world.lead, { project, login: 'dora', role: 'adjudicator' });
    world.pass(1);
    const { run } = await openRound(world.lead, { ...place, round: 'full', annotators: ['anna'] });
    const early = await addAnnotator(world.lead, { run: run.id, annotator: 'lena' });
    await removeAnnotator(world.lead, { run: run.id, annotator: 'lena' });
    await judgeNext(anna, run.id, truthOf);
    await removeMember(world.lead, { project, login: 'eva', role: 'reviewer' });
    return { run: run.id, early };
  });

  it('joins before there are any, and not afterwards', async () => {
    const { world, run, early } = made();
    expect(early).toMatchObject({ annotators: ['anna', 'lena'], moved: 3 });
    expect(await refusal(addAnnotator(world.lead, { run, annotator: 'lena' }))).toEqual([
      ['has-seen-answers', { annotator: 'lena' }],
    ]);
    expect(await refusal(addAnnotator(world.lead, { run, annotator: 'cora' }))).toEqual([
      ['has-seen-answers', { annotator: 'cora' }],
    ]);
  });

  it('does not join where the role ended at the very time of the first answer', async () => {
    const { world, run } = made();
    expect(await refusal(addAnnotator(world.lead, { run, annotator: 'eva' }))).toEqual([
      ['has-seen-answers', { annotator: 'eva' }],
    ]);
  });

  it('joins where the role ended before the first answer', async () => {
    const { world, run } = made();
    expect(await addAnnotator(world.lead, { run, annotator: 'dora' })).toMatchObject({
      annotators: ['anna', 'dora'],
    });
    expect(await addAnnotator(world.lead, { run, annotator: 'ben' })).toMatchObject({
      annotators: ['anna', 'ben', 'dora'],
    });
  });
});

describe('somebody who has judged in a run', () => {
  it('comes back into it, whatever they could see since', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 4, annotators: 1 }' }), 4);
    await world.person('anna');
    const open = { ...place, round: 'full', annotators: ['anna', 'lena'] };
    const { run } = await openRound(world.lead, open);
    await judgeNext(world.lead, run.id, truthOf);
    await removeAnnotator(world.lead, { run: run.id, annotator: 'lena' });
    expect(await addAnnotator(world.lead, { run: run.id, annotator: 'lena' })).toMatchObject({
      annotators: ['anna', 'lena'],
      changed: true,
    });
  });
});

describe('a run in which everybody has all units', () => {
  it('gives whoever joins all of them, also a lead, and has a place more on each', async () => {
    const world = await makeWorld(await databases.open());
    const rounds =
      '  training: { units: 3, key: key.jsonl, gate: ["cohen_kappa >= 0.7 against key"] }';
    await makeProject(world, protocolContent({ rounds, key: trainingKey(3) }), 4);
    const anna = await world.person('anna');
    const open = { ...place, round: 'training', annotators: ['anna'] };
    const { run } = await openRound(world.lead, open);
    await judgeNext(anna, run.id, truthOf);
    const perUnit = async (): Promise<number> =>
      (await world.store.read((db) => findRun(db, run.id)))!.perUnit;
    expect(await perUnit()).toBe(1);
    const whom = { run: run.id, annotator: 'lena' };
    expect(await addAnnotator(world.lead, whom)).toEqual({
      run: run.id,
      annotators: ['anna', 'lena'],
      moved: 0,
      changed: true,
    });
    expect(await perUnit()).toBe(2);
    expect(loads(await slotsOf(world, run.id))).toEqual({ anna: 3, lena: 3 });
    const { units } = await nextUnits(world.lead, { run: run.id, count: 3 });
    expect(units.map(({ unit }) => unit).toSorted()).toEqual(['u1', 'u2', 'u3']);
    expect(units.map(({ position }) => position)).toEqual([0, 1, 2]);
    expect(await removeAnnotator(world.lead, whom)).toMatchObject({ moved: 3 });
    expect(await perUnit()).toBe(1);
    // Nobody is left, and there is still one place.
    await removeAnnotator(world.lead, { run: run.id, annotator: 'anna' });
    expect(await perUnit()).toBe(1);
    expect(loads(await slotsOf(world, run.id))).toEqual({ anna: 1 });
  });
});

describe('a run whose units are claimed', () => {
  it('lets people join without units, and frees what they claimed when they leave', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 4, annotators: 1 }' }), 4);
    const anna = await world.person('anna');
    const ben = await world.person('ben');
    const open = { ...place, round: 'full', handOut: 'open' as const, annotators: ['anna'] };
    const { run } = await openRound(world.lead, open);
    await nextUnits(anna, { run: run.id, count: 3 });
    await judgeNext(anna, run.id, truthOf);
    expect(await addAnnotator(world.lead, { run: run.id, annotator: 'ben' })).toMatchObject({
      annotators: ['anna', 'ben'],
      moved: 0,
    });
    expect(loads(await slotsOf(world, run.id))).toEqual({ anna: 3, nobody: 1 });
    expect(await removeAnnotator(world.lead, { run: run.id, annotator: 'anna' })).toMatchObject({
      annotators: ['ben'],
      moved: 2,
    });
    expect(loads(await slotsOf(world, run.id))).toEqual({ anna: 1, nobody: 3 });
    expect(await judgeAll(ben, run.id, truthOf)).toHaveLength(3);
  });
});

describe('a run of people and models', () => {
  it('moves work between people alone, and gives a model that joins every unit', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { units: 6, annotators: 1 }';
    const panel = '  people: { kind: human }\n  mini: { kind: model, runs: 2 }';
    await makeProject(world, protocolContent({ rounds, panel }), 6);
    await world.person('anna');
    await world.person('ben');
    const open = { ...place, round: 'full', annotators: ['anna', 'mini#1'] };
    const { run } = await openRound(world.lead, open);
    const held = async () => loads(await slotsOf(world, run.id));
    const perUnit = async () => (await world.store.read((db) => findRun(db, run.id)))!.perUnit;
    const change = (annotator: string) => ({ run: run.id, annotator });
    expect([await held(), await perUnit()]).toEqual([{ anna: 6, 'mini#1': 6 }, 2]);
    expect(await addAnnotator(world.lead, change('ben'))).toMatchObject({ moved: 3 });
    expect([await held(), await perUnit()]).toEqual([{ anna: 3, ben: 3, 'mini#1': 6 }, 2]);
    expect(await addAnnotator(world.lead, change('mini#2'))).toMatchObject({ moved: 0 });
    expect([await held(), await perUnit()]).toEqual([
      { anna: 3, ben: 3, 'mini#1': 6, 'mini#2': 6 },
      3,
    ]);
    expect(await removeAnnotator(world.lead, change('mini#1'))).toMatchObject({ moved: 6 });
    expect(await removeAnnotator(world.lead, change('ben'))).toMatchObject({ moved: 3 });
    expect([await held(), await perUnit()]).toEqual([{ anna: 6, 'mini#2': 6 }, 2]);
  });
});
