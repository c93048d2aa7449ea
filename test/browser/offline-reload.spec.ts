import { expect } from '@playwright/test';
import { bar, isStored, judgedUnits, keptUnits, pilot } from './kept-work.ts';
import { test } from './workbench.ts';

test('a reload without a connection returns to the draft, work goes on, and is sent later', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  await workbench.signIn(page.context(), work.expert);
  await page.goto(`${workbench.address}/work/${work.run}`);
  await expect(page.getByText(work.units[0]!, { exact: true })).toBeVisible();
  await isStored(page, work.run);
  await workbench.stop();
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await expect(page.getByText(work.units[1]!, { exact: true })).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('w');
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
  await expect(bar(page)).toHaveText('Everything is saved');
  expect(await judgedUnits(workbench, work)).toEqual(work.units.slice(0, 2));
});

test('pages are kept, replies of the interface never are, and signing out forgets the work', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  await workbench.signIn(page.context(), work.expert);
  await page.goto(`${workbench.address}/work/${work.run}`);
  await expect(page.getByText(work.units[0]!, { exact: true })).toBeVisible();
  await isStored(page, work.run);
  const cached = await page.evaluate(async () =>
    (
      await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname),
        ),
      )
    ).flat(),
  );
  expect(cached).toContain('/');
  expect(cached.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  const reply = await page.request.get(`${workbench.address}/service-worker.js`);
  expect(reply.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });

  await page
    .getByRole('button', { name: /Account|expert_a|Expert A/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/sign-in/);
  expect(await keptUnits(page, work.run)).toBe(0);
  await workbench.stop();
  await page.goto(`${workbench.address}/work/${work.run}`);
  await expect(page.getByText('The server cannot be reached')).toBeVisible();
});
