import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { loadExamples } from '../../src/operations/protocol/load-examples.ts';
import { PasswordHasher } from '../../src/operations/people/password.ts';
import { listRulings } from '../../src/store/rulings/rulings.ts';
import type { StoredRuling } from '../../src/store/rulings/rulings.ts';
import { examplePerson } from './shots.ts';
import { startWorkbench } from './workbench.ts';
import type { Workbench } from './workbench.ts';

export const project = 'policy-ground-truth';

export const verdicts = `/projects/${project}/verdicts`;

/**
 * A workspace as `npm start` makes it, which the tests of a worker share: those that rule do so on
 * units of their own.
 */
export const test = base.extend<object, { examples: Workbench }>({
  examples: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const workbench = await startWorkbench();
      await loadExamples(
        workbench.workspace(),
        new PasswordHasher({ logN: 4, r: 8, p: 1 }),
        'the password of everybody',
      );
      await use(workbench);
      await workbench.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

export async function open(
  page: Page,
  workbench: Workbench,
  login: string,
  path: string,
): Promise<void> {
  await workbench.signIn(page.context(), await examplePerson(workbench, login));
  await page.goto(workbench.address + path);
}

export async function rulingsOn(
  workbench: Workbench,
  unit: string,
): Promise<readonly StoredRuling[]> {
  return await workbench
    .workspace()
    .store.read((db) => listRulings(db, { project, task: 'allergy', unit }));
}
