import { expect, it } from 'vitest';
import { describeStores } from '../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../test/work-world.ts';
import { projectProtocol, roundOf, taskOf } from './project-protocol.ts';

describeStores('the protocol of a project', (databases) => {
  it('is the latest, or the version that is asked for, and read once', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: all }' }), 2);
    const read = await projectProtocol(world.store, project);
    expect(read.version).toBe(1);
    expect(await projectProtocol(world.store, project, 1)).toBe(read);
    expect(roundOf(read, 'full').kind).toBe('full');
    expect(taskOf(read, 'topics').task.id).toBe('topics');
  });

  it('is refused where there is no such project, version, round or task', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: all }' }), 2);
    const missing = { faults: [{ code: 'not-found' }] };
    await expect(projectProtocol(world.store, 'nosuch')).rejects.toMatchObject(missing);
    await expect(projectProtocol(world.store, project, 2)).rejects.toMatchObject(missing);
    const read = await projectProtocol(world.store, project);
    expect(() => roundOf(read, 'nosuch')).toThrow('nosuch');
    expect(() => taskOf(read, 'nosuch')).toThrow('nosuch');
  });
});
