import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { href, readPlace, routes } from '../../src/web/router.ts';
import { expectAccessible } from './accessibility.ts';
import { beyondTheEdge } from './beyond-the-edge.ts';
import { scenes, test } from './scene-table.ts';

test('every route of the workbench is in the table', () => {
  expect(Object.keys(scenes).toSorted()).toEqual(Object.keys(routes).toSorted());
});

for (const [route, states] of Object.entries(scenes)) {
  for (const { name, target, person, ready, isChanged } of states) {
    test(`${route}, ${name}: readable by everybody, wide and narrow, in light and in dark`, async ({
      browser,
      world,
    }) => {
      const { workbench } = isChanged === true ? world.changed : world;
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      const who = person(world);
      if (who !== null) await workbench.signIn(context, who);
      const shown = await context.newPage();
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await shown.setViewportSize({ width, height });
        await shown.goto(workbench.address + href(target(world)));
        await ready(shown);
        expect(readPlace(shown.url()).name).toBe(route);
        await expectAccessible(shown);
        expect(
          await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          `sideways at ${width}`,
        ).toBeLessThanOrEqual(0);
        if (width === 1440) expect(await unseenFocus(shown)).toEqual([]);
      }
      await shown.setViewportSize({ width: 1280, height: 720 });
      expect(await beyondTheEdge(shown)).toEqual([]);
      await context.close();
    });
  }
}

/**
 * Goes on by Tab, thirty times; gives what has the focus without showing it, by an outline around
 * it or around what stands for it.
 */
async function unseenFocus(shown: Page): Promise<readonly string[]> {
  const unseen = new Set<string>();
  for (let step = 0; step < 30; step += 1) {
    await shown.keyboard.press('Tab');
    const name = await shown.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const isOutlined = (one: Element | null): boolean =>
        one !== null &&
        getComputedStyle(one).outlineStyle !== 'none' &&
        Number.parseFloat(getComputedStyle(one).outlineWidth) >= 2;
      // A checkbox, a radio button and a switch are drawn beside their input, an editor around it.
      const around = element.closest('.cm-editor');
      return [element, element.nextElementSibling, element.parentElement, around].some(isOutlined)
        ? null
        : `${element.tagName} ${element.className} ${(element.textContent ?? '').slice(0, 30)}`;
    });
    if (name !== null) unseen.add(name);
  }
  return [...unseen];
}
