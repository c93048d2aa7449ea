import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { importFile } from '../src/operations/exchange/import-file.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { protocolFolder } from '../src/operations/protocol/protocol-folder.ts';
import { chooseModelVotes } from '../src/operations/rulings/model-votes.ts';
import { insertAccount, listAccounts } from '../src/store/people/accounts.ts';
import { grantRole } from '../src/store/people/memberships.ts';
import type { Store } from '../src/store/open-store.ts';
import { timeOrderedIds } from '../src/operations/time-ordered-ids.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { DatabaseTemplate } from './database-template.ts';

/** The folder of the policy example. */
export const policyExample = new URL('../examples/policy-ground-truth', import.meta.url).pathname;

/** Lets people without an account rule in every project. */
export async function letRule(store: Store, ...logins: readonly string[]): Promise<void> {
  const createdAt = '2026-01-01T00:00:00.000Z';
  const shown = { passwordHash: null, language: 'en', keymap: 'default', createdAt } as const;
  await store.write(async (tx) => {
    const known = new Set((await listAccounts(tx)).map((one) => one.login));
    for (const login of logins.filter((one) => !known.has(one))) {
      await insertAccount(tx, { id: `account-${login}`, login, name: login, ...shown });
      await grantRole(tx, { project: '*', account: `account-${login}`, role: 'lead', createdAt });
    }
  });
}

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
  await letRule(lead.store, lead.actor.login);
  await importFile(lead, {
    project: policyProject,
    kind: 'rulings',
    path: join(folder, 'rulings/overrides.json'),
    name: 'overrides.json',
  });
  const reason = 'Only models judge here.';
  await chooseModelVotes(lead, { project: policyProject, shown: true, reason });
}

/**
 * Puts a SQLite database with the policy example at a path: a copy of one into which it was
 * imported once.
 */
export async function putPolicyExample(path: string): Promise<string> {
  return await filled.put(path);
}

const filled = new DatabaseTemplate(async (store) => {
  const clock = (): Date => new Date('2026-01-22T10:00:00Z');
  const newId = timeOrderedIds(clock);
  await addPolicyExample({
    store,
    clock,
    newId,
    actor: { account: 'setup', login: 'setup', roleIn: () => 'lead', via: 'cli' },
  });
});
