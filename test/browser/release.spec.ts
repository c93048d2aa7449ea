import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { unzipSync } from 'fflate';
import { loadExamples } from '../../src/operations/protocol/load-examples.ts';
import { PasswordHasher } from '../../src/operations/people/password.ts';
import { expectAccessible } from './accessibility.ts';
import { examplePerson } from './shots.ts';
import { test } from './workbench.ts';
import type { Workbench } from './workbench.ts';

const project = 'rag-tasks';

async function examples(workbench: Workbench, isComplete: boolean): Promise<void> {
  const passwords = new PasswordHasher({ logN: 4, r: 8, p: 1 });
  await loadExamples(workbench.workspace(), passwords, 'seven quiet lamps', isComplete);
}

test('a lead cuts a release, reads its report in place, downloads it and sees forgeries', async ({
  page,
  workbench,
}) => {
  await examples(workbench, true);
  await workbench.signIn(page.context(), await examplePerson(workbench, 'lead'));
  await page.goto(`${workbench.address}/projects/${project}/release`);
  await expect(page.getByText('Nothing stands in the way')).toBeVisible();
  await page.getByRole('checkbox', { name: /Publish the texts of units/ }).check();
  await page.getByRole('button', { name: 'Cut the release' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: '1.0' });
  await expect(row.getByText('Recomputed, identical')).toBeVisible();
  await expect(row.getByText(/^signed/)).toBeVisible();
  await expectAccessible(page);

  await row.getByRole('link', { name: 'Report of version 1.0', exact: true }).click();
  const report = page.frameLocator('iframe');
  await report.getByRole('button', { name: 'Compute every figure again' }).click();
  await expect(report.locator('#proof')).toContainText('all equal');
  // It is a stranger to the workbench: what it asks for has no session.
  const frame = page.frames().find((one) => one.url().endsWith('/report.html'))!;
  expect(await frame.evaluate(() => fetch('/api/session').catch(() => 'refused'))).toBe('refused');
  await page.getByRole('link', { name: 'Close the report' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);

  const downloading = page.waitForEvent('download');
  await row.getByRole('link', { name: /as a ZIP archive/ }).click();
  const file = await (await downloading).path();
  const files = unzipSync(readFileSync(file));
  const folder = join(dirname(workbench.workspace().store.address), 'releases', project, '1.0');
  const inside = `${project}-1.0/manifest.json`;
  expect(Buffer.from(files[inside]!)).toEqual(readFileSync(join(folder, 'manifest.json')));

  const figures = join(folder, 'figures.json');
  writeFileSync(figures, readFileSync(figures, 'utf8').replace('"judgments": ', '"judgments": 1'));
  await row.getByRole('button', { name: 'Verify version 1.0' }).click();
  await expect(row.getByText(/^\d+ differ$/)).toBeVisible();
  await expect(page.getByText('figures.json', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});

test('what stands in the way is a list with links, and leaving it out needs a reason', async ({
  page,
  workbench,
}) => {
  await examples(workbench, false);
  await workbench.signIn(page.context(), await examplePerson(workbench, 'lead'));
  await page.goto(`${workbench.address}/projects/policy-ground-truth/release`);
  await expect(page.getByText(/9 units wait for a ruling/)).toBeVisible();
  const cut = page.getByRole('button', { name: 'Cut the release' });
  await expect(cut).toBeDisabled();
  await page.getByRole('textbox', { name: 'Why is this left out?' }).fill('They follow in May.');
  await expect(page.getByText(/9 units are left out/)).toBeVisible();
  await expect(cut).toBeEnabled();
  await page.setViewportSize({ width: 390, height: 844 });
  const way = page.getByRole('listitem').filter({ hasText: '9 units wait for a ruling' });
  const card = (await way.boundingBox())!;
  for (const part of await way.locator('> *').all()) {
    const box = (await part.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(card.x + card.width + 1);
  }
  await page.getByRole('link', { name: 'Adjudicate', exact: true }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Adjudicate');
});

test('a reviewer reads, and cannot cut', async ({ page, workbench }) => {
  await examples(workbench, false);
  await workbench.signIn(page.context(), await examplePerson(workbench, 'reviewer'));
  await page.goto(`${workbench.address}/projects/${project}/release`);
  await expect(page.getByText('There is no release yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cut the release' })).toHaveCount(0);
});

test('a lead cuts a signed release in German, by keyboard alone, on a phone', async ({
  page,
  workbench,
}) => {
  await examples(workbench, true);
  const lead = await examplePerson(workbench, 'lead');
  const { store } = workbench.workspace();
  await store.write(async (tx) => {
    const german = tx.updateTable('account').set({ language: 'de' });
    await german.where('id', '=', lead.account).execute();
  });
  await workbench.signIn(page.context(), lead);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${workbench.address}/projects/${project}/release`);
  await expect(page.getByText('Nichts steht im Weg')).toBeVisible();
  await page.getByRole('textbox', { name: 'Version' }).focus();
  const reach = async (wanted: Locator): Promise<void> => {
    for (let keys = 0; keys < 20; keys += 1) {
      if (await wanted.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
  };
  const sign = page.getByRole('checkbox', { name: 'Mit dem Schlüssel dieses Servers signieren' });
  await reach(sign);
  if (!(await sign.isChecked())) await page.keyboard.press('Space');
  await expect(sign).toBeChecked();
  const cut = page.getByRole('button', { name: 'Veröffentlichung erstellen' });
  await reach(cut);
  await expect(cut).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('progressbar')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: '1.0' });
  await expect(row.getByText('Nachgerechnet, gleich')).toBeVisible();
  await expect(row.getByText(/^signiert/)).toBeVisible();
  // Every action is in view without scrolling sideways.
  const actions = await row.getByRole('link').or(row.getByRole('button')).all();
  expect(actions).toHaveLength(4);
  for (const action of actions) {
    const box = (await action.boundingBox())!;
    expect(box.x + box.width).toBeLessThan(390);
  }
  await expectAccessible(page);
  const picture = process.env['ASSAY_PICTURE'];
  if (picture !== undefined) await page.screenshot({ path: picture, fullPage: true });
});
