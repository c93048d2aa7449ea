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
import { panelPeople } from './panel-people.ts';

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
});
