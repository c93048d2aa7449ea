import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { grantRole } from '../../store/people/memberships.ts';
import { actorOf, identifyToken } from './identity.ts';
import { createToken } from './tokens.ts';

const rounds = '  full: { units: all, annotators: 2 }';

describeStores('a token', (databases) => {
  it('gives the roles of its account in its own project, and none from other projects', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 2);
    const mia = await world.person('mia', 'lead');
    const { secret } = await createToken(mia, { project, name: 'nightly', scope: 'read', days: 1 });
    await world.store.write((tx) =>
      grantRole(tx, {
        project: 'elsewhere',
        account: mia.actor.account,
        role: 'adjudicator',
        createdAt: mia.clock().toISOString(),
      }),
    );
    const identity = await identifyToken(mia, secret);
    expect(identity?.memberships).toEqual([{ project, role: 'lead' }]);
    expect(actorOf(identity!).roleIn('elsewhere')).toBeNull();
  });

  it('gives the roles that its account has in the whole workspace in its own project only', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 2);
    const given = { project, name: 'nightly', scope: 'read', days: 1 } as const;
    const { secret } = await createToken(world.lead, given);
    const actor = actorOf((await identifyToken(world.lead, secret))!);
    expect([actor.roleIn(project), actor.roleIn('elsewhere')]).toEqual(['lead', null]);
  });
});
