import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { leadProject } from './lead-project.ts';
import { listRuns } from '../../src/store/rounds/rounds.ts';
import { test } from './workbench.ts';

test('an annotator finds an own judgment by its words and revises it', async ({
  page,
  workbench,
}) => {
  const { project, experts } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  const runs = await workbench.workspace().store.read((db) => listRuns(db, project));
  const run = runs.find((one) => one.round === 'pilot')!;
  await workbench.signIn(page.context(), experts[0]!);
  await page.goto(`${workbench.address}/work/${run.id}/judgments`);
  const table = page.getByRole('table', { name: 'My judgments' });
  await expect(table.getByRole('rowheader').first()).toBeVisible();
  const unit = (await table.getByRole('rowheader').nth(2).innerText()).trim();
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Search units' }).fill(unit);
  await expect(page).toHaveURL(/text=/);
  await expect(table.getByRole('rowheader')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: '1 judgment found' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search units' }).fill('zzzzz');
  await expect(page.getByText('None of your units contains that.')).toBeVisible();
  await page.goBack();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${workbench.address}/work/${run.id}/judgments`);
  await expect(table.getByRole('rowheader').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
  await table.getByRole('link', { name: unit, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/work/${run.id}\\?unit=`));
});

test('a pair’s confusion matrix opens the units of a cell', async ({ page, workbench }) => {
  const { project, lead } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), lead);
  await page.goto(
    `${workbench.address}/projects/${project}/agreement?first=expert_a&second=expert_b`,
  );
  await expect(page.getByText('How expert_a and expert_b answered')).toBeVisible();
  const cell = page.getByRole('link', { name: /^\d+: expert_a says .*, expert_b says / });
  await expect(cell.first()).toBeVisible();
  await expectAccessible(page);
  const name = (await cell.last().getAttribute('aria-label'))!;
  const count = Number(/^\d+/.exec(name)![0]);
  await cell.last().click();
  await expect(page).toHaveURL(/by2=expert_b/);
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(Math.min(count, 50));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goBack();
  await expect(cell.first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
