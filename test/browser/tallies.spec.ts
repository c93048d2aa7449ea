import { expect } from '@playwright/test';
import { rulingQueue } from '../../src/operations/rulings/ruling-queue.ts';
import { addPolicyExample, policyProject } from '../policy-record.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './workbench.ts';

const caseOf = (unit: string): string =>
  `/projects/${policyProject}/adjudicate/allergy/${encodeURIComponent(unit)}`;

test('nine votes are tallied, the ruling stays in sight, and it says what it changes', async ({
  page,
  workbench,
}) => {
  const lead = await workbench.person('lena', { '*': 'lead' });
  await addPolicyExample(lead.work);
  const { items } = await rulingQueue(lead.work, { project: policyProject, task: 'allergy' });
  await workbench.signIn(
    page.context(),
    await workbench.person('sam', { [policyProject]: 'adjudicator' }),
  );
  const tied = items.find(({ reasons }) => reasons.some(({ kind }) => kind === 'tied'))!;
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${workbench.address}${caseOf(tied.unit)}`);
  const card = page.locator('[data-cursor=true]');
  const options = card.getByRole('group', { name: /^Ruling: / }).getByRole('button');
  await expect(card.getByText('Tied')).toBeVisible();
  // Counts, weights and numbers of votes; the options stand in one row.
  const texts = await options.allInnerTexts();
  const counts = texts.map((text) => Number(/(\d+) ×/.exec(text)![1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(9);
  expect(texts.filter((text) => /weight \d+/.test(text)).length).toBe(2);
  const tops = await options.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().top),
  );
  expect(new Set(tops.map(Math.round)).size).toBe(1);
  await expect(card.getByRole('list', { name: 'Votes' })).toHaveCount(0);
  await page.keyboard.press('v');
  await expect(card.getByRole('list', { name: 'Votes' }).getByRole('listitem')).toHaveCount(9);

  const submit = page.getByRole('button', { name: 'Rule and continue' });
  await expect(submit).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('1');
  const effects = page.getByText(/^This ruling: Waiting for a ruling → Ruled on/);
  await expect(effects).toBeVisible();
  await expect(effects).toContainText('of 8 verdicts');
  await effects.click();
  await expect(page.getByText(/gate.* of this task sta.* gates measure votes/)).toBeVisible();
  await expectAccessible(page);

  // Also while nothing but the unit is to be seen above it.
  await page.setViewportSize({ width: 390, height: 500 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(submit).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(submit).toBeInViewport({ ratio: 1 });
  await card.scrollIntoViewIfNeeded();
  await expect(submit).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
});

test('the queue is walked with one hand, and like cases one after the other', async ({
  page,
  workbench,
}) => {
  const lead = await workbench.person('lena', { '*': 'lead' });
  await addPolicyExample(lead.work);
  await workbench.signIn(
    page.context(),
    await workbench.person('sam', { [policyProject]: 'adjudicator' }),
  );
  await page.goto(`${workbench.address}/projects/${policyProject}/adjudicate`);
  await expect(page.getByRole('table', { name: 'Queue' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const second = (await page.locator(':focus').textContent())!;
  await page.keyboard.press('ArrowUp');
  const first = (await page.locator(':focus').textContent())!;
  expect(first).not.toBe(second);
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(first);
  await expect(page.getByRole('button', { name: 'Next case' })).toBeEnabled();
  await page.keyboard.press('.');
  await expect(heading).toHaveText(second);
  await page.keyboard.press(',');
  await expect(heading).toHaveText(first);
  // The first reason is written; from then on it can be taken again.
  await expect(page.getByRole('button', { name: 'Take your last reason' })).toHaveCount(0);
  await page.keyboard.press('x');
  await page.keyboard.press('r');
  await page.keyboard.type('Says nothing.');
  await page.keyboard.press('Control+Enter');
  await expect(heading).toHaveText(second);
  await page.keyboard.press('x');
  await page.keyboard.press('t');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Says nothing.');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Ruled on ${second}.`)).toBeVisible();

  const similar = page.getByRole('region', { name: 'Similar cases' });
  const walk = similar.getByRole('link', { name: /^Walk through these \d+ cases$/ });
  const left = (await rulingQueue(lead.work, { project: policyProject, task: 'allergy' })).items;
  for (const { unit } of left) {
    await page.goto(`${workbench.address}${caseOf(unit)}`);
    await expect(heading).toHaveText(unit);
    await expect(similar).toBeVisible();
    if ((await walk.count()) > 0) break;
  }
  await walk.click();
  await expect(page.getByText(/^Only cases with the same labels tied as/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Start with the first' }).click();
  await expect(page.getByText(/^cases like/)).toBeVisible();
  await page.getByRole('link', { name: 'Whole queue' }).click();
  await expect(page.getByText(/^cases like/)).toHaveCount(0);
});
