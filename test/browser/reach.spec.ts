import { expect } from '@playwright/test';
import { leadProject } from './lead-project.ts';
import { test } from './workbench.ts';

test('the keyboard alone goes from the skip link through the page, and the focus is always seen', async ({
  page,
  workbench,
}) => {
  const { experts } = await leadProject(workbench, { rounds: ['training'] });
  await workbench.signIn(page.context(), experts[0]!);
  await page.goto(workbench.address);
  await expect(page.getByRole('heading', { name: 'Your work' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Training/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeInViewport();
  const seen: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return {
        name: (element.textContent ?? '').trim().slice(0, 30),
        isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        size: Math.min(
          element.getBoundingClientRect().width,
          element.getBoundingClientRect().height,
        ),
      };
    });
    if (focus === null) break;
    seen.push(focus.name);
    expect(focus, focus.name).toMatchObject({ isSeen: true });
  }
  expect(seen.length).toBeGreaterThan(4);
});

test('a link moves the keyboard to the new page, and a dialogue gives it back', async ({
  page,
  workbench,
}) => {
  await workbench.signIn(page.context(), await workbench.person('anna', {}));
  await page.goto(`${workbench.address}/profile`);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused();
  await page.getByRole('link', { name: 'Assay: Home' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveTitle('Your work · Assay');
});

test('nothing has to be scrolled sideways at 320 pixels, also with wider text', async ({
  page,
  workbench,
}) => {
  const { experts } = await leadProject(workbench, { rounds: ['training'] });
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = async (path: string): Promise<number> => {
    await page.goto(workbench.address + path);
    await page.waitForLoadState('networkidle');
    await page
      .addStyleTag({
        content:
          '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; ' +
          'line-height: 1.5 !important; }',
      })
      .catch(() => undefined);
    return await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  };
  expect(await overflow('/sign-in')).toBe(0);
  await workbench.signIn(page.context(), experts[0]!);
  expect(await overflow('/')).toBe(0);
  expect(await overflow('/profile')).toBe(0);
});

test('an address with a point in the name of a unit is a page, and a file that is not there is none', async ({
  page,
  workbench,
}) => {
  expect((await page.goto(`${workbench.address}/projects/x/units/topics/A-1.2`))?.status()).toBe(
    200,
  );
  expect((await page.goto(`${workbench.address}/favicon.ico`))?.status()).toBe(404);
});
