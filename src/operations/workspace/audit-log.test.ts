import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { wholeWorkspace } from '../../store/people/memberships.ts';
import { createProject } from '../protocol/create-project.ts';
import { auditLog } from './audit-log.ts';

describeStores('the audit log', (databases) => {
  it('of a project has nothing of another; that of the workspace has all', async () => {
    const world = await makeWorld(await databases.open());
    const content = protocolContent({ rounds: '  {}' });
    await makeProject(world, content, 1);
    const other = content.source.replace(`name: ${project}`, 'name: other');
    await createProject(world.lead, { ...content, source: other });
    const projectsIn = async (where: string): Promise<readonly (string | null)[]> => {
      const { entries } = await auditLog(world.lead, { project: where, limit: 50 });
      return [...new Set(entries.map((one) => one.project))].toSorted();
    };
    expect(await projectsIn(project)).toEqual([project]);
    expect(await projectsIn('other')).toEqual(['other']);
    expect(await projectsIn(wholeWorkspace)).toEqual(expect.arrayContaining([project, 'other']));
  });
});
