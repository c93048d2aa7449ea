import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { draftReport } from './write-report.ts';

const databases = testDatabases('sqlite');

it('a draft of the report is for leads and reviewers', async () => {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds: '  full: { annotators: 1 }' }), 1);
  const anna = await world.person('anna');
  const file = { out: join(temporaryFolder(), 'report.md'), force: false };
  const drafted = draftReport(anna, project, { seed: 1, names: false }, file);
  await expect(drafted).rejects.toMatchObject({ faults: [{ code: 'role-needed' }] });
  expect(existsSync(file.out)).toBe(false);
});
