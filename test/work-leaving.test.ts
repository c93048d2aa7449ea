import { expect, it } from 'vitest';
import { setDisabled } from '../src/operations/people/accounts.ts';
import { addAnnotator } from '../src/operations/rounds/add-annotator.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { addMember, removeMember } from '../src/operations/people/people.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { listMembers } from '../src/store/people/memberships.ts';
import { runAnnotators } from '../src/store/rounds/work-runs.ts';
import { describeStores } from './stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';
import { slotsOf, loads, pairs } from './people-rounds.ts';

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
