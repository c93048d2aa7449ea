import { expect, it } from 'vitest';
import { InputError } from '../src/domain/fault.ts';
import { setDisabled } from '../src/operations/people/accounts.ts';
import { addAnnotator } from '../src/operations/rounds/add-annotator.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { addMember, removeMember } from '../src/operations/people/people.ts';
import { removeAnnotator } from '../src/operations/rounds/remove-annotator.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { listMembers } from '../src/store/people/memberships.ts';
import { runAnnotators } from '../src/store/rounds/work-runs.ts';
import { reassignSlots } from '../src/store/rounds/slot-reassignment.ts';
import type { Slot } from '../src/store/rounds/slots.ts';
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
import type { WorkWorld } from './work-world.ts';
import { slotRows } from './record-rows.ts';

const slotsOf = (world: WorkWorld, run: string): Promise<readonly Slot[]> =>
  world.store.read((db) => slotRows(db, run));
const loads = (slots: readonly Slot[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { annotator } of slots)
    counts[annotator ?? 'nobody'] = (counts[annotator ?? 'nobody'] ?? 0) + 1;
  return counts;
};
const pairs = (slots: readonly Slot[]): readonly string[] =>
  slots
    .filter((slot) => slot.judgedAt !== null)
    .map((slot) => `${slot.unit} ${slot.annotator}`)
    .toSorted();

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

  it('takes the people of the panel where the project has no annotators yet, and models as the panel has them', async () => {
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

describeStores('whoever may not judge any more', (databases) => {
  const opened = async (units: number, logins: readonly string[]) => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 2 }' }),
      units,
    );
    const people = await Promise.all(logins.map((login) => world.person(login)));
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 4,
      annotators: logins,
    });
    return { world, people, run: run.id };
  };

  it.each([
    [
      'a membership that ended',
      (world: WorkWorld) => removeMember(world.lead, { project, login: 'anna' }),
    ],
    [
      'an account that was shut out',
      (world: WorkWorld) => setDisabled(world.lead, { login: 'anna', disabled: true }),
    ],
  ])(
    'leaves open runs with %s: submitted work stays, the rest is handed out again',
    async (_, end) => {
      const { world, people, run } = await opened(12, ['anna', 'ben', 'cora']);
      const [anna, ben, cora] = people;
      await judgeNext(anna!, run, truthOf);
      const before = await slotsOf(world, run);
      await end(world);
      expect(await world.store.read((db) => runAnnotators(db, run))).toEqual(['ben', 'cora']);
      const after = await slotsOf(world, run);
      expect(pairs(after)).toEqual(pairs(before));
      const { anna: kept, ...others } = loads(after);
      expect([kept, Object.values(others).toSorted()]).toEqual([1, [11, 12]]);
      await judgeAll(ben!, run, truthOf);
      await judgeAll(cora!, run, truthOf);
      expect((await slotsOf(world, run)).every((slot) => slot.judgedAt !== null)).toBe(true);
    },
  );

  it('leaves even where too few stay: the work is free until somebody joins', async () => {
    const { world, people, run } = await opened(4, ['anna', 'ben']);
    await judgeNext(people[0]!, run, truthOf);
    await removeMember(world.lead, { project, login: 'anna' });
    expect(loads(await slotsOf(world, run))).toEqual({ anna: 1, ben: 4, nobody: 3 });
    expect((await showRounds(world.lead, { project })).rounds[0]!.runs[0]!.figures).toMatchObject({
      wanted: 8,
      judged: 1,
      free: 3,
    });
    const dora = await world.person('dora');
    await addAnnotator(world.lead, { run, annotator: 'dora' });
    expect(loads(await slotsOf(world, run))).toEqual({ anna: 1, ben: 4, dora: 3 });
    expect(await judgeAll(dora, run, truthOf)).toHaveLength(3);
  });

  it('stays where another role lets them judge, and leaves with the last one', async () => {
    const { world, run } = await opened(4, ['anna', 'ben', 'cora']);
    await addMember(world.lead, { project, login: 'anna', role: 'adjudicator' });
    await removeMember(world.lead, { project, login: 'anna', role: 'annotator' });
    expect(await world.store.read((db) => runAnnotators(db, run))).toContain('anna');
    await addMember(world.lead, { project, login: 'anna', role: 'reviewer' });
    await removeMember(world.lead, { project, login: 'anna', role: 'adjudicator' });
    expect(await world.store.read((db) => runAnnotators(db, run))).toEqual(['ben', 'cora']);
  });

  it('keeps both when the write does not go through', async () => {
    const { world, people, run } = await opened(4, ['anna', 'ben', 'cora']);
    const before = await slotsOf(world, run);
    const broken = { ...world.lead, clock: failingAfter(world.lead.clock, 1) };
    await expect(removeMember(broken, { project, login: 'anna' })).rejects.toThrow('no clock');
    expect(await slotsOf(world, run)).toEqual(before);
    expect(
      (await world.store.read((db) => listMembers(db, project))).find(
        (one) => one.login === 'anna',
      )!.endedAt,
    ).toBeNull();
    const [next] = (await nextUnits(people[0]!, { run })).units;
    expect(
      await saveJudgment(people[0]!, {
        run,
        unit: next!.unit,
        answers: truthOf(next!.unit),
        idempotencyKey: 'k',
      }),
    ).toMatchObject({ fresh: true });
  });
});

/** A clock that stops working after some looks at it, so that a write fails half way. */
function failingAfter(clock: () => Date, looks: number): () => Date {
  let left = looks;
  return () => {
    left -= 1;
    if (left < 0) throw new Error('no clock');
    return clock();
  };
}
