import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * Checks the page as it is shown now with axe: 0 violations of WCAG 2.2 A and AA and of good
 * practice. In dark, only colours are different, so only the rules about them are asked again.
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
  for (const [scheme, rules] of Object.entries(asked) as ['light' | 'dark', object][]) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    const found = await violations(page, rules);
    expect(found.map((one) => `${scheme} ${one}`)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/**
 * axe in the page itself: the builder of @axe-core/playwright opens a second page for each look,
 * which takes three times as long.
 */
async function violations(page: Page, rules: object): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as {
      readonly axe: {
        run(
          root: Document,
          options: object,
        ): Promise<{ readonly violations: readonly Violation[] }>;
      };
    };
    const result = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    return result.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`,
    );
  }, rules);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: readonly unknown[];
    readonly failureSummary?: string;
  }[];
}

const asked = {
  light: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
);
