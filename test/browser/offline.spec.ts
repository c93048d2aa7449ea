import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ownUnits } from '../../src/operations/judging/own-units.ts';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import { leadProject } from './lead-project.ts';
import type { Person, Workbench } from './workbench.ts';
import { test } from './workbench.ts';
import { judgmentRows } from '../record-rows.ts';

/** An expert of the regulatory project with a pilot of 45 units before them. */
async function pilot(
  workbench: Workbench,
): Promise<{ readonly expert: Person; readonly run: string; readonly project: string }> {
  const { project, lead, experts } = await leadProject(workbench, { rounds: ['training'] });
  const { run } = await openRound(lead.work, { project, round: 'pilot', seed: 5 });
  return { expert: experts[0]!, run: run.id, project };
}

/**
 * The judgments of the person in the run as the database has them, in the order in which they came.
 */
async function judged(
  workbench: Workbench,
  { expert, run, project }: Awaited<ReturnType<typeof pilot>>,
): Promise<readonly { readonly unit: string; readonly supersedes: string | null }[]> {
  const all = await workbench.workspace().store.read((db) => judgmentRows(db, { project }));
  return all.filter((one) => one.run === run && one.annotator === expert.login);
}

/** The person's own order. */
async function order(
  workbench: Workbench,
  { expert, run }: Awaited<ReturnType<typeof pilot>>,
): Promise<readonly string[]> {
  return (
    await ownUnits({ ...workbench.workspace(), actor: expert.work.actor }, { run, which: 'open' })
  ).places.map((place) => place.unit);
}

/** Says that no label applies, and submits; by keyboard. */
async function judgeNone(page: Page, unit: string): Promise<void> {
  await expect(page.getByText(unit, { exact: true })).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
}

const bar = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('button')
    .filter({ hasText: /saved?|connection|Saving/ });

test('thirty saves without a connection are sent once and in order when the server is back', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  const units = await order(workbench, work);
  await workbench.signIn(page.context(), work.expert);
  await page.goto(`${workbench.address}/work/${work.run}`);
  await judgeNone(page, units[0]!);
  await expect(bar(page)).toHaveText('Everything is saved');
  await page.waitForLoadState('networkidle');
  await workbench.stop();
  for (let at = 1; at <= 30; at += 1) await judgeNone(page, units[at]!);
  await expect(bar(page)).toHaveText(
    'No connection. 30 saves are kept in this browser and will be sent.',
  );
  await expect(page.getByText(units[31]!, { exact: true })).toBeVisible();
  await workbench.start();
  await expect(bar(page)).toHaveText('Everything is saved');
  expect((await judged(workbench, work)).map((one) => one.unit)).toEqual(units.slice(0, 31));
});

test('what waits survives the closing of the page, and is sent by the next one', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  const units = await order(workbench, work);
  await workbench.signIn(page.context(), work.expert);
  await page.goto(`${workbench.address}/work/${work.run}`);
  await expect(page.getByText(units[0]!, { exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await workbench.stop();
  await judgeNone(page, units[0]!);
  await judgeNone(page, units[1]!);
  await expect(bar(page)).toHaveText(/2 saves are kept/);
  await page.close();
  await workbench.start();
  const next = await page.context().newPage();
  await next.goto(workbench.address);
  await expect(bar(next)).toHaveText('Everything is saved');
  await expect
    .poll(async () => (await judged(workbench, work)).map((one) => one.unit))
    .toEqual(units.slice(0, 2));
});

test('a reload in the middle returns to the same draft, with and without the server having it', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  const units = await order(workbench, work);
  await workbench.signIn(page.context(), work.expert);
  await page.goto(`${workbench.address}/work/${work.run}`);
  await judgeNone(page, units[0]!);
  await expect(page.getByText(units[1]!, { exact: true })).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('m');
  await page.keyboard.type('Half a senten');
  await page.reload();
  await expect(page.getByText(units[1]!, { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Credit risk' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Half a senten');
  // Another browser of the same person gets it from the server.
  const elsewhere = await page.context().browser()!.newContext();
  await workbench.signIn(elsewhere, work.expert);
  const other = await elsewhere.newPage();
  await expect(async () => {
    await other.goto(`${workbench.address}/work/${work.run}`);
    await expect(other.getByRole('textbox', { name: 'Notes' })).toHaveValue('Half a senten', {
      timeout: 2000,
    });
  }).toPass();
  await elsewhere.close();
});

test('two tabs on the same unit follow each other, and what one submits the other does not submit again', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  const units = await order(workbench, work);
  await workbench.signIn(page.context(), work.expert);
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${workbench.address}/work/${work.run}`);
    await expect(tab.getByText(units[0]!, { exact: true })).toBeVisible();
  }
  await page.bringToFront();
  await page.keyboard.press('3');
  await expect(other.getByRole('checkbox', { name: 'Securitisation' })).toBeChecked();
  await page.keyboard.press('w');
  await page.keyboard.press('Enter');
  await expect(page.getByText(units[1]!, { exact: true })).toBeVisible();
  await expect(other.getByText(units[1]!, { exact: true })).toBeVisible();
  await other.bringToFront();
  await judgeNone(other, units[1]!);
  await expect(page.getByText(units[2]!, { exact: true })).toBeVisible();
  await expect(bar(page)).toHaveText('Everything is saved');
  await expect(bar(other)).toHaveText('Everything is saved');
  expect(await judged(workbench, work)).toMatchObject([
    { unit: units[0], supersedes: null },
    { unit: units[1], supersedes: null },
  ]);
});

test('two devices do not fight: the one that comes later is asked which draft holds', async ({
  page,
  browser,
  workbench,
}) => {
  const work = await pilot(workbench);
  const units = await order(workbench, work);
  await workbench.signIn(page.context(), work.expert);
  const elsewhere = await browser.newContext();
  await workbench.signIn(elsewhere, work.expert);
  const other = await elsewhere.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${workbench.address}/work/${work.run}`);
    await expect(tab.getByText(units[0]!, { exact: true })).toBeVisible();
  }
  const kept = other.waitForResponse(
    (response) => response.url().endsWith('/draft') && response.ok(),
  );
  await other.keyboard.press('m');
  await other.keyboard.type('From the other device, and longer');
  await kept;
  await page.keyboard.press('m');
  await page.keyboard.type('Mine');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Mine');
  await elsewhere.close();
});

test('a session that ended elsewhere loses nothing: after signing in again the work is sent', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  const units = await order(workbench, work);
  await workbench.signIn(page.context(), work.expert);
  await page.goto(`${workbench.address}/work/${work.run}`);
  await expect(page.getByText(units[0]!, { exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await judgeNone(page, units[0]!);
  await expect(page).toHaveURL(/sign-in/);
  await expect(page.getByText('Your work is saved in this browser')).toBeVisible();
  await page.getByLabel('Login').fill(work.expert.login);
  await page.getByLabel('Password', { exact: true }).fill(work.expert.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/work/${work.run}`));
  await expect
    .poll(async () => (await judged(workbench, work)).map((one) => one.unit))
    .toEqual([units[0]]);
});
