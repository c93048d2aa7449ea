import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { assistedProject } from './assisted-project.ts';
import { typedRound } from './typed-project.ts';
import { test } from './workbench.ts';

type Place = Readonly<Record<'right' | 'bottom' | 'width' | 'height', number>>;

/** Where the last button of the form is: empty, refused, complete, and on a judged unit. */
async function places(page: Page): Promise<readonly Place[]> {
  const button = page.locator('[data-end="true"] > button').last();
  const found: Place[] = [];
  const look = async (): Promise<void> => {
    await expect(button).toBeVisible();
    found.push(
      await button.evaluate((element) => {
        const { right, bottom, width, height } = element.getBoundingClientRect();
        return { right, bottom, width, height };
      }),
    );
  };
  await look();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ visible: true }).first()).toBeVisible();
  await look();
  const unit = (await page.locator('[data-unit]').getAttribute('data-unit'))!;
  for (const key of ['n', 'n', '1']) await page.keyboard.press(key);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(3);
  await look();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-unit]')).not.toHaveAttribute('data-unit', unit);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.locator('[data-unit]')).toHaveAttribute('data-unit', unit);
  await look();
  return found;
}

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [390, 844],
] as const)
  test(`the submit button stays where it is in every state and language, at ${width}`, async ({
    browser,
    workbench,
  }) => {
    const { run, people } = await assistedProject(workbench, 'de');
    const found: Place[] = [];
    // anna reads German, ben English.
    for (const person of people) {
      const context = await browser.newContext({
        viewport: { width, height },
        reducedMotion: 'reduce',
      });
      await workbench.signIn(context, person);
      const page = await context.newPage();
      await page.goto(`${workbench.address}/work/${run}`);
      found.push(...(await places(page)));
      await context.close();
    }
    expect(found).toHaveLength(8);
    for (const place of found) expect(place).toEqual(found[0]);
  });

test('the page shows a skeleton before its script runs, in light and in dark', async ({
  browser,
  workbench,
}) => {
  const lead = await workbench.person('lena', { '*': 'lead' });
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme });
    await workbench.signIn(context, lead);
    const page = await context.newPage();
    let showPage = (): void => {};
    const seen = new Promise<void>((resolve) => (showPage = resolve));
    await page.route('**/assets/index-*.js', async (route) => {
      await seen;
      await route.continue();
    });
    await page.goto(workbench.address, { waitUntil: 'commit' });
    const line = page.locator('.first-paint > p').first();
    await expect(line).toBeVisible();
    const shade = await line.evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(shade).toBe(colorScheme === 'light' ? 'rgb(233, 236, 237)' : 'rgb(38, 45, 48)');
    const painted = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint').length,
    );
    expect(painted).toBeLessThanOrEqual(1);
    showPage();
    await expect(page.getByRole('heading', { name: 'Your work' })).toBeVisible();
    await expect(page.locator('.first-paint')).toHaveCount(0);
    await context.close();
  }
});

test('the form of a trial pair asks the question that decides first', async ({
  page,
  workbench,
}) => {
  const given = { example: 'trial-relevance', task: 'relevance', units: 2 };
  const { run, people } = await typedRound(workbench, given);
  await workbench.signIn(page.context(), people[0]!);
  await page.goto(`${workbench.address}/work/${run}`);
  const questions = page.locator('[data-question]');
  await expect(questions.first()).toHaveAttribute('data-question', 'relevance_label');
  await expect(questions.first()).toBeInViewport();
  await page.keyboard.press('2');
  await expect(questions.first().getByRole('radio', { checked: true })).toHaveCount(1);
  // On a telephone the unit is longer than the window; the button is at the bottom all the same.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(questions.first()).not.toBeInViewport();
  await expect(page.locator('[data-end="true"] > button').last()).toBeInViewport({ ratio: 1 });
});
