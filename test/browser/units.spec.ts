import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { leadProject } from './lead-project.ts';
import { test } from './workbench.ts';

test('a lead finds units by words and votes, and excludes two for one reason', async ({
  page,
  workbench,
}) => {
  const { project, lead } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/units`);
  const table = page.getByRole('table', { name: 'Units' });
  await expect(table.getByRole('row')).toHaveCount(51);
  await expectAccessible(page);

  const found = page.getByText(/^\d+ units?$/);
  const all = Number((await found.textContent())!.split(' ')[0]);
  await page.getByRole('searchbox', { name: 'Search' }).fill('capital');
  await expect(page).toHaveURL(/text=capital/);
  await expect
    .poll(async () => Number((await found.textContent())!.split(' ')[0]))
    .toBeLessThan(all);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('capital');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(found).toHaveText(`${all} units`);

  await page.getByRole('combobox', { name: 'Judged by' }).selectOption('expert_a');
  await page.getByRole('checkbox', { name: 'Judged differently' }).check();
  await expect(page).toHaveURL(/disagreement=true/);
  await page.getByRole('checkbox', { name: 'Largest disagreement first' }).check();
  const first = table.getByRole('row').nth(1);
  await expect(first.getByText(/×/).first()).toBeVisible();
  const [one, two] = [await unitOf(1), await unitOf(2)];
  await page.getByRole('checkbox', { name: `Choose ${one}`, exact: true }).check();
  await page.getByRole('checkbox', { name: `Choose ${two}`, exact: true }).check();
  await expect(page.getByText('2 chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Exclude…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exclude units' });
  await expect(dialog.getByRole('button', { name: 'Exclude' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('textbox').fill('Cut off in the middle of a table.');
  await dialog.getByRole('button', { name: 'Exclude' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: /^Excluded 2/ }).click();
  await expect(table.getByRole('link', { name: one, exact: true })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(3);

  // Nothing has to be moved sideways: everything fits, or each row is a card.
  for (const [width, isCards] of [
    [1440, false],
    [1280, false],
    [390, true],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const frame = page.getByRole('group', { name: 'Units', exact: true });
    await expect
      .poll(async () => await frame.evaluate((element) => element.dataset['cards'] === 'true'))
      .toBe(isCards);
    const beyond = await frame.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(beyond, `sideways at ${width}`).toBeLessThanOrEqual(1);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
  }
  await expect(first.getByText(/×/).first()).toBeVisible();
  await expectAccessible(page);

  async function unitOf(row: number): Promise<string> {
    return (await table.getByRole('row').nth(row).getByRole('link').first().textContent())!;
  }
});
