import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { href } from '../../src/web/router.ts';
import { scenes, test } from './scene-table.ts';
import { smallTargets } from './small-targets.ts';

for (const [route, states] of Object.entries(scenes)) {
  for (const { name, target, person, ready, isChanged } of states) {
    test(`${route}, ${name}: a finger hits everything, and no keys are shown`, async ({
      browser,
      world,
    }) => {
      const { workbench } = isChanged === true ? world.changed : world;
      const viewport = { width: 390, height: 844 };
      const touch = { viewport, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
      const context = await browser.newContext(touch);
      const who = person(world);
      if (who !== null) await workbench.signIn(context, who);
      const page = await context.newPage();
      await page.goto(workbench.address + href(target(world)));
      await ready(page);
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      expect(await page.locator('kbd:visible').allInnerTexts()).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      expect(await wordsOffCentre(page)).toEqual([]);
      await context.close();
    });
  }
}

/** Links that look like buttons whose words are not in the middle. */
async function wordsOffCentre(page: Page): Promise<readonly string[]> {
  return await page.locator('a.mantine-Button-root:visible').evaluateAll((links) =>
    links
      .filter((link) => {
        const [whole, words] = [link, link.querySelector('.mantine-Button-label')!].map((one) =>
          one.getBoundingClientRect(),
        );
        return Math.abs(whole!.top + whole!.bottom - words!.top - words!.bottom) > 4;
      })
      .map((link) => link.textContent),
  );
}
