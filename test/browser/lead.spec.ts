import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { leadProject } from './lead-project.ts';
import { test } from './workbench.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

test('a lead sees the path of rounds with what failed and what blocks, waives, repeats and closes', async ({
  page,
  workbench,
}) => {
  const { project, lead } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}`);
  const pilot = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'pilot Pilot', exact: true }) });
  await expect(pilot.getByText('Not passed').first()).toBeVisible();
  await expect(pilot.getByText(/of 14 passed; lowest: /)).toBeVisible();
  const full = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'full Full round' }) });
  await expect(full.getByText('Locked')).toBeVisible();
  await expect(full.getByRole('button')).toHaveCount(0);

  const repilot = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'repilot Pilot' }) });
  await repilot.getByRole('button', { name: 'Open the round' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open repilot' });
  await expect(dialog.getByRole('checkbox', { name: 'Expert A (expert_a)' })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Seed' }).fill('0');
  await dialog.getByRole('button', { name: 'Open the round' }).click();
  await expect(repilot.getByText('Open', { exact: true })).toBeVisible();
  await expect(repilot.getByText(/· seed 0 ·/)).toBeVisible();
  await expect(repilot.getByText('0 of 135')).toBeVisible();

  await repilot.getByRole('button', { name: 'Close the round' }).click();
  const closing = page.getByRole('dialog', { name: 'Close repilot' });
  await expect(closing.getByRole('button', { name: 'Close the round' })).toBeDisabled();
  await closing.getByRole('checkbox', { name: 'Close with 135 judgments missing' }).check();
  await closing.getByRole('button', { name: 'Close the round' }).click();
  await expect(repilot.getByText('Closed', { exact: true })).toBeVisible();

  for (const reason of [
    'The pilot before was close enough.',
    'Nobody has time for another one.',
    'It was closed early on purpose.',
  ]) {
    await repilot.getByRole('button', { name: 'Waive a gate' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill(reason);
    await page.getByRole('dialog').getByRole('button', { name: 'Waive a gate' }).click();
    await expect(repilot.getByText(`Waived by lena: ${reason}`)).toBeVisible();
  }
  await expect(full.getByRole('button', { name: 'Open the round' })).toBeVisible();
});

test('agreement leads from a cell of the map to the units behind it, and every chart has its table', async ({
  page,
  workbench,
}) => {
  const { project, lead } = await leadProject(workbench, {
    rounds: ['training', 'pilot', 'repilot'],
    full: 0.5,
  });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/agreement`);
  const table = page.getByRole('table', { name: 'By label: Fleiss’ κ' });
  await expect(table.getByRole('row')).toHaveCount(16);
  await expect(
    table.getByRole('img', { name: /Credit risk: .*95 % interval .*n = .*target 0\.60/ }),
  ).toBeVisible();
  await expect(
    page
      .getByRole('img', { name: /by week, .* with control limits/ })
      .locator('svg')
      .first(),
  ).toBeVisible();
  await page.getByLabel('Measure').selectOption('gwet_ac1');
  await expect(page).toHaveURL(/measure=gwet_ac1/);
  await expect(page.getByRole('table', { name: 'By label: Gwet’s AC1' })).toBeVisible();
  await page.getByRole('button', { name: /^Where expert_a and expert_b differ/ }).click();
  const units = page.getByRole('table', { name: 'Where expert_a and expert_b differ' });
  await expect(units.getByRole('link').first()).toBeVisible();
  await expectAccessible(page);
  const unit = await units.getByRole('link').first().textContent();
  await units.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: unit! })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Judgments' }).getByText('expert_a')).toBeVisible();
  await expectAccessible(page);
});

test('a lead invites somebody, who joins by the link', async ({ page, workbench, browser }) => {
  const project = await workbench.load('rag-tasks');
  const lead = await workbench.person('lena', { '*': 'lead' });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/people`);
  await page.getByRole('button', { name: 'Invite someone' }).click();
  await page.getByRole('radio', { name: 'Reviewer' }).check();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await expect(page.getByRole('table', { name: 'Invitations' }).getByText('Open')).toBeVisible();
  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.close();
});

test('a file comes in though somebody has signed in anew in another tab', async ({
  page,
  workbench,
}) => {
  const project = await workbench.load('regulatory-topics');
  const lead = await workbench.person('lena', { '*': 'lead' });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/files`);
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'full.expert_a.jsonl',
      mimeType: 'application/jsonl',
      buffer: readFileSync(`${examples}regulatory-topics/judgments/full.expert_a.jsonl`),
    });
  await workbench.signIn(page.context(), lead);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Checked: 100 new, 0 already exist.')).toBeVisible();
});

test('a file comes in with all its faults told, or whole, and goes out again', async ({
  page,
  workbench,
}) => {
  const project = await workbench.load('regulatory-topics');
  const lead = await workbench.person('lena', { '*': 'lead' });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/files`);
  const text = readFileSync(`${examples}regulatory-topics/judgments/full.expert_a.jsonl`, 'utf8');
  const give = async (name: string, content: string): Promise<void> => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/jsonl', buffer: Buffer.from(content) });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
  };
  await give('broken.jsonl', text.replace('"confidence":"high"', '"confidence":"sure"'));
  await expect(page.getByRole('alert')).toContainText('confidence');
  await give('full.expert_a.jsonl', text);
  await expect(page.getByText('Checked: 100 new, 0 already exist.')).toBeVisible();
  await expect(page.getByText('Nothing has been imported yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('100 imported, 0 already existed.')).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Import history' }).getByText('full.expert_a.jsonl'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('What it holds').first().selectOption('judgments');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(100);
});

test('a chosen file says what it looks like, and gets a mapping to change', async ({
  page,
  workbench,
}) => {
  const project = await workbench.load('regulatory-topics');
  const lead = await workbench.person('lena', { '*': 'lead' });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/files`);
  const labels =
    'irb creditrisk securitisation srt marketrisk-frtb liquidity_lcr liquidity_nsfr leverageratio ' +
    'operationalrisk aml_kyc governance reporting_corep_finrep stresstesting outsourcing_ict_dora';
  const columns = ['Item', 'Worker', ...labels.split(' '), 'Batch'];
  const votes = ['MBA-CIR-2024-03_14', 'anna', ...labels.split(' ').map(() => '0'), '7'];
  const give = async (name: string, content: string): Promise<void> =>
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await give('votes.csv', `${columns.join(',')}\n${votes.join(',')}\n`);
  await expect(page.getByText('Judgments, read as judgments-csv')).toBeVisible();
  await expect(page.getByText(/The task has nothing named .*Batch/)).toBeVisible();
  const mapping = page.getByLabel('Mapping (JSON)');
  expect(JSON.parse(await mapping.inputValue())).toMatchObject({
    fields: { Item: 'chunk_id', Worker: 'annotator', irb: 'IRB', Batch: null },
  });
  await expect(page.getByText('Checked: 1 new, 0 already exist.')).toBeVisible();
  await expect(
    page
      .getByRole('table', { name: 'The first judgments as they would be imported' })
      .getByText('MBA-CIR-2024-03_14'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeEnabled();
  await expectAccessible(page);
  if (process.env['ASSAY_SHOTS'] !== undefined)
    await page.screenshot({ path: `${process.env['ASSAY_SHOTS']}/proposal.png`, fullPage: true });
  await give('units.jsonl', '{"nothing":1}\n');
  await expect(page.getByText('Units, read as units-jsonl')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('This file would be refused.');
  await expect(mapping).toHaveValue('');
});

test('a reviewer reads the same pages and can change nothing', async ({ page, workbench }) => {
  const { project, reviewer } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), reviewer);
  await page.goto(`${workbench.address}/projects/${project}`);
  await expect(page.getByRole('heading', { name: 'pilot Pilot', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Adjudicate' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /round|gate/ })).toHaveCount(0);
  await page.goto(`${workbench.address}/projects/${project}/protocol`);
  await expect(page.getByText('Protocol file · Version 1')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
  await page.goto(`${workbench.address}/projects/${project}/files`);
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
});

test('the pages speak German', async ({ page, workbench }) => {
  const { project } = await leadProject(workbench, { rounds: ['training'] });
  const gerda = await workbench.person('gerda', { [project]: 'lead' }, { language: 'de' });
  await workbench.signIn(page.context(), gerda);
  await page.goto(`${workbench.address}/projects/${project}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Überblick' })).toBeVisible();
  await expect(page.getByText('3 von 3 erfüllt', { exact: false })).toBeVisible();
});
