import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { createProject } from '../protocol/create-project.ts';
import { newProtocolVersion, previewProtocolVersion } from '../protocol/new-protocol-version.ts';
import { removeMember } from './people.ts';

/** A protocol with people, the rule `keywords` and one more entry of the panel. */
const withModel = (entry: string) =>
  protocolContent({ rounds: '  {}', panel: `  people: {}\n  ${entry}` });

describeStores('names of the panel', (databases) => {
  it.each([
    ['Anna', 'anna', 'Anna: { kind: model, runs: 2 }'],
    ['mini#2', 'mini#2', 'mini: { kind: model, runs: 2 }'],
    ['nano', 'nano', 'nano: { kind: model }'],
  ])(
    'no new version calls a rule or a model %s when %s is or was in the project',
    async (name, login, entry) => {
      const world = await makeWorld(await databases.open());
      await makeProject(world, protocolContent({ rounds: '  {}' }), 1);
      await world.person(login);
      if (login === 'nano') await removeMember(world.lead, { project, login });
      const asked = { project, content: withModel(entry) };
      const refused = {
        faults: [{ code: 'member-name', field: 'panel', values: { name, login, project } }],
      };
      await expect(newProtocolVersion(world.lead, asked)).rejects.toMatchObject(refused);
      await expect(previewProtocolVersion(world.lead, asked)).rejects.toMatchObject(refused);
    },
  );

  it('a name that the panel had before somebody took it stands in the way of no version', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, withModel('nano: { kind: model }'), 1);
    await world.person('nano');
    const content = { ...withModel('nano: { kind: model }'), guideline: '# Guideline 1.1\n' };
    content.source = content.source.replace('version: "1.0"', 'version: "1.1"');
    expect(await newProtocolVersion(world.lead, { project, content })).toMatchObject({
      version: 2,
    });
  });

  it('no project calls a model like a lead of the workspace', async () => {
    const world = await makeWorld(await databases.open());
    const content = withModel('lena: { kind: model }');
    await expect(createProject(world.lead, content)).rejects.toMatchObject({
      faults: [{ code: 'member-name', values: { name: 'lena', login: 'lena', project } }],
    });
  });
});
