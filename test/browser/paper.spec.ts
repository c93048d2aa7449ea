import { expect } from '@playwright/test';
import { leadProject } from './lead-project.ts';
import { test } from './workbench.ts';

test('on paper a page stands alone and dark on white, also where the screen is dark', async ({
  page,
  workbench,
}) => {
  const { project, lead } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), lead);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${workbench.address}/projects/${project}/checklists`);
  const [navigation, title] = [
    page.getByRole('navigation').first(),
    page.getByRole('heading', { level: 1 }),
  ];
  const ink = (): Promise<string> => title.evaluate((element) => getComputedStyle(element).color);
  await expect(navigation).toBeVisible();
  const onScreen = await ink();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(navigation).toBeHidden();
  await expect(title).toBeVisible();
  await expect(page.getByRole('link', { name: /^Assay/ })).toBeVisible();
  expect(await ink()).not.toBe(onScreen);
});
