import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { setDisabled } from './accounts.ts';
import { removeMember } from './people.ts';
import { requireStillLead } from './still-lead.ts';

const rounds = '  full: { units: all, annotators: 1 }';

describeStores('whoever was a lead when the request arrived', (databases) => {
  it('is refused in the write once they are none', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 1);
    const lea = await world.person('lea', 'lead');
    const check = (via: 'cli' | 'session', where?: string): Promise<void> =>
      world.store.write((tx) => requireStillLead(tx, { ...lea.actor, via }, where));
    const refused = { faults: [{ code: 'not-signed-in' }] };
    await check('session', project);
    // A lead of a project is none of the workspace.
    await expect(check('session')).rejects.toMatchObject(refused);
    await removeMember(world.lead, { project, login: 'lea' });
    await expect(check('session', project)).rejects.toMatchObject(refused);
    // Whoever has the machine may always: the program asks for no account.
    await check('cli', project);
  });

  it('is refused in the write once their account is disabled', async () => {
    const world = await makeWorld(await databases.open());
    const lea = await world.person('lea', 'lead', '*');
    await world.store.write((tx) => requireStillLead(tx, lea.actor));
    await setDisabled(world.lead, { login: 'lea', disabled: true });
    await expect(world.store.write((tx) => requireStillLead(tx, lea.actor))).rejects.toMatchObject({
      faults: [{ code: 'not-signed-in' }],
    });
  });
});
