import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { leadProject } from './lead-project.ts';
import { test } from './workbench.ts';

test('the home of a lead says what gates came to, how far rounds are and what waits', async ({
  page,
  workbench,
}) => {
  const { project, lead } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), lead);
  await page.goto(workbench.address);
  const pilot = page.getByRole('listitem').filter({ hasText: /^pilot/ });
  await expect(pilot.getByText(/^Gate (passed|failed)/)).toBeVisible();
  await expect(pilot.getByText(/^\d+ of \d+$/)).toBeVisible();
  const waiting = page.getByRole('link', {
    name: /^(\d+ cases? waits? for a ruling|No cases are waiting)/,
  });
  await expect(waiting).toBeVisible();
  await expectAccessible(page);
  await waiting.click();
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/adjudicate`));
});

test('an unknown project says so, and the way back', async ({ page, workbench }) => {
  const lead = await workbench.person('lena', { '*': 'lead' });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/nothing-here`);
  await expect(page.getByRole('heading', { level: 1, name: 'No such project' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Back to the start page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your work' })).toBeVisible();
});

test('a project with several tasks has a tab for each', async ({ page, workbench }) => {
  const lead = await workbench.person('lena', { '*': 'lead' });
  const project = await workbench.load('rag-tasks');
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}`);
  const tabs = page.getByRole('navigation', { name: 'Tasks' }).getByRole('link');
  await expect(tabs).toHaveCount(3);
  await tabs.nth(1).click();
  await expect(page).toHaveURL(/task=grounding/);
  await expect(tabs.nth(1)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: /^grounding/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^retrieval/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('the weekly chart has a legend that names the target of the gate', async ({
  page,
  workbench,
}) => {
  const { project, lead } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/agreement`);
  const legend = page.getByRole('list', { name: 'Legend' });
  await expect(legend.getByText('95 % interval')).toBeVisible();
  await expectAccessible(page);
});
