import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { leadProject } from './lead-project.ts';
import { test } from './workbench.ts';

test('a senior rules by keyboard alone, from the queue to the next case', async ({ page, workbench }) => {
  const { project, senior } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), senior);
  await page.goto(`${workbench.address}/projects/${project}/adjudicate`);
  const tied = page.getByRole('row').filter({ hasText: 'tied between' }).first();
  const unit = (await tied.getByRole('link').textContent())!;
  await tied.getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: unit })).toBeVisible();
  await expect(page.getByText('Annotator 1').first()).toBeVisible();
  await expect(page.getByText('expert_a')).toHaveCount(0);
  await expect(page.getByText(/^Still without an answer/)).toBeVisible();
  await expectAccessible(page);

  // Every label that is tied, one after the other: the cursor stands on the first of them.
  while (await page.getByText(/^Still without an answer/).isVisible()) {
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('e');
  await expect(page.getByRole('checkbox', { name: /Edge case for the register/ })).toBeChecked();
  await page.keyboard.press('p');
  await page.keyboard.type('Say which grade a passing mention gets.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await page.keyboard.type('The chunk sets out the rule itself.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Ruled on ${unit}.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(unit);

  await page.goto(`${workbench.address}/projects/${project}/adjudicate`);
  const register = page.getByRole('table', { name: 'Edge cases and questions' });
  await expect(register.getByText('The chunk sets out the rule itself.')).toBeVisible();
  await expect(page.getByText('Say which grade a passing mention gets.')).toBeVisible();
  await expectAccessible(page);
});

test('a ruling needs a reason; a unit can be excluded, and the history keeps both', async ({ page, workbench }) => {
  const { project, senior } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), senior);
  await page.goto(`${workbench.address}/projects/${project}/adjudicate`);
  await page.getByRole('link', { name: 'Begin with the first' }).click();
  await expect(page.getByRole('button', { name: 'Next case' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Case before' })).toBeDisabled();
  const unit = (await page.getByRole('heading', { level: 1 }).textContent())!;
  await page.keyboard.press('x');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('A ruling needs a reason.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('The chunk is a table of contents.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Ruled on ${unit}.`)).toBeVisible();
  await page.goto(`${workbench.address}/projects/${project}/adjudicate/topics/${encodeURIComponent(unit)}`);
  await expect(page.getByText('Excluded', { exact: true })).toBeVisible();
  await expect(page.getByText(/sam: excluded\. The chunk is a table of contents\./)).toBeVisible();
});

test('a lead may see the names, which stand hidden before', async ({ page, workbench }) => {
  const { project, lead } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/adjudicate`);
  await page.getByRole('link', { name: 'Begin with the first' }).click();
  await expect(page.getByText('Annotator 1').first()).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByRole('columnheader', { name: /expert_a/ })).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByRole('columnheader', { name: /expert_a/ })).toHaveCount(0);
});
