import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { answersFor } from './annotate-labels.ts';
import {
  goToWork,
  judgmentsOf,
  nextOnPage,
  openedRound,
  press,
  unitOnPage,
} from './annotate-rounds.ts';
import { guidelineChanged } from './guideline-changed.ts';
import { leadProject } from './lead-project.ts';
import { test } from './workbench.ts';
import { pilot, ticked } from './annotate-pilot.ts';

const guideline = (page: Page) => page.getByRole('complementary', { name: 'Guideline' });

test('the guideline opens at the label at hand, follows it, is searched, and lets one go on answering', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  await goToWork(page, workbench, work.expert, work.run);
  await press(page, 'Digit2', 'g');
  const card = (name: string) => guideline(page).getByRole('button', { name, exact: true });
  await expect(card('Credit risk')).toHaveAttribute('aria-expanded', 'true');
  await expect(card('Securitisation')).toHaveAttribute('aria-expanded', 'false');
  for (const part of ['Definition', 'Include', 'Exclude', 'Positive examples', 'Negative examples'])
    await expect(guideline(page).getByRole('heading', { name: part })).toBeVisible();
  await expect(guideline(page)).toContainText('version 1.0');
  await press(page, 'Digit3', 'e');
  await expect(card('Securitisation')).toHaveAttribute('aria-expanded', 'true');
  await expect(card('Credit risk')).toHaveAttribute('aria-expanded', 'false');
  await expect(
    page
      .getByRole('radiogroup', { name: 'Grade of Securitisation' })
      .getByRole('radio', { name: /^2/ }),
  ).toBeChecked();
  await card('FAQ').click();
  await expectAccessible(page);
  await guideline(page).getByRole('searchbox').fill('remuneration');
  await expect(card('Net stable funding ratio')).toHaveCount(0);
  await expect(card('Internal governance and remuneration')).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(guideline(page).locator('mark').first()).toHaveText(/remuneration/i);
  // Escape leaves the search, and then the guideline.
  await press(page, 'Escape', 'Escape');
  await expect(guideline(page)).toHaveCount(0);
  await page.keyboard.press('g');
  await expect(guideline(page)).toBeVisible();
  await page.keyboard.press('g');
  await expect(guideline(page)).toHaveCount(0);
});

test('the guideline says what changed, on its page and beside the work', async ({
  page,
  workbench,
}) => {
  const story = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  const run = await guidelineChanged(story);
  await goToWork(page, workbench, story.experts[0]!, run);
  await press(page, 'Digit1', 'g');
  await expect(guideline(page)).toContainText('version 1.1');
  await expect(guideline(page)).toContainText('changed since 1.0');
  await expect(guideline(page).locator('ins')).toContainText('and equity');
  await guideline(page).getByRole('button', { name: 'What changed from 1.0 to 1.1' }).click();
  await expect(guideline(page)).toContainText('Internal ratings based approach: changed');
  await expectAccessible(page);
  await page.goto(`${workbench.address}/projects/${story.project}/guideline`);
  await expect(page.getByRole('heading', { name: 'What changed from 1.0 to 1.1' })).toBeVisible();
  await expect(page.locator('ins')).toContainText('and equity');
  await page.getByRole('searchbox').fill('outsourcing');
  await expect(page.getByRole('navigation', { name: 'Contents' })).toContainText(
    /\d+ places? found/,
  );
  await expectAccessible(page);
});

test('an earlier judgment is looked at and revised; both stay on record', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  await goToWork(page, workbench, work.expert, work.run);
  const first = await unitOnPage(page);
  await press(page, 'Digit2', 'w', 'Enter');
  const second = await nextOnPage(page, first);
  await press(page, 'Digit4', 'Shift+ArrowLeft');
  await nextOnPage(page, second);
  expect(await unitOnPage(page)).toBe(first);
  await expect(ticked(page, 'Credit risk')).toBeChecked();
  await expect(page.getByText(/You judged this .*Submitting again revises it/)).toBeVisible();
  await press(page, 'Digit2', 'Digit8', 'e');
  await page.getByRole('button', { name: 'Submit again' }).click();
  await nextOnPage(page, first);
  expect(await unitOnPage(page)).toBe(second);
  // The draft of the one that was left is still there.
  await expect(ticked(page, 'Significant risk transfer')).toBeChecked();
  await expect.poll(async () => (await judgmentsOf(workbench, work, work.expert)).length).toBe(2);
  const [given, revised] = await judgmentsOf(workbench, work, work.expert);
  expect(given!.answers).toEqual(answersFor({ CreditRisk: 1 }));
  expect(revised!.answers).toEqual(answersFor({ LeverageRatio: 2 }));
  expect(revised!.supersedes).toBe(given!.id);
  // After a reload the way back leads there too.
  await page.reload();
  await unitOnPage(page);
  await page.keyboard.press('Shift+ArrowLeft');
  await nextOnPage(page, second);
  await expect(ticked(page, 'Leverage ratio')).toBeChecked();
});

test('a unit that is put off comes last', async ({ page, workbench }) => {
  const work = await openedRound(workbench, {
    example: 'regulatory-topics',
    round: 'training',
    people: ['expert_a', 'expert_b', 'expert_c'],
  });
  await goToWork(page, workbench, work.people[0]!, work.run);
  const first = await unitOnPage(page);
  await page.keyboard.press('s');
  let unit = await nextOnPage(page, first);
  for (let count = 1; count < 15; count += 1) {
    expect(unit).not.toBe(first);
    await press(page, 'n', 'Enter');
    await expect(page.locator('[data-feedback]')).toBeVisible();
    await page.keyboard.press('Enter');
    unit = await nextOnPage(page, unit);
  }
  expect(unit).toBe(first);
});

test('letters in a text field are letters; Escape gives them back to the form', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  await goToWork(page, workbench, work.expert, work.run);
  const unit = await unitOnPage(page);
  await press(page, 'Digit2', 'w', 'm');
  await page.keyboard.type('fgun 123?');
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('fgun 123?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Enter');
  expect(await unitOnPage(page)).toBe(unit);
  await press(page, 'Escape', 'f');
  await expect(ticked(page, 'Flag')).toBeChecked();
  await press(page, 'm', 'Control+Enter');
  await nextOnPage(page, unit);
  await expect
    .poll(async () => (await judgmentsOf(workbench, work, work.expert)).map((one) => one.asides))
    .toEqual([{ notes: 'fgun 123?\n', flag: true }]);
});

test('a note that was begun is written on, behind what is there', async ({ page, workbench }) => {
  const work = await pilot(workbench);
  await goToWork(page, workbench, work.expert, work.run);
  await press(page, 'Digit2', 'w', 'm');
  await page.keyboard.type('See page 4');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('See page 4');
  await press(page, 'm');
  await page.keyboard.type(', below.');
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('See page 4, below.');
});

test('a note that is too long is told before it is handed in', async ({ page, workbench }) => {
  const work = await pilot(workbench);
  await goToWork(page, workbench, work.expert, work.run);
  const unit = await unitOnPage(page);
  await press(page, 'n');
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('x'.repeat(10_001));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('The note is too long.');
  expect(await unitOnPage(page)).toBe(unit);
  await expect(notes).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Enter');
  await nextOnPage(page, unit);
  await expect.poll(async () => (await judgmentsOf(workbench, work, work.expert)).length).toBe(1);
});
