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

test('a new version of the protocol is checked, put in force and compared', async ({
  page,
  workbench,
}) => {
  const { project, lead } = await leadProject(workbench, { rounds: ['training'] });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/protocol`);
  await page.getByRole('button', { name: 'New version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a version of the protocol' });
  const file = dialog.getByRole('textbox', { name: 'Protocol file' });
  const source = await file.inputValue();
  await file.fill(source.replace('units: 15', 'units: none'));
  await dialog.getByRole('button', { name: 'Check and activate' }).click();
  await expect(dialog.getByRole('alert')).toContainText('units');
  await file.fill(source.replace('version: "1.0"', 'version: "1.1"'));
  await dialog.getByRole('button', { name: 'Check and activate' }).click();
  // The key of the training is for the guideline before.
  await expect(dialog.getByRole('alert')).toContainText('guideline_version');
  await dialog.getByText('judgments/training-key.jsonl', { exact: true }).click();
  const key = dialog.getByRole('textbox', { name: 'judgments/training-key.jsonl' });
  await key.fill((await key.inputValue()).replaceAll('version":"1.0"', 'version":"1.1"'));
  await dialog.getByRole('button', { name: 'Check and activate' }).click();
  await expect(page.getByText('Version 2 is now active.')).toBeVisible();
  await expect(page.getByText('Guideline 1.0 → 1.1')).toBeVisible();
  await expectAccessible(page);
});

test('rules that change after the first judgment need a reason, which is shown with the change', async ({
  page,
  workbench,
}) => {
  const { project, lead } = await leadProject(workbench, { rounds: ['training'] });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/protocol`);
  await page.getByRole('button', { name: 'New version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a version of the protocol' });
  const file = dialog.getByRole('textbox', { name: 'Protocol file' });
  const source = await file.inputValue();
  await file.fill(source.replaceAll('>= 0.70 overall', '>= 0.65 overall'));
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Check and activate' }).click();
  await expect(reason).toBeVisible();
  await expectAccessible(page);
  await reason.fill('The labels are rarer than planned.');
  await dialog.getByRole('button', { name: 'Check and activate' }).click();
  await expect(page.getByText('Version 2 is now active.')).toBeVisible();
  await expect(page.getByText('The labels are rarer than planned.').first()).toBeVisible();
});

test('of two leads who write a version at the same time the second is told, and a version may bring further files', async ({
  page,
  workbench,
}) => {
  const { project, lead } = await leadProject(workbench, { rounds: [] });
  await workbench.signIn(page.context(), lead);
  const other = await page.context().newPage();
  const dialogOf = async (shown: typeof page) => {
    await shown.goto(`${workbench.address}/projects/${project}/protocol`);
    await shown.getByRole('button', { name: 'New version' }).click();
    return shown.getByRole('dialog', { name: 'Add a version of the protocol' });
  };
  const [mine, theirs] = [await dialogOf(page), await dialogOf(other)];
  const source = await mine.getByRole('textbox', { name: 'Protocol file' }).inputValue();
  await theirs.getByRole('textbox', { name: 'Protocol file' }).fill(`${source}# theirs\n`);
  await theirs.getByRole('button', { name: 'Check and activate' }).click();
  await expect(other.getByText('Version 2 is now active.')).toBeVisible();
  await mine.getByRole('textbox', { name: 'Protocol file' }).fill(`${source}# mine\n`);
  await mine.getByRole('button', { name: 'Check and activate' }).click();
  await expect(mine.getByRole('alert')).toContainText(
    'Someone else added version 2 in the meantime.',
  );
  await expect(mine.getByRole('textbox', { name: 'Protocol file' })).toHaveValue(
    `${source}# mine\n`,
  );

  const dialog = await dialogOf(page);
  await dialog
    .getByRole('textbox', { name: 'Protocol file' })
    .fill(`${source}policies: { files: [policies/topics.yaml], k: [5] }\n`);
  await dialog
    .getByRole('textbox', { name: 'Name of another file, as in the protocol' })
    .fill('policies/topics.yaml');
  await dialog.getByRole('button', { name: 'Add file' }).click();
  await dialog
    .getByRole('textbox', { name: 'policies/topics.yaml' })
    .fill(
      'policy: topics\ntitle: Topics of a document\ntask: topics\nverdicts: [Plain, ' +
        'Grave]\ndefault: Plain\nladder:\n  - { verdict: Grave, any: [{ exists: IRB >= 1 }] ' +
        '}\n',
    );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Check and activate' }).click();
  await expect(page.getByText('Version 3 is now active.')).toBeVisible();
  await page.goto(`${workbench.address}/projects/${project}/verdicts`);
  await expect(page.getByText('topics · Topics of a document')).toBeAttached();
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
  await expect(page.getByRole('button', { name: 'New version' })).toHaveCount(0);
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
