import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { importFile } from '../src/operations/exchange/import-file.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { protocolFolder } from '../src/operations/protocol/protocol-folder.ts';
import { chooseModelVotes } from '../src/operations/rulings/model-votes.ts';
import type { WorkContext } from '../src/operations/work-context.ts';

/** The folder of the policy example. */
export const policyExample = new URL('../examples/policy-ground-truth', import.meta.url).pathname;

/** The name of its protocol, and so of the project. */
export const policyProject = 'policy-ground-truth';

/**
 * Puts the policy example, or a changed copy of it, with its units, all judgments and all overrides
 * in the record.
 */
export async function addPolicyExample(lead: WorkContext, folder = policyExample): Promise<void> {
  await createProject(lead, protocolFolder(folder));
  await importFile(lead, {
    project: policyProject,
    kind: 'units',
    path: join(folder, 'units/reviews.jsonl'),
    name: 'reviews.jsonl',
  });
  await openRound(lead, { project: policyProject, round: 'extraction', seed: 1 });
  for (const name of readdirSync(join(folder, 'judgments')))
    await importFile(lead, {
      project: policyProject,
      kind: 'judgments',
      round: 'extraction',
      path: join(folder, 'judgments', name),
      name,
    });
  await importFile(lead, {
    project: policyProject,
    kind: 'rulings',
    path: join(folder, 'rulings/overrides.json'),
    name: 'overrides.json',
  });
  const reason = 'Only models judge here.';
  await chooseModelVotes(lead, { project: policyProject, shown: true, reason });
}
