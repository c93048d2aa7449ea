import { expect, it } from 'vitest';
import { InputError } from '../src/domain/fault.ts';
import { addAnnotator } from '../src/operations/rounds/add-annotator.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { removeAnnotator } from '../src/operations/rounds/remove-annotator.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import { reassignSlots } from '../src/store/rounds/slot-reassignment.ts';
import { describeStores } from './stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
} from './work-world.ts';
import { slotsOf, loads, pairs } from './people-rounds.ts';

describeStores('joining and leaving', (databases) => {
  it('moves only work that is not submitted, and keeps the balance', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 2 }' }),
      24,
    );
    const [anna, ben, cora] = [
      await world.person('anna'),
      await world.person('ben'),
      await world.person('cora'),
    ];
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 4,
      annotators: ['anna', 'ben'],
    });
    for (let at = 0; at < 5; at += 1) await judgeNext(anna, run.id, truthOf);
    for (let at = 0; at < 3; at += 1) await judgeNext(ben, run.id, truthOf);
    const before = await slotsOf(world, run.id);
    expect(loads(before)).toEqual({ anna: 24, ben: 24 });
    const joined = await addAnnotator(world.lead, { run: run.id, annotator: 'cora' });
    expect(joined).toEqual({
      run: run.id,
      annotators: ['anna', 'ben', 'cora'],
      moved: 16,
      changed: true,
    });
    const after = await slotsOf(world, run.id);
    expect(loads(after)).toEqual({ anna: 16, ben: 16, cora: 16 });
    expect(pairs(after)).toEqual(pairs(before));
    expect((await nextUnits(cora, { run: run.id })).progress).toMatchObject({
      held: 16,
      judged: 0,
    });
    expect((await addAnnotator(world.lead, { run: run.id, annotator: 'cora' })).changed).toBe(
      false,
    );

    await judgeNext(cora, run.id, truthOf);
    const left = await removeAnnotator(world.lead, { run: run.id, annotator: 'anna' });
    expect(left.annotators).toEqual(['ben', 'cora']);
    const final = await slotsOf(world, run.id);
    // What anna submitted stays hers; everything else is ben's and cora's.
    const { anna: kept, ...others } = loads(final);
    expect(kept).toBe(5);
    expect(Object.values(others).toSorted()).toEqual([21, 22]);
    expect(new Set(final.map((slot) => `${slot.unit} ${slot.annotator}`)).size).toBe(48);
    expect(pairs(final).filter((one) => one.endsWith('anna'))).toEqual(
      pairs(before).filter((one) => one.endsWith('anna')),
    );
    await judgeAll(ben, run.id, truthOf);
    await judgeAll(cora, run.id, truthOf);
    expect((await slotsOf(world, run.id)).every((slot) => slot.judgedAt !== null)).toBe(true);
    expect((await showRounds(world.lead, { project })).rounds[0]!.runs[0]!.figures).toMatchObject({
      wanted: 48,
      judged: 48,
    });
  });

  it('on another server leaves nothing unseen, wherever it lies in the order of who gets it', async () => {
    const address = await databases.address();
    const world = await makeWorld(await databases.openAt(address));
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 2 }' }),
      24,
    );
    const anna = await world.person('anna');
    await world.person('ben');
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 4,
      annotators: ['anna', 'ben'],
    });
    for (let at = 0; at < 8; at += 1) await judgeNext(anna, run.id, truthOf);
    // This server has seen how far anna is, and hears nothing of what the other one does: it puts
    // what is open before what is judged.
    const other = await databases.openAt(address);
    const slots = await slotsOf(world, run.id);
    await other.write((tx) =>
      reassignSlots(
        tx,
        run.id,
        slots.map(({ unit, annotator, position }) => ({
          unit,
          annotator: annotator!,
          position: annotator === 'anna' ? Math.max(0, position! - 12) : position!,
        })),
      ),
    );
    expect((await judgeAll(anna, run.id, truthOf)).length).toBe(16);
  });

  it('is refused where too few would be left, unless there is nothing to hand on', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 2 }' }),
      4,
    );
    const [anna] = [await world.person('anna'), await world.person('ben')];
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 4 });
    await expect(removeAnnotator(world.lead, { run: run.id, annotator: 'anna' })).rejects.toThrow(
      'different annotators, but there is only 1',
    );
    await judgeAll(anna, run.id, truthOf);
    expect(await removeAnnotator(world.lead, { run: run.id, annotator: 'anna' })).toMatchObject({
      moved: 0,
      changed: true,
    });
    await expect(addAnnotator(world.lead, { run: run.id, annotator: 'nobody' })).rejects.toThrow(
      'annotators is nobody, expected anna, ben or lena',
    );
  });

  it('gives somebody who joins a training all of its units, and takes back what they left', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({
        rounds:
          '  training: { units: 4, key: key.jsonl, gate: ["cohen_kappa >= 0.7 against key"] }',
        key: trainingKey(4),
      }),
      6,
    );
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const { run } = await openRound(world.lead, {
      project,
      round: 'training',
      seed: 4,
      annotators: ['anna'],
    });
    await judgeAll(anna, run.id, truthOf);
    await addAnnotator(world.lead, { run: run.id, annotator: 'ben' });
    await judgeNext(ben, run.id, truthOf);
    expect(loads(await slotsOf(world, run.id))).toEqual({ anna: 4, ben: 4 });
    expect(await removeAnnotator(world.lead, { run: run.id, annotator: 'ben' })).toMatchObject({
      moved: 3,
      annotators: ['anna'],
    });
    expect(loads(await slotsOf(world, run.id))).toEqual({ anna: 4, ben: 1 });
    await addAnnotator(world.lead, { run: run.id, annotator: 'ben' });
    expect(await judgeAll(ben, run.id, truthOf)).toHaveLength(3);
  });

  it('gives the claims of somebody who leaves back', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 1 }' }),
      3,
    );
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 4,
      handOut: 'open',
      annotators: ['anna'],
    });
    await expect(nextUnits(ben, { run: run.id })).rejects.toThrow('You are not in the round full.');
    await nextUnits(anna, { run: run.id, count: 2 });
    await addAnnotator(world.lead, { run: run.id, annotator: 'ben' });
    expect(await removeAnnotator(world.lead, { run: run.id, annotator: 'anna' })).toMatchObject({
      moved: 2,
    });
    expect(await judgeAll(ben, run.id, truthOf)).toHaveLength(3);
    await expect(nextUnits(anna, { run: run.id })).rejects.toThrow(
      'You are not in the round full.',
    );
  });

  it('leaves nothing claimed with somebody who asks for units while they are taken out', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 1 }' }),
      30,
    );
    const anna = await world.person('anna');
    await world.person('ben');
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 4,
      handOut: 'open',
    });
    for (let turns = 0; turns < 10; turns += 1) {
      const asked = nextUnits(anna, { run: run.id, count: 2 }).catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
      });
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      await removeAnnotator(world.lead, { run: run.id, annotator: 'anna' });
      await asked;
      expect(loads(await slotsOf(world, run.id))).toEqual({ nobody: 30 });
      await addAnnotator(world.lead, { run: run.id, annotator: 'anna' });
    }
  });

  it('takes a lead whom the panel names, and no lead whom it merely admits', async () => {
    const rounds = '  full: { units: 4, annotators: 2 }';
    const opened = async (panel: string): Promise<readonly string[]> => {
      const world = await makeWorld(await databases.open());
      await makeProject(world, protocolContent({ rounds, panel }), 6);
      await world.person('anna');
      await world.person('ben');
      const run = await openRound(world.lead, { project, round: 'full', seed: 1 });
      return run.annotators;
    };
    expect(await opened('  people: { names: [anna, ben, lena] }')).toEqual(['anna', 'ben', 'lena']);
    expect(await opened('  people: { kind: human }')).toEqual(['anna', 'ben']);
  });

  it('takes the people of the panel where the project has no annotators yet, and its models', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({
        rounds: '  full: { units: all, annotators: all }',
        panel: '  people: { names: [anna] }\n  mini: { kind: model, runs: 2 }',
      }),
      3,
    );
    const opened = await openRound(world.lead, { project, round: 'full', seed: 4 });
    expect(opened.annotators).toEqual(['anna', 'mini#1', 'mini#2']);
    expect(opened.run.perUnit).toBe(3);
    expect(loads(await slotsOf(world, opened.run.id))).toEqual({
      anna: 3,
      'mini#1': 3,
      'mini#2': 3,
    });
  });
});
