import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { streamJudgments } from '../../src/store/judging/judgments.ts';
import type { StoredJudgment } from '../../src/store/judging/judgments.ts';
import { expectAccessible } from './accessibility.ts';
import { assistedProject, judgeAssisted, suggestedOn } from './assisted-project.ts';
import { beyondTheEdge } from './beyond-the-edge.ts';
import { test } from './workbench.ts';
import type { Workbench } from './workbench.ts';

/** Goes on, by submitting blind units, until one with a suggestion is shown, or one without. */
async function goTo(page: Page, wanted: 'shown' | 'none'): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) {
    const notice = page.locator('[data-suggestion]');
    await expect(notice).toBeVisible();
    if ((await notice.getAttribute('data-suggestion')) === wanted) return;
    const before = await page.locator('[data-unit]').getAttribute('data-unit');
    if (wanted === 'none') await page.keyboard.press('Shift+V');
    else for (const key of ['y', 'n', '0']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-unit]')).not.toHaveAttribute('data-unit', before!);
  }
}

async function judgedBy(workbench: Workbench, project: string, login: string) {
  const found: StoredJudgment[] = [];
  for await (const one of streamJudgments(workbench.workspace().store, { project }))
    if (one.annotator === login) found.push(one);
  return found;
}

test('a suggestion answers nothing before it is accepted, by keyboard alone, and marks the judgment', async ({
  page,
  workbench,
}) => {
  const { project, run, people } = await assistedProject(workbench);
  await workbench.signIn(page.context(), people[0]!);
  await page.goto(`${workbench.address}/work/${run}`);
  await goTo(page, 'shown');
  await expect(page.getByText('Suggestion by mini#1')).toBeVisible();
  await expect(page.getByText(/does not count towards agreement/)).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expectAccessible(page);
  const unit = (await page.locator('[data-unit]').getAttribute('data-unit'))!;
  const { billing, urgent } = suggestedOn(unit);
  await page.keyboard.press('v');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  await expect(page.getByText(`As suggested: ${billing === true ? 'Yes' : 'No'}`)).toBeVisible();
  // Another answer than the suggested one changes it.
  await page.keyboard.press(suggestedOn(unit)['bug'] === true ? 'n' : 'y');
  await expect(page.locator('[data-question="bug"] [data-use="changed"]')).toBeVisible();
  await page.keyboard.press('v');
  await expect(page.locator('[data-question="urgent"] [data-use="accepted"]')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-unit]')).not.toHaveAttribute('data-unit', unit);
  const saved = (): Promise<StoredJudgment | undefined> =>
    judgedBy(workbench, project, 'anna').then((all) => all.find((one) => one.unit === unit));
  await expect
    .poll(async () => (await saved())?.asides.assistance)
    .toEqual({ by: 'mini#1', suggested: suggestedOn(unit), shown: true });
  expect((await saved())!.answers).toMatchObject({ urgent });
});

test('one key accepts everything, one undoes it, and a control unit just has no suggestion', async ({
  page,
  workbench,
}) => {
  const { project, run, people } = await assistedProject(workbench);
  await workbench.signIn(page.context(), people[0]!);
  await page.goto(`${workbench.address}/work/${run}`);
  await goTo(page, 'shown');
  await page.keyboard.press('Shift+V');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(3);
  await page.keyboard.press('u');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: /Accept all/ }).click();
  await page.keyboard.press('Enter');
  await goTo(page, 'none');
  await expect(page.getByText(/Some units come without one/)).toBeVisible();
  await expect(page.getByText(/^Suggested/)).toHaveCount(0);
  // Nothing that the browser got says what would have been suggested.
  const unit = (await page.locator('[data-unit]').getAttribute('data-unit'))!;
  for (const key of ['y', 'n', '0', 'Enter']) await page.keyboard.press(key);
  await expect
    .poll(async () => (await judgedBy(workbench, project, 'anna')).some((one) => one.unit === unit))
    .toBe(true);
  const reply = await page.request.get(`${workbench.address}/api/runs/${run}/units/${unit}`);
  expect(await reply.text()).not.toMatch(/assistance|mini/);
  await expectAccessible(page);
});

for (const language of ['en', 'de'] as const) {
  test(`lead and annotator are told what assistance means, in ${language}`, async ({
    browser,
    workbench,
  }) => {
    // Twelve looks of axe, on a machine that others may keep busy.
    const { project, run, lead, people } = await assistedProject(workbench, language);
    for (const one of people) await judgeAssisted(one, run);
    const locale = language === 'en' ? 'en-GB' : 'de-DE';
    const context = await browser.newContext({ locale, reducedMotion: 'reduce' });
    await workbench.signIn(context, lead);
    const page = await context.newPage();
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${workbench.address}/projects/${project}`);
      const facts = language === 'en' ? /25\s?% of the units are judged blind/ : /werden blind/;
      await expect(page.getByText(facts)).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${workbench.address}/projects/${project}/annotators`);
      const title = language === 'en' ? 'Suggestions by mini#1' : 'Vorschläge von mini#1';
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      const all = page.getByRole('table', { name: title }).getByRole('row').last();
      await expect(all).toContainText('100');
      const anchored = language === 'en' ? 'Anchored' : 'Verankert';
      await expect(all).toContainText(anchored);
      await expectAccessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      if (width > 760) expect(await beyondTheEdge(page)).toEqual([]);
    }
    await context.close();
  });
}
