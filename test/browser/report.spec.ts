import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';

const binary = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
const example = fileURLToPath(new URL('../../examples/regulatory-topics', import.meta.url));

let folder = '';
let page = '';

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-report-'));
  const out = join(folder, 'release');
  const words = ['release', example, '--version', '1.0', '--out', out, '--with-text'];
  const given = ['--allow-open', 'The meeting is next week.', '--date', '2026-11-01T00:00:00Z'];
  execFileSync(process.execPath, [binary, ...words, ...given], { stdio: 'ignore' });
  page = join(out, 'report.html');
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a page from the disk; anything that it asks the network for is a fault. */
async function opened(browserPage: Page, file: string) {
  const asked: string[] = [];
  browserPage.on('request', (request) => {
    if (!request.url().startsWith('file:')) asked.push(request.url());
  });
  await browserPage.goto(pathToFileURL(file).href);
  return asked;
}

test('the report computes every figure again, offline, and each is equal', async ({
  page: tab,
}) => {
  const asked = await opened(tab, page);
  await tab.getByRole('button', { name: 'Compute every figure again' }).click();
  await expect(tab.locator('#proof')).toContainText('all equal');
  const figures = await tab.locator('main [data-figure]').count();
  expect(figures).toBeGreaterThan(100);
  await expect(tab.locator('[data-proven="equal"]')).toHaveCount(figures);
  expect(asked).toEqual([]);
});

test('a doctored figure is found and shown with what the judgments give', async ({ page: tab }) => {
  const text = readFileSync(page, 'utf8');
  const doctored = join(folder, 'doctored.html');
  const [shown = ''] = /data-figure="counts\.released">\d+/.exec(text) ?? [];
  writeFileSync(doctored, text.replace(shown, 'data-figure="counts.released">999'));
  await opened(tab, doctored);
  await tab.getByRole('button', { name: 'Compute every figure again' }).click();
  await expect(tab.locator('#proof')).toContainText('counts.released: the page says 999');
  await expect(tab.locator('[data-proven="differs"]')).toHaveCount(1);
});

test('a label is followed down to its votes and the guideline', async ({ page: tab }) => {
  await opened(tab, page);
  await tab.getByRole('button', { name: 'Show the units with their votes' }).click();
  await tab.getByLabel('Standing').selectOption('settled');
  await tab.getByLabel('Order').selectOption('most disagreement first');
  const first = tab.locator('#explorer details').first();
  await first.locator('summary').first().click();
  await expect(first.getByRole('table')).toContainText('Truth');
  await expect(first.locator('.contested').first()).toBeVisible();
  await expect(first.locator('blockquote')).not.toBeEmpty();
  await expect(first.getByText('Guideline 1.0')).toBeVisible();
});

test('no table of the report is cut at the width of a desk', async ({ page: tab }) => {
  await tab.setViewportSize({ width: 1440, height: 900 });
  await opened(tab, page);
  const cut = await tab
    .locator('.scroll')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.getAttribute('aria-label')),
    );
  expect(cut).toEqual([]);
  expect(await tab.locator('.scroll').count()).toBeGreaterThan(5);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the report has no accessibility findings (${scheme})`, async ({ page: tab }) => {
    await tab.emulateMedia({ colorScheme: scheme });
    await opened(tab, page);
    const { violations } = await new AxeBuilder({ page: tab }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
}
