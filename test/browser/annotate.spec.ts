import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { closeRound } from '../../src/operations/rounds/close-round.ts';
import { openRound } from '../../src/operations/rounds/open-round.ts';
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
import type { OpenedRound } from './annotate-rounds.ts';
import { guidelineChanged } from './guideline-changed.ts';
import { leadProject } from './lead-project.ts';
import type { Person, Workbench } from './workbench.ts';
import { test } from './workbench.ts';

/** The pilot of the regulatory project, with the training behind. */
async function pilot(workbench: Workbench): Promise<OpenedRound & { readonly expert: Person }> {
  const { project, lead, experts } = await leadProject(workbench, { rounds: ['training'] });
  const { run } = await openRound(lead.work, { project, round: 'pilot', seed: 5 });
  return { project, run: run.id, lead, people: experts, expert: experts[0]! };
}

const ticked = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
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

test('the next units are at hand: they come without waiting for the server', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  await goToWork(page, workbench, work.expert, work.run);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 45');
  await page.waitForLoadState('networkidle');
  await page.route('**/api/runs/**', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  let unit = await unitOnPage(page);
  for (let count = 0; count < 5; count += 1) {
    await press(page, 'n', 'Enter');
    unit = await nextOnPage(page, unit);
  }
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '5 of 45');
});

test('keys that come quickly reach the unit that they are meant for', async ({
  page,
  workbench,
}) => {
  const work = await pilot(workbench);
  await goToWork(page, workbench, work.expert, work.run);
  await page.waitForLoadState('networkidle');
  // One key after the other, none waiting for what the one before has brought about.
  await page.evaluate(async () => {
    for (const key of ['1', 'e', 'Enter', '2', 'e', 'Enter', '3', 'w', 'Enter', 'n', 'Enter']) {
      const code = /\d/.test(key)
        ? `Digit${key}`
        : key.length === 1
          ? `Key${key.toUpperCase()}`
          : key;
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }),
      );
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  });
  await expect
    .poll(async () => (await judgmentsOf(workbench, work, work.expert)).map((one) => one.answers))
    .toEqual([{ IRB: 2 }, { CreditRisk: 2 }, { Securitisation: 1 }, {}].map(answersFor));
});

for (const [keymap, keys] of Object.entries({
  prodigy: { undo: 'Backspace', submit: 'a', label11: 'Shift+Digit1', grade2: 'e' },
  'label-studio': { undo: 'Control+z', submit: 'Control+Enter', label11: 'q', grade2: 'c' },
  argilla: { undo: 'u', submit: 'Enter', label11: 'Shift+Digit1', grade2: 'e' },
})) {
  test(`keys as in ${keymap}`, async ({ page, workbench }) => {
    const work = await pilot(workbench);
    const { store } = workbench.workspace();
    await store.write(async (tx) => {
      await tx
        .updateTable('account')
        .set({ keymap })
        .where('login', '=', work.expert.login)
        .execute();
    });
    await goToWork(page, workbench, work.expert, work.run);
    const unit = await unitOnPage(page);
    await press(page, keys.label11, keys.grade2);
    await expect(
      page
        .getByRole('radiogroup', { name: 'Grade of Internal governance and remuneration' })
        .getByRole('radio', { name: /^2/ }),
    ).toBeChecked();
    await press(page, 'Digit3', keys.undo);
    await expect(ticked(page, 'Securitisation')).not.toBeChecked();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
      'No label applies',
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press(keys.submit);
    await nextOnPage(page, unit);
    await expect
      .poll(async () => (await judgmentsOf(workbench, work, work.expert)).map((one) => one.answers))
      .toEqual([answersFor({ Governance: 2 })]);
  });
}

test('a unit that was judged on another device is not given again, and can be opened to be revised', async ({
  page,
  browser,
  workbench,
}) => {
  const work = await pilot(workbench);
  await goToWork(page, workbench, work.expert, work.run);
  const unit = await unitOnPage(page);
  const other = await (await browser.newContext()).newPage();
  await goToWork(other, workbench, work.expert, work.run);
  await press(other, 'Digit2', 'w', 'Enter');
  await expect.poll(async () => (await judgmentsOf(workbench, work, work.expert)).length).toBe(1);
  await press(page, 'Digit3', 'w', 'Enter');
  const refused = page.getByRole('banner').getByRole('button', { name: '1 save was refused' });
  await expect(refused).toBeVisible();
  for (let count = 0; count < 2; count += 1) {
    const next = await unitOnPage(page);
    expect(next).not.toBe(unit);
    await press(page, 'n', 'Enter');
    await nextOnPage(page, next);
  }
  expect(await unitOnPage(page)).not.toBe(unit);
  await refused.click();
  await expect(page.getByText(`You have already judged ${unit}.`)).toBeVisible();
  await page.getByRole('link', { name: unit }).click();
  await expect(page.locator('[data-unit]')).toHaveAttribute('data-unit', unit);
  await expect(ticked(page, 'Credit risk')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Submit again' })).toBeVisible();
  await other.context().close();
});

test('a closed round can be looked at, not judged', async ({ page, workbench }) => {
  const work = await pilot(workbench);
  await goToWork(page, workbench, work.expert, work.run);
  const unit = await unitOnPage(page);
  await press(page, 'Digit2', 'w', 'Enter');
  await nextOnPage(page, unit);
  await expect.poll(async () => (await judgmentsOf(workbench, work, work.expert)).length).toBe(1);
  await closeRound(work.lead.work, { run: work.run, incomplete: true });
  await page.goto(`${workbench.address}/work/${work.run}`);
  await expect(page.getByRole('alert')).toContainText('is closed');
  await expect(page.getByRole('link', { name: 'See how it went' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${workbench.address}/work/${work.run}?unit=${encodeURIComponent(unit)}`);
  await expect(page.getByText('This round is closed.')).toBeVisible();
  await expect(ticked(page, 'Credit risk')).toBeChecked();
  await expect(ticked(page, 'Credit risk')).toBeDisabled();
  await page.goto(`${workbench.address}/work/${work.run}/result`);
  await expect(page.getByRole('heading', { level: 1, name: 'Result' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Overall/ })).toBeVisible();
  await expectAccessible(page);
});

test('on a small screen everything is there, one below the other', async ({ page, workbench }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const work = await pilot(workbench);
  await goToWork(page, workbench, work.expert, work.run);
  const unit = await unitOnPage(page);
  await ticked(page, 'Market risk and trading book').check();
  await page
    .getByRole('radiogroup', { name: /^Grade of Market/ })
    .getByRole('radio', { name: /^2/ })
    .click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guideline' }).click();
  const drawer = page.getByRole('dialog', { name: 'Guideline' });
  await expect(drawer).toContainText('Market risk and trading book');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Close the guideline' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Guideline' })).toBeFocused();
  await page.getByRole('button', { name: 'Submit' }).click();
  await nextOnPage(page, unit);
  await expect
    .poll(async () => (await judgmentsOf(workbench, work, work.expert)).map((one) => one.answers))
    .toEqual([answersFor({ MarketRisk_FRTB: 2 })]);
});
