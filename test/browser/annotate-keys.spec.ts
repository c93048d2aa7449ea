import { expect } from '@playwright/test';
import { closeRound } from '../../src/operations/rounds/close-round.ts';
import { expectAccessible } from './accessibility.ts';
import { answersFor } from './annotate-labels.ts';
import { goToWork, judgmentsOf, nextOnPage, press, unitOnPage } from './annotate-rounds.ts';
import { test } from './workbench.ts';
import { pilot, ticked } from './annotate-pilot.ts';

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
