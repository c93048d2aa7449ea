import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { openRound } from '../../src/operations/open-round.ts';
import { ownUnits } from '../../src/operations/own-units.ts';
import { judgmentsSince } from '../../src/store/judgments.ts';
import { leadProject } from './lead-project.ts';
import type { Person, Workbench } from './workbench.ts';
import { test } from './workbench.ts';

interface Work {
  readonly expert: Person;
  readonly run: string;
  readonly project: string;
  readonly units: readonly string[];
}

/** An expert of the regulatory project with a pilot before them. */
async function pilot(workbench: Workbench): Promise<Work> {
  const { project, lead, experts } = await leadProject(workbench, { rounds: ['training'] });
  const { run } = await openRound(lead.work, { project, round: 'pilot', seed: 5 });
  const expert = experts[0]!;
  const { places } = await ownUnits({ ...workbench.workspace(), actor: expert.work.actor }, { run: run.id, which: 'open' });
  return { expert, run: run.id, project, units: places.map((place) => place.unit) };
}

/** Waits until the browser keeps the pages, and what lies ahead. */
async function isKept(page: Page, run: string): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => keptUnits(page, run), { timeout: 20_000 }).toBeGreaterThanOrEqual(40);
}

function keptUnits(page: Page, run: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('assay-last-replies', 1);
        request.addEventListener('success', () => {
          const read = request.result.transaction('replies').objectStore('replies').get(name) as IDBRequest<{ units: unknown[] } | undefined>;
          read.addEventListener('success', () => {
            request.result.close();
            resolve(read.result?.units.length ?? 0);
          });
        });
      }),
    `shelf/${run}`,
  );
}

const bar = (page: Page) => page.getByRole('banner').getByRole('button').filter({ hasText: /saved?|connection|Saving/ });

test('a reload without a connection returns to the same unit with the same draft, work goes on, and all of it is sent later', async ({ page, workbench }) => {
  const work = await pilot(workbench);
  await workbench.signIn(page.context(), work.expert);
  await page.goto(`${workbench.address}/work/${work.run}`);
  await expect(page.getByText(work.units[0]!, { exact: true })).toBeVisible();
  await isKept(page, work.run);
  await workbench.stop();
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await expect(page.getByText(work.units[1]!, { exact: true })).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('m');
  await page.keyboard.type('Half a senten');

  await page.reload();
  await expect(page.getByText(work.units[1]!, { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Credit risk' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Half a senten');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(work.units[2]!, { exact: true })).toBeVisible();
  await expect(bar(page)).toHaveText(/2 saves are kept/);

  await workbench.start();
  await expect(bar(page)).toHaveText('Everything is saved', { timeout: 30_000 });
  const all = await workbench.workspace().store.read((db) => judgmentsSince(db, { project: work.project, after: 0, limit: 1000 }));
  expect(all.filter((one) => one.run === work.run).map((one) => one.unit)).toEqual(work.units.slice(0, 2));
});

test('the pages are kept, the replies of the interface never are, and signing out forgets what was kept of the work', async ({ page, workbench }) => {
  const work = await pilot(workbench);
  await workbench.signIn(page.context(), work.expert);
  await page.goto(`${workbench.address}/work/${work.run}`);
  await expect(page.getByText(work.units[0]!, { exact: true })).toBeVisible();
  await isKept(page, work.run);
  const cached = await page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname)))).flat());
  expect(cached).toContain('/');
  expect(cached.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  const reply = await page.request.get(`${workbench.address}/service-worker.js`);
  expect(reply.headers()).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'; connect-src 'self'" });

  await page.getByRole('button', { name: /Account|expert_a|Expert A/ }).first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/sign-in/);
  expect(await keptUnits(page, work.run)).toBe(0);
  await workbench.stop();
  await page.goto(`${workbench.address}/work/${work.run}`);
  await expect(page.getByText('The server cannot be reached')).toBeVisible();
});
