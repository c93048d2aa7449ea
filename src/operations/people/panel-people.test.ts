import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import {
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { openRound } from '../rounds/open-round.ts';
import { invitations, invite, withdrawInvitation } from './invite.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { panelPeople } from './panel-people.ts';
import { removeMember } from './people.ts';
import { beginSession } from './sign-in.ts';

describeStores('the people of a panel', (databases) => {
  it('are shown with how many units they judged, in all rounds', async () => {
    const world = await makeWorld(await databases.open());
    const content = protocolContent({
      rounds: '  full: { units: 3, annotators: 2 }',
      panel: '  people: { names: [anna, ben, cora] }',
    });
    await makeProject(world, content, 3);
    const anna = await world.person('anna');
    await world.person('ben');
    await world.person('zoe');
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      annotators: ['anna', 'ben'],
      seed: 1,
    });
    await judgeNext(anna, run.id, truthOf);
    await judgeNext(anna, run.id, truthOf);
    const { people, outsiders, isOpen } = await panelPeople(world.lead, project);
    expect(people.map(({ name, arrival, judged }) => [name, arrival, judged])).toEqual([
      ['anna', 'judged', 2],
      ['ben', 'joined', 0],
      ['cora', 'not-invited', 0],
    ]);
    expect(outsiders).toEqual([{ login: 'zoe', name: 'zoe', judged: 0 }]);
    expect(isOpen).toBe(false);
    await expect(panelPeople(anna, project)).rejects.toMatchObject({
      faults: [{ code: 'role-needed' }],
    });
  });
  it('are shown with their links, and those who judge without being among them', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { units: 3, annotators: 1 }';
    const content = protocolContent({
      rounds,
      panel:
        '  people: { names: [ida, Kim, uma, eva] }\n' +
        '  experts: { names: [ben, lena, "Old Name", tom], weight: 2 }',
    });
    // Before the panel named people, ada judged.
    await makeProject(world, protocolContent({ rounds }), 3);
    const ada = await world.person('ada', 'adjudicator');
    const given = { project, round: 'full', annotators: ['ada'], seed: 1 };
    await judgeNext(ada, (await openRound(world.lead, given)).run.id, truthOf);
    await newProtocolVersion(world.lead, { project, content, reason: 'A panel.' });
    const day = { project, role: 'annotator', days: 1 } as const;
    for (const login of ['ida', 'uma', 'eva']) await invite(world.lead, { ...day, login });
    world.pass(12 * 60);
    await invite(world.lead, { ...day, login: 'kim' });
    for (const { id, login } of await invitations(world.lead, project))
      if (login === 'eva') await withdrawInvitation(world.lead, { project, id });
    const ben = await world.person('ben');
    for (const [login, role] of [
      ['zoe', 'annotator'],
      ['rea', 'reviewer'],
      ['dora', 'adjudicator'],
      ['gone', 'annotator'],
    ] as const)
      await world.person(login, role);
    await removeMember(world.lead, { project, login: 'gone' });
    await world.store.write((tx) =>
      beginSession(tx, world.lead, { id: ben.actor.account, login: 'ben' }),
    );
    // At this time the links of the first day end.
    world.pass(12 * 60);
    const shown = await panelPeople(world.lead, project);
    const nobody = { weight: 1, invitedUntil: null, lastSeenAt: null, judged: 0, isLogin: true };
    const ended = '2026-03-03T08:00:00.000Z';
    const people = { ...nobody, entry: 'people' };
    const experts = { ...nobody, entry: 'experts', weight: 2 };
    expect(shown.people).toEqual([
      { ...people, name: 'ida', arrival: 'expired', invitedUntil: ended },
      {
        ...people,
        name: 'Kim',
        arrival: 'invited',
        invitedUntil: '2026-03-03T20:00:00.000Z',
        isLogin: false,
      },
      { ...people, name: 'uma', arrival: 'expired', invitedUntil: ended },
      { ...people, name: 'eva', arrival: 'not-invited' },
      { ...experts, name: 'ben', arrival: 'joined', lastSeenAt: '2026-03-02T20:00:00.000Z' },
      { ...experts, name: 'lena', arrival: 'joined' },
      { ...experts, name: 'Old Name', arrival: 'not-invited', isLogin: false },
      { ...experts, name: 'tom', arrival: 'not-invited' },
    ]);
    // An adjudicator outside of the panel counts once they judge; a reviewer does not.
    expect(shown.outsiders).toEqual([
      { login: 'ada', name: 'ada', judged: 1 },
      { login: 'zoe', name: 'zoe', judged: 0 },
    ]);
    await expect(panelPeople(world.lead, 'nosuch')).rejects.toMatchObject({
      faults: [{ code: 'not-found' }],
    });
  });

  it('are everybody where the panel names nobody', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  {}' }), 1);
    await world.person('anna');
    expect(await panelPeople(world.lead, project)).toEqual({
      people: [],
      outsiders: [],
      isOpen: true,
    });
  });
});
