import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './workbench.ts';

const file = fileURLToPath(
  new URL('../../examples/regulatory-topics/judgments/full.expert_a.jsonl', import.meta.url),
);

test('an import shows how much of the file is stored', async ({ page, workbench }) => {
  test.slow();
  const patiently = { timeout: 60_000 };
  const project = await workbench.load('regulatory-topics');
  const lead = await workbench.person('lena', { '*': 'lead' });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/files`);
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'full.expert_a.jsonl',
      mimeType: 'application/jsonl',
      buffer: readFileSync(file),
    });
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Checked: 100 new, 0 already exist.')).toBeVisible(patiently);
  // The server is as slow as it would be with a large file, until it is told to go on. A request
  // that is held says nothing of its upload, so this is told as well.
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      send.call(this, body);
      const whole = { lengthComputable: true, loaded: 1, total: 1 };
      setTimeout(() => this.upload.dispatchEvent(new ProgressEvent('progress', whole)), 100);
    };
  });
  const gate = Promise.withResolvers<void>();
  await page.route(/\/import\?/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const work = { kind: 'judgments', name: 'full.expert_a.jsonl', done: 40, total: 100 };
  const items = [{ ...work, started_at: '2026-01-31T09:30:00Z' }];
  await page.route(/\/long-work$/, (route) => route.fulfill({ json: { items } }));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const progress = page.getByRole('progressbar', { name: 'Rows of the file stored' });
  await expect(progress).toHaveAttribute('aria-valuetext', '40 of 100');
  await expect(page.getByText('Nobody sees them until it is done.')).toBeVisible();
  await expectAccessible(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const shown = await progress.boundingBox();
    expect(shown!.x + shown!.width).toBeLessThanOrEqual(width);
    if (process.env['ASSAY_SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['ASSAY_SHOTS']}/import-${width}.png` });
  }
  gate.resolve();
  await expect(page.getByText('100 imported, 0 already existed.')).toBeVisible(patiently);
  await expect(progress).toHaveCount(0);
});
