import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createProject } from '../src/operations/create-project.ts';
import { importFile } from '../src/operations/import-file.ts';
import { protocolFolder } from '../src/operations/protocol-folder.ts';
import type { WorkContext } from '../src/operations/work-context.ts';

/** The folder of the policy example. */
export const policyExample = new URL('../examples/policy-ground-truth', import.meta.url).pathname;

/** The name of its protocol, and so of the project. */
export const policyProject = 'policy-ground-truth';

/** Puts the policy example with its units, all judgments and all overrides in the record. */
export async function addPolicyExample(lead: WorkContext): Promise<void> {
  await createProject(lead, protocolFolder(policyExample));
  await importFile(lead, { project: policyProject, kind: 'units', path: join(policyExample, 'units/reviews.jsonl'), name: 'reviews.jsonl' });
  for (const name of readdirSync(join(policyExample, 'judgments'))) await importFile(lead, { project: policyProject, kind: 'judgments', path: join(policyExample, 'judgments', name), name });
  await importFile(lead, { project: policyProject, kind: 'rulings', path: join(policyExample, 'rulings/overrides.json'), name: 'overrides.json' });
}
