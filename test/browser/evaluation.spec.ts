import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { loadReleased, predictionsOf } from './released-project.ts';
import { test } from './workbench.ts';

test('a lead measures a system: the figures, the page, the ledger', async ({ page, workbench }) => {
  const released = await loadReleased(workbench);
  const { project, folder } = released;
  await workbench.signIn(page.context(), await workbench.person('lea', { [project]: 'lead' }));
  await page.goto(`${workbench.address}/projects/${project}/evaluation`);
  await expect(page.getByText('Nobody has looked at the test split')).toBeVisible();
  const start = page.getByRole('button', { name: 'Measure', exact: true });
  await expect(start).toBeVisible();
  await expect(start).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name of the system' }).fill('topic-model 2.1');
  await page.locator('input[type=file]').first().setInputFiles(predictionsOf(released, 9));
  await page.getByText('Comparison, training data, slices').click();
  await page.locator('input[type=file]').nth(1).setInputFiles(predictionsOf(released, 5));
  await expect(start).toBeDisabled();
  await page.getByRole('textbox', { name: 'Second system: name' }).fill('keyword-model');
  await start.click();

  const result = page.getByRole('region', { name: 'Result: topic-model 2.1 · keyword-model' });
  await expect(result).toBeVisible();
  await expect(result.getByText('2 looks at this truth so far')).toBeVisible();
  await expect(
    result.getByRole('img', { name: /^F1\(micro\): 0\.\d+, 95 % interval/ }),
  ).toBeVisible();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Where the systems differ' })).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await result.getByRole('link', { name: 'Download the page' }).click();
  const saved = readFileSync(await (await downloading).path(), 'utf8');
  expect(saved).toContain('topic-model 2.1 and keyword-model against regulatory-topics 1.0');

  const ledger = page.getByRole('region', { name: 'Ledger of looks' });
  await expect(ledger.getByText('The chain of 2 looks is intact')).toBeVisible();
  await expect(ledger.getByRole('row').filter({ hasText: 'keyword-model' })).toContainText('lea');
  await result.getByRole('link', { name: 'Close the result' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  // What was measured can be opened again, and is no other look.
  await page.getByRole('link', { name: /Open the result of topic-model 2.1/ }).click();
  await expect(frame.getByRole('heading', { name: 'Measures' })).toBeVisible();
  await expect(ledger.getByRole('row')).toHaveCount(3);

  const file = `${folder}.looks.jsonl`;
  writeFileSync(file, readFileSync(file, 'utf8').replace('topic-model', 'other-model'));
  await page.reload();
  await expect(page.getByText('The ledger cannot be trusted')).toBeVisible();
  await expect(page.getByText(/the look was changed/)).toBeVisible();
});

test('what the guard refuses is a list, and a reason stamps the result', async ({
  page,
  workbench,
}) => {
  const released = await loadReleased(workbench);
  const { project, folder, truth } = released;
  await workbench.signIn(page.context(), await workbench.person('rex', { [project]: 'reviewer' }));
  await page.goto(`${workbench.address}/projects/${project}`);
  await page.getByRole('link', { name: 'Evaluation', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name of the system' });
  await expect(name).toBeVisible();
  await name.fill('expert_a');
  await page.locator('input[type=file]').first().setInputFiles(predictionsOf(released, 9));
  await page.getByText('Comparison, training data, slices').click();
  const measured = truth.filter(({ split }) => split === 'test').slice(0, 2);
  const rows = measured.map(({ unit }) => `${JSON.stringify({ id: unit })}\n`).join('');
  const training = {
    name: 'train.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(rows),
  };
  await page.locator('input[type=file]').nth(2).setInputFiles(training);
  // By keyboard alone from here.
  await page.getByRole('button', { name: 'Measure', exact: true }).focus();
  await page.keyboard.press('Enter');
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('The guard refuses this evaluation');
  await expect(refusal.getByRole('listitem')).toHaveCount(3);
  await expect(refusal).toContainText('count in this truth');
  await expect(refusal).toContainText('give a reason below to continue');
  await expect(refusal).toContainText(`has the id of ${measured[0]!.unit}`);
  await expect(refusal).not.toContainText('--override');
  await expectAccessible(page);
  expect(existsSync(`${folder}.looks.jsonl`)).toBe(false);
  await page.getByRole('textbox', { name: 'Why continue anyway?' }).focus();
  await page.keyboard.type('To show how circular it is.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Overridden: this score does not stand on its own')).toBeVisible({
    timeout: 120_000,
  });
  await expect(page.frameLocator('iframe').getByText('Reason given: To show')).toBeVisible();
  const ledger = page.getByRole('region', { name: 'Ledger of looks' });
  await expect(ledger.getByText('To show how circular it is.')).toBeVisible();
  await expectAccessible(page);
});

test('faults of a file are shown in place, with their lines', async ({ page, workbench }) => {
  const { project } = await loadReleased(workbench);
  await workbench.signIn(page.context(), await workbench.person('lea', { [project]: 'lead' }));
  await page.goto(`${workbench.address}/projects/${project}/evaluation`);
  const name = page.getByRole('textbox', { name: 'Name of the system' });
  await expect(name).toBeVisible();
  await name.fill('mine');
  await page.getByRole('combobox', { name: 'Split' }).selectOption('dev');
  await expect(page.getByText('it is not counted')).toBeVisible();
  const buffer = Buffer.from('id,other\nu1,1\n');
  const wrong = { name: 'wrong.csv', mimeType: 'text/csv', buffer };
  await page.locator('input[type=file]').first().setInputFiles(wrong);
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('label');
});

test('annotators and adjudicators have no such page', async ({ page, workbench }) => {
  const { project } = await loadReleased(workbench);
  const person = await workbench.person('ada', { [project]: 'adjudicator' });
  await workbench.signIn(page.context(), person);
  await page.goto(`${workbench.address}/projects/${project}`);
  await expect(page.getByRole('link', { name: 'Release', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Evaluation', exact: true })).toHaveCount(0);
});

test('a file is dropped, in German, and the result fits every screen', async ({
  browser,
  workbench,
}) => {
  const released = await loadReleased(workbench);
  const { project } = released;
  const lead = await workbench.person('lea', { [project]: 'lead' }, { language: 'de' });
  const context = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce' });
  await workbench.signIn(context, lead);
  const page = await context.newPage();
  await page.goto(`${workbench.address}/projects/${project}/evaluation`);
  const name = page.getByRole('textbox', { name: 'Name des Systems' });
  await expect(name).toBeVisible();
  await name.fill('topic-model 2.1');
  const { name: file, mimeType, buffer } = predictionsOf(released, 9);
  const dropped = await page.evaluateHandle(
    ({ text, title, type }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], title, { type }));
      return transfer;
    },
    { text: buffer.toString(), title: file, type: mimeType },
  );
  const field = page.getByText('Datei wählen oder ablegen').first();
  await field.dispatchEvent('dragover', { dataTransfer: dropped });
  await field.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText(file, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Messen', exact: true }).click();
  const result = page.getByRole('region', { name: 'Ergebnis: topic-model 2.1' });
  await expect(result).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(result.getByRole('img', { name: /^F1\(micro\): 0,\d+/ })).toBeVisible();
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  }
  await context.close();
});
