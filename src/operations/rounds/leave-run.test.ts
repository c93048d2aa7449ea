import { describe, expect, it } from 'vitest';
import { latestAudit } from '../../../test/lasting-world.ts';
import { loads, slotsOf } from '../../../test/people-rounds.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { setDisabled } from '../people/accounts.ts';
import { addMember, removeMember } from '../people/people.ts';
import { closeRound } from './close-round.ts';
import { leaveRuns } from './leave-run.ts';
import { openRound } from './open-round.ts';

describe('whoever may not judge any more', () => {
  const databases = testDatabases('sqlite');
  const opened = async (logins: readonly string[], perUnit: number) => {
    const world = await makeWorld(await databases.open());
    const rounds = `  full: { units: 6, annotators: ${perUnit} }`;
    await makeProject(world, protocolContent({ rounds }), 12);
    const people = [];
    for (const login of logins) people.push(await world.person(login));
    const open = { project, round: 'full', seed: 4, annotators: logins };
    const run = (await openRound(world.lead, open)).run.id;
    const takesPart = () => world.store.read((db) => runAnnotators(db, run));
    return { world, people, run, takesPart };
  };

  it('hands open units on to the others, and the log says how many', async () => {
    const { world, people, run, takesPart } = await opened(['anna', 'ben', 'cora'], 1);
    await judgeNext(people[0]!, run, truthOf);
    await removeMember(world.lead, { project, login: 'anna' });
    expect(await takesPart()).toEqual(['ben', 'cora']);
    // Six units, two each; one of hers is judged and stays.
    expect(loads(await slotsOf(world, run))).toMatchObject({ anna: 1 });
    const entries = await latestAudit(world, 3);
    expect(entries.filter(({ action }) => action === 'annotator-remove')).toEqual([
      {
        at: '2026-03-02T08:00:00.000Z',
        actor: 'lena',
        action: 'annotator-remove',
        object: `run/${run}`,
        detail: { annotator: 'anna', moved: 1 },
      },
    ]);
  });

  it('frees open units where too few are left, and the log says so', async () => {
    const { world, people, run, takesPart } = await opened(['anna', 'ben'], 2);
    await judgeNext(people[0]!, run, truthOf);
    await setDisabled(world.lead, { login: 'anna', disabled: true });
    expect(await takesPart()).toEqual(['ben']);
    expect(loads(await slotsOf(world, run))).toEqual({ anna: 1, ben: 6, nobody: 5 });
    const entries = await latestAudit(world, 3);
    expect(entries.find(({ action }) => action === 'annotator-remove')).toMatchObject({
      object: `run/${run}`,
      detail: { annotator: 'anna', moved: 0, freed: 5 },
    });
  });

  it('stays in with another role that judges, and leaves with one that does not', async () => {
    const { world, takesPart } = await opened(['anna', 'ben'], 1);
    await addMember(world.lead, { project, login: 'anna', role: 'adjudicator' });
    await removeMember(world.lead, { project, login: 'anna', role: 'annotator' });
    expect(await takesPart()).toEqual(['anna', 'ben']);
    await addMember(world.lead, { project, login: 'anna', role: 'reviewer' });
    await removeMember(world.lead, { project, login: 'anna', role: 'adjudicator' });
    expect(await takesPart()).toEqual(['ben']);
  });

  it('leaves open runs, and nothing of a closed one or of other projects', async () => {
    const { world, people, run, takesPart } = await opened(['anna', 'ben'], 1);
    const person = { account: 'account-anna', login: 'anna', isOut: true };
    const leave = (given: Parameters<typeof leaveRuns>[2]) =>
      world.store.write((tx) => leaveRuns(tx, world.lead, given));
    expect(await leave({ ...person, project: 'elsewhere' })).toEqual([]);
    expect(await leave({ ...person, login: 'nobody' })).toEqual([]);
    // Who still has a role that judges is not out.
    expect(await leave({ ...person, isOut: false })).toEqual([]);
    expect(await takesPart()).toEqual(['anna', 'ben']);
    expect(await leave(person)).toEqual([run]);
    expect(await takesPart()).toEqual(['ben']);
    for (const one of people.slice(1)) await judgeAll(one, run, truthOf);
    await closeRound(world.lead, { run });
    expect(await leave({ account: 'account-ben', login: 'ben', isOut: true })).toEqual([]);
    expect(await takesPart()).toEqual(['ben']);
  });
});
