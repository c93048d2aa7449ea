import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * Checks the page as it is shown now with axe, in light and in dark; 0 violations of WCAG 2.2 A and
 * AA and of good practice.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Of a page that is still being fetched nothing would be said.
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
  await page.evaluate(() => {
    // What is scrolled half below a bar counts as covered, wherever the scrolling happened to stop.
    for (const element of document.querySelectorAll('*'))
      if (element.scrollTop > 0) element.scrollTop = 0;
  });
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    const found = await violations(page);
    expect(found.map((one) => `${scheme} ${one}`)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/**
 * axe in the page itself: the builder of @axe-core/playwright opens a second page for each look,
 * which takes three times as long.
 */
async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return await page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as {
      readonly axe: {
        run(
          root: Document,
          options: object,
        ): Promise<{ readonly violations: readonly Violation[] }>;
      };
    };
    const result = await axe.run(document, {
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
    });
    return result.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`,
    );
  }, tags);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: readonly unknown[];
    readonly failureSummary?: string;
  }[];
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
);
