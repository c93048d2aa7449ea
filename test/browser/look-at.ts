import type { Page } from '@playwright/test';

const shots = process.env['ASSAY_SHOTS'];

/** Takes pictures of a page in every size, light and dark, where `ASSAY_SHOTS` names a folder. */
export async function look(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: `${shots}/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}
