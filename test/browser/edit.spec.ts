import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { editTexts } from '../../src/web/scenes/protocol/edit/texts.ts';
import { expectAccessible } from './accessibility.ts';
import { leadProject } from './lead-project.ts';
import { look } from './look-at.ts';
import { test } from './workbench.ts';

const editor = (page: Page, file: string) => page.getByRole('textbox', { name: file });

/** Puts the cursor behind the first place of a text in the editor, by its search. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+f');
  await expect(page.locator('.cm-search input[name=search]')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

for (const language of ['en', 'de'] as const)
  test(`faults in the margin, what becomes stale, the reason, and a new version (${language})`, async ({
    page,
    workbench,
  }) => {
    const texts = editTexts[language];
    const story = await leadProject(workbench, { rounds: ['training'] });
    const lead = await workbench.person('lea', { [story.project]: 'lead' }, { language });
    await workbench.signIn(page.context(), lead);
    const address = `${workbench.address}/projects/${story.project}/protocol`;
    await page.goto(`${address}/edit`);
    await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
    const file = editor(page, 'protocol.yaml');
    await expect(file).toContainText('regulatory-topics');
    await expect(page.getByText(texts.faultless)).toBeVisible();
    await expect(page.getByText(texts.nothing)).toBeVisible();
    await expectAccessible(page);
    await look(page, `edit-1-opened-${language}`);

    // A fault: in the margin and in the list, at its line and column; F8 goes there.
    await file.click();
    await find(page, 'units: 15');
    await page.keyboard.type('units: none');
    await expect(page.getByText(texts.faultCount(1))).toBeVisible();
    await expect(page.locator('.cm-lint-marker-error')).toHaveCount(1);
    const faults = page.getByRole('list', { name: texts.faults });
    await expect(faults.getByRole('listitem')).toHaveCount(1);
    await expect(faults).toContainText(/protocol\.yaml \d+:\d+/);
    await expect(page.getByText(texts.change.fixFirst)).toBeVisible();
    await expectAccessible(page);
    await look(page, `edit-2-fault-${language}`);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    await expect(page.locator('.cm-tooltip-lint')).toBeVisible();

    // The draft survives a reload, and says so.
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(Object.values(localStorage))))
      .toContain('units: none');
    await page.reload();
    await expect(editor(page, 'protocol.yaml')).toBeVisible();
    await expect(page.getByText(texts.draft.restored('').slice(0, 20))).toBeVisible();
    await expect(page.getByText(texts.faultCount(1))).toBeVisible();
    await editor(page, 'protocol.yaml').click();
    await find(page, 'units: none');
    await page.keyboard.type('units: 14');
    await expect(page.getByText(texts.faultless)).toBeVisible();

    // A change of the rules: said in words, with the reason that it needs, before it is saved.
    const reason = page.getByRole('textbox', { name: texts.change.reason });
    await expect(reason).toBeVisible();
    await expect(page.getByText(texts.change.staleNone)).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(reason).toBeFocused();
    await page.keyboard.type('The pilot was larger than the week allowed.');

    // A changed title of a question makes what was judged stale, and says how much of it.
    await editor(page, 'protocol.yaml').click();
    await find(page, 'title: Credit risk');
    await page.keyboard.type('title: Risk of credit');
    await expect(page.locator('[data-stale]')).not.toHaveAttribute('data-stale', '0');
    await expect(page.getByRole('table', { name: texts.change.stale })).toBeVisible();
    await expectAccessible(page);
    await look(page, `edit-3-changes-${language}`);

    // The form and the guideline as they will be.
    await page.getByRole('tab', { name: texts.side.form, exact: true }).click();
    const side = page.getByRole('complementary', { name: texts.side.label });
    await expect(side.getByRole('checkbox', { name: 'Risk of credit' })).toBeVisible();
    await look(page, `edit-4-form-${language}`);
    await page.getByRole('tab', { name: texts.side.guideline, exact: true }).click();
    await expect(side.getByRole('heading', { level: 3, name: /Risk of credit/ })).toBeVisible();
    await expectAccessible(page);
    await look(page, `edit-5-guideline-${language}`);

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: texts.download }).click(),
    ]);
    expect(readFileSync(await saved.path(), 'utf8')).toContain('title: Risk of credit');
    await page.keyboard.press('Control+s');
    await page.waitForURL(address);
    await expect(page.getByText(/Version 2 is now active|Fassung 2 ist jetzt aktiv/)).toBeVisible();
    await expect(
      page.getByText('The pilot was larger than the week allowed.').first(),
    ).toBeVisible();
  });

test('keys and values are completed from the schema, and Ctrl+Z takes back', async ({
  page,
  workbench,
}) => {
  const story = await leadProject(workbench, { rounds: [] });
  await workbench.signIn(page.context(), story.lead);
  await page.goto(`${workbench.address}/projects/${story.project}/protocol/edit`);
  const file = editor(page, 'protocol.yaml');
  await file.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('monito');
  const options = page.locator('.cm-tooltip-autocomplete');
  await expect(options).toContainText('monitor');
  await page.keyboard.press('Escape');
  for (let at = 0; at < 6; at += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('rounds2:');
  await expect(page.getByText(editTexts.en.faultCount(1))).toBeVisible();
  // The list of faults takes its room from the editor, not from the line that is being written.
  await expect(page.locator('.cm-activeLineGutter').last()).toBeInViewport({ ratio: 0.9 });
  await expect(async () => {
    await page.getByRole('button', { name: editTexts.en.undo }).click();
    await expect(page.getByText(editTexts.en.faultless)).toBeVisible({ timeout: 500 });
  }).toPass();
  await file.click();
  await find(page, 'kind: rule');
  await page.keyboard.type('kind: ');
  await page.keyboard.press('Control+Space');
  await expect(options).toContainText('human');
  await expect(options).toContainText('model');
});

test('Ctrl+S before the text is checked saves it as soon as it is, and says that it waits', async ({
  page,
  workbench,
}) => {
  const texts = editTexts.en;
  const story = await leadProject(workbench, { rounds: [] });
  await workbench.signIn(page.context(), story.lead);
  const address = `${workbench.address}/projects/${story.project}/protocol`;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/protocol/preview', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${address}/edit`);
  await editor(page, 'protocol.yaml').click();
  await find(page, 'title: Credit risk');
  await page.keyboard.type('title: Risk of credit');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(texts.waiting)).toBeVisible();
  await expectAccessible(page);
  await look(page, 'edit-8-waiting');
  // Whoever writes on has not asked to save that.
  await page.keyboard.type('s');
  await expect(page.getByText(texts.passedOver)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(texts.waiting)).toBeVisible();
  release();
  await page.waitForURL(address);
  await expect(page.getByText('Version 2 is now active.')).toBeVisible();
  await expect(page.getByText('Risk of credits').first()).toBeVisible();
});

test('of two leads the second is told, sees both texts, and decides', async ({
  page,
  workbench,
}) => {
  const texts = editTexts.en;
  const story = await leadProject(workbench, { rounds: [] });
  await workbench.signIn(page.context(), story.lead);
  const address = `${workbench.address}/projects/${story.project}/protocol/edit`;
  await page.goto(address);
  await editor(page, 'protocol.yaml').click();
  await find(page, 'units: 15');
  await page.keyboard.type('units: 16');
  await expect(page.getByText(texts.change.title(1, 2))).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByRole('button', { name: texts.draft.discard }).click();
  await other.getByRole('dialog').getByRole('button', { name: texts.draft.discard }).click();
  await editor(other, 'protocol.yaml').click();
  await find(other, 'title: Credit risk');
  await other.keyboard.type('title: Risk of credit');
  await expect(other.getByText(texts.change.title(1, 2))).toBeVisible();
  await other.keyboard.press('Control+s');
  await expect(other.getByText('Version 2 is now active.')).toBeVisible();

  await page.bringToFront();
  await page.keyboard.press('Control+s');
  const told = page.getByRole('alert').filter({ hasText: texts.conflict.title(2, 'lena') });
  await expect(told).toBeVisible();
  await expect(page.locator('.cm-deletedChunk').first()).toBeVisible();
  await expect(page.getByRole('button', { name: texts.save(2) })).toBeDisabled();
  await told.locator('summary').click();
  await expect(told).toContainText('Risk of credit');
  await expectAccessible(page);
  await look(page, 'edit-6-conflict');
  await page.getByRole('button', { name: texts.conflict.mine }).click();
  await expect(page.getByText(texts.change.title(2, 3))).toBeVisible();
  await expect(page.getByRole('button', { name: texts.save(3) })).toBeEnabled();
});

test('a version may bring further files, and a key that is for another guideline is a fault of its file', async ({
  page,
  workbench,
}) => {
  const texts = editTexts.en;
  const story = await leadProject(workbench, { rounds: [] });
  await workbench.signIn(page.context(), story.lead);
  await page.goto(`${workbench.address}/projects/${story.project}/protocol/edit`);
  await editor(page, 'protocol.yaml').click();
  await find(page, 'version: "1.0"');
  await page.keyboard.type('version: "1.1"');
  const faults = page.getByRole('list', { name: texts.faults });
  await expect(faults).toContainText('judgments/training-key.jsonl');
  await expect(faults).toContainText('guideline_version');
  await page.getByRole('button', { name: texts.draft.discard }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.draft.discard }).click();
  await expect(page.getByText(texts.faultless)).toBeVisible();

  await editor(page, 'protocol.yaml').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\npolicies: { files: [policies/topics.yaml], k: [5] }\n');
  await expect(faults).toContainText('policies/topics.yaml');
  await page.getByRole('button', { name: texts.tabs.addFile }).click();
  await page.getByRole('textbox', { name: texts.tabs.fileName }).fill('policies/topics.yaml');
  await page.keyboard.press('Enter');
  await editor(page, 'policies/topics.yaml').click();
  await page.keyboard.insertText(
    'policy: topics\ntitle: Topics of a document\ntask: topics\nverdicts: [Plain, Grave]\n' +
      'default: Plain\nladder:\n  - { verdict: Grave, any: [{ exists: IRB >= 1 }] }\n',
  );
  await expect(page.getByText(texts.faultless)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: texts.save(2) })).toBeEnabled();
  await page.getByRole('button', { name: texts.save(2) }).click();
  await expect(page.getByText('Version 2 is now active.')).toBeVisible();
  await page.goto(`${workbench.address}/projects/${story.project}/verdicts`);
  await expect(page.getByText('topics · Topics of a document')).toBeAttached();
});

for (const language of ['en', 'de'] as const)
  test(`the form for gates, rounds and panel writes into the text by keyboard alone (${language})`, async ({
    page,
    workbench,
  }) => {
    const texts = editTexts[language];
    const story = await leadProject(workbench, { rounds: ['training'] });
    const lead = await workbench.person('lea', { [story.project]: 'lead' }, { language });
    await workbench.signIn(page.context(), lead);
    await page.goto(`${workbench.address}/projects/${story.project}/protocol/edit`);
    await expect(editor(page, 'protocol.yaml')).toBeVisible();
    await page.getByRole('tab', { name: 'protocol.yaml' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const pilot = page.getByRole('region', { name: `${texts.settings.round} pilot` });
    await expect(pilot).toBeVisible();
    await pilot.getByLabel(texts.settings.units, { exact: true }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('12');
    const gate = pilot.getByRole('group', { name: texts.settings.gate('pilot', 1) });
    const target = gate.getByLabel(texts.settings.atLeast);
    await expect(target).toHaveValue(language === 'de' ? '0,7' : '0.7');
    await gate.getByLabel(texts.settings.lower).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(/fleiss_kappa\.low >= 0\.70/).first()).toBeVisible();
    const people = page.getByRole('region', { name: `${texts.settings.entry} experts` });
    await people.getByLabel(texts.settings.newName('experts')).focus();
    await page.keyboard.type('expert_d');
    await page.keyboard.press('Enter');
    await expect(people.getByRole('listitem').filter({ hasText: 'expert_d' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: texts.change.reason })).toBeVisible();
    await expectAccessible(page);
    await look(page, `edit-7-settings-${language}`);

    // What is wrong is said with the words of the form, not with a path in the file.
    const weight = people.getByLabel(texts.settings.weight);
    await weight.fill('-1');
    const wrong = people.getByRole('alert');
    await expect(wrong).toContainText(texts.settings.field(texts.settings.weight));
    await expect(wrong).not.toContainText('panel.');
    await weight.fill('1');
    await expect(wrong).toHaveCount(0);

    // A round is removed and taken back, and removed and taken back with the rest of the text.
    const remove = pilot.getByRole('button', { name: `${texts.settings.remove}: pilot` });
    await remove.focus();
    await page.keyboard.press('Enter');
    await expect(pilot).toHaveCount(0);
    await expect(page.getByText(texts.settings.removed('pilot'))).toBeVisible();
    const back = page
      .getByRole('status')
      .getByRole('button', { name: texts.settings.takeBack, exact: true });
    await expect(back).toBeFocused();
    await expectAccessible(page);
    await look(page, `edit-9-removed-${language}`);
    await page.keyboard.press('Enter');
    await expect(pilot).toBeVisible();
    await expect(pilot.getByLabel(texts.settings.units, { exact: true })).toHaveValue('12');
    await remove.click();
    await expect(pilot).toHaveCount(0);
    const head = page.locator('header').filter({ hasText: texts.title });
    await head.getByRole('button', { name: texts.undo }).click();
    await expect(pilot.getByLabel(texts.settings.units, { exact: true })).toHaveValue('12');
    await page.getByRole('tab', { name: 'protocol.yaml' }).click();
    const file = editor(page, 'protocol.yaml');
    await file.click();
    await find(page, 'expert_d');
    await expect(file).toContainText('expert_d');
    // The comments of the file are still there.
    await page.keyboard.press('Control+Home');
    await expect(file).toContainText('#');
  });
