import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { guidelineChanged } from './guideline-changed.ts';
import { leadProject } from './lead-project.ts';
import { test } from './workbench.ts';

const limit = 250 * 1000;

/** The scripts that a page loads before it is still, gzipped, in bytes. */
async function scriptsOf(page: Page, address: string): Promise<number> {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.set(response.url(), response.body());
  });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const bodies = await Promise.all(scripts.values());
  expect(bodies.length).toBeGreaterThan(0);
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
}

test('the first load of the start page and of the work are under 250 kB of gzipped script', async ({
  browser,
  workbench,
}) => {
  const story = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  const run = await guidelineChanged(story);
  for (const path of ['/', `/work/${run}`]) {
    const context = await browser.newContext();
    await workbench.signIn(context, story.experts[0]!);
    expect(await scriptsOf(await context.newPage(), workbench.address + path), path).toBeLessThan(
      limit,
    );
    await context.close();
  }
});

test('judging asks at once for all that it begins with, each only once', async ({
  page,
  workbench,
}) => {
  const story = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  const run = await guidelineChanged(story);
  await workbench.signIn(page.context(), story.experts[0]!);
  const begins = ['/api/session', '/api/me/work', `/api/runs/${run}/next?count=3`];
  const asked: string[] = [];
  const all = Promise.withResolvers<void>();
  // No reply before all are asked for: what waited for another would wait for ever.
  await page.route('**/api/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    asked.push(pathname + search);
    if (begins.every((path) => asked.includes(path))) all.resolve();
    await all.promise;
    await route.continue();
  });
  await page.goto(`${workbench.address}/work/${run}`);
  await expect(page.locator('[data-unit]')).toBeVisible();
  for (const path of begins) expect(asked.filter((one) => one === path)).toEqual([path]);
});

test('what was asked for early by nobody is asked for again by who signs in', async ({
  page,
  workbench,
}) => {
  const story = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  const run = await guidelineChanged(story);
  await page.goto(`${workbench.address}/work/${run}`);
  const { login, password } = story.experts[0]!;
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-unit]')).toBeVisible();
});
