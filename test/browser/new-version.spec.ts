import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { bar, isStored, judgedUnits, pilot } from './kept-work.ts';
import { newerMark, writeNewerBuild } from './newer-build.ts';
import { test as base } from './workbench.ts';

/** Tests with a second build of the pages beside the first. */
const test = base.extend<{ newer: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
  newer: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-newer-'));
    writeNewerBuild(folder);
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

// The browser fetches a whole version in its own time.

/** The versions that the parts of a page come from. More than one is a mixture. */
async function versionsOf(page: Page): Promise<readonly string[]> {
  const parts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((one) => new URL(one.name).pathname)
      .filter((path) => path.startsWith('/assets/')),
  );
  expect(parts.length).toBeGreaterThan(5);
  return [
    ...new Set(parts.map((path) => (path.startsWith(`/assets/${newerMark}`) ? 'newer' : 'older'))),
  ];
}

/** The versions that the browser keeps, the oldest first. */
async function keptVersions(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate(() => caches.keys());
  return names.map((name) => (name.startsWith(`assay-${newerMark}`) ? 'newer' : 'older'));
}

test('a newer version takes over with what waits and what is half written, also offline', async ({
  page,
  workbench,
  newer,
}) => {
  const work = await pilot(workbench);
  await workbench.signIn(page.context(), work.expert);
  await page.goto(`${workbench.address}/work/${work.run}`);
  await isStored(page, work.run);
  expect(await versionsOf(page)).toEqual(['older']);
  await workbench.stop();
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await expect(page.getByText(work.units[1]!, { exact: true })).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('w');
  await page.keyboard.press('m');
  await page.keyboard.type('Half a senten');
  await expect(bar(page)).toHaveText(/1 save is kept/);
  // Left before there is a server again, so that the older version has no chance to send it.
  await page.goto('about:blank');

  await workbench.start(newer);
  await page.goto(`${workbench.address}/work/${work.run}`);
  await expect(page.getByText(work.units[1]!, { exact: true })).toBeVisible();
  expect(await versionsOf(page)).toEqual(['newer']);
  await expect(page.getByRole('checkbox', { name: 'Credit risk' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Half a senten');
  await expect(bar(page)).toHaveText('Everything is saved');
  expect(await judgedUnits(workbench, work)).toEqual(work.units.slice(0, 1));

  await expect.poll(() => keptVersions(page)).toEqual(['newer']);
  await workbench.stop();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Half a senten');
  expect(await versionsOf(page)).toEqual(['newer']);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(work.units[2]!, { exact: true })).toBeVisible();
  await workbench.start(newer);
  await expect(bar(page)).toHaveText('Everything is saved');
  expect(await judgedUnits(workbench, work)).toEqual(work.units.slice(0, 2));
});

test('a tab with the older version keeps all of its parts beside one with the newer', async ({
  page,
  workbench,
  newer,
}) => {
  const work = await pilot(workbench);
  await workbench.signIn(page.context(), work.expert);
  await page.goto(`${workbench.address}/work/${work.run}`);
  await isStored(page, work.run);
  await workbench.stop();
  await workbench.start(newer);
  await page.evaluate(async () => await (await navigator.serviceWorker.ready).update());
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
    .toBe('installed');
  const other = await page.context().newPage();
  await other.addInitScript(() => {
    const send = ServiceWorker.prototype.postMessage;
    ServiceWorker.prototype.postMessage = function offered(part: unknown): void {
      document.documentElement.dataset['offered'] = String(part);
      send.call(this, part);
    };
  });
  await other.goto(workbench.address);
  await expect(other.getByRole('heading', { name: 'Your work' })).toBeVisible();
  expect(await versionsOf(other)).toEqual(['newer']);
  // The page offers itself to the version that waits, which must not take over beside another tab.
  await expect(other.locator('html[data-offered]')).toHaveCount(1);

  // Neither has loaded this scene yet. The server has only the newer one, and then there is no
  // server.
  await forgetResponses(page);
  await openProfile(page);
  expect(await versionsOf(page)).toEqual(['older']);
  await workbench.stop();
  await openProfile(other);
  expect(await versionsOf(other)).toEqual(['newer']);
  expect(await keptVersions(other)).toEqual(['older', 'newer']);
  await workbench.start(newer);

  await page.close();
  await other.reload();
  await expect.poll(() => keptVersions(other)).toEqual(['newer']);
  expect(await versionsOf(other)).toEqual(['newer']);
});

/** Empties what the browser keeps of its own accord, so that only the service worker can help. */
async function forgetResponses(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
}

/** Goes to the profile within the page. */
async function openProfile(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Account|expert_a|Expert A/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveTitle(/^Profile/);
}
