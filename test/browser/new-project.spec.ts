import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { createTexts } from '../../src/web/scenes/protocol/create/texts.ts';
import { homeTexts } from '../../src/web/scenes/judging/home/texts.ts';
import { peopleTexts } from '../../src/web/scenes/people/members/texts.ts';
import { signInTexts } from '../../src/web/scenes/people/sign-in/texts.ts';
import { expectAccessible } from './accessibility.ts';
import { look } from './look-at.ts';
import { test } from './workbench.ts';

const rows = Array.from(
  { length: 300 },
  (_, at) =>
    `M-${at + 1},customer ${at % 40},"The parcel ${at + 1} came late, and the box was open.",` +
    `2026-03-${String((at % 28) + 1).padStart(2, '0')}\n`,
);
const sheet = Buffer.from(`Message ID,Customer,Text,Received\n${rows.join('')}`);

// A whole project by hand, twice: more than other tests do in the same time.

for (const language of ['en', 'de'] as const)
  test(`a newcomer gets from a spreadsheet to the first judged unit (${language})`, async ({
    page,
    workbench,
    browser,
  }) => {
    const texts = createTexts[language];
    const people = peopleTexts[language];
    const signing = signInTexts[language];
    const lead = await workbench.person('lena', { '*': 'lead' }, { language });
    await workbench.signIn(page.context(), lead);
    await page.goto(workbench.address);
    await page.getByRole('link', { name: homeTexts[language].newProject }).click();
    await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
    const create = page.getByRole('button', { name: texts.create });
    await expect(create).toBeDisabled();
    await expectAccessible(page);
    await look(page, `1-empty-${language}`);

    await page
      .getByLabel(texts.choose, { exact: true })
      .and(page.locator('input'))
      .setInputFiles({ name: 'late_parcels.csv', mimeType: 'text/csv', buffer: sheet });
    await expect(page.getByText(texts.read('late_parcels.csv', '300'))).toBeVisible();
    await expect(page.getByLabel(texts.name)).toHaveValue('Late parcels');
    const use = (column: string) => page.getByLabel(`${texts.use}: ${column}`);
    await expect(use('Message ID')).toHaveValue('id');
    await expect(use('Text')).toHaveValue('show');
    await expect(use('Customer')).toHaveValue('subject');
    await expect(use('Received')).toHaveValue('date');
    await look(page, `2-columns-${language}`);

    await page.getByRole('textbox', { name: texts.label('1'), exact: true }).fill('Late');
    await page.getByRole('textbox', { name: texts.label('2'), exact: true }).fill('Damaged goods');
    await page.getByLabel(texts.applies('Late')).fill('It came after the day that was promised.');
    // The very form, which can be tried out.
    const preview = page.getByRole('complementary', { name: texts.preview });
    await expect(preview.getByText('The parcel 1 came late')).toBeVisible();
    await preview.getByRole('checkbox', { name: 'Damaged goods' }).check();
    await expect(preview.getByRole('checkbox', { name: 'Damaged goods' })).toBeChecked();

    // A number as the language writes it; either mark can be typed.
    const target = page.getByLabel(texts.target, { exact: true });
    const mark = language === 'de' ? ',' : '.';
    await expect(target).toHaveValue(`0${mark}8`);
    for (const typed of ['0,7', '0.85']) {
      await target.fill('');
      await target.pressSequentially(typed);
      await expect(target).toHaveValue(typed.replace(/[.,]/, mark));
    }
    await expect(page.getByText(texts.gaps.people)).toBeVisible();
    await page.getByLabel(texts.names).fill('anna, ben');
    await expect(page.getByText(texts.gaps.people)).toHaveCount(0);
    await expect(create).toBeEnabled();
    await expectAccessible(page);
    await look(page, `3-whole-${language}`);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      preview.getByRole('button', { name: texts.download }).click(),
    ]);
    const written = readFileSync(await saved.path(), 'utf8');
    expect(written).toContain('Damaged_goods');
    expect(written).toContain('percent_agreement >= 0.85');
    await create.click();

    await page.waitForURL(/\/projects\/late_parcels\/people$/);
    await page.getByRole('button', { name: people.invite }).click();
    await page.getByRole('button', { name: people.make }).click();
    const link = await page.getByLabel(people.link, { exact: true }).inputValue();
    const other = await browser.newContext({ locale: language });
    const anna = await other.newPage();
    await anna.goto(link);
    await anna.getByLabel(signing.login).fill('anna');
    await anna.getByLabel(signing.fullName).fill('Anna');
    await anna.getByLabel(signing.password, { exact: true }).fill('a long enough password');
    await anna.getByRole('button', { name: signing.create }).click();
    await expect(anna.getByRole('heading', { level: 1 })).toBeVisible();

    // Every unit goes to two people.
    await workbench.person('ben', { late_parcels: 'annotator' });
    await page.goto(`${workbench.address}/projects/late_parcels`);
    const open = language === 'en' ? 'Open the round' : 'Runde öffnen';
    await page.getByRole('button', { name: open }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: open }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await anna.goto(workbench.address);
    await anna.getByRole('link', { name: /^(Start|Beginnen|Anfangen)/ }).click();
    await anna.getByRole('checkbox', { name: 'Late' }).check();
    await anna.keyboard.press('Enter');
    await expect(async () => {
      const count = await workbench.workspace().store.read((db) =>
        db
          .selectFrom('judgment')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirst(),
      );
      expect(Number(count?.n)).toBe(1);
    }).toPass();
    await other.close();
  });

test('everything wrong is said in place, and a whole project is made by keyboard alone', async ({
  page,
  workbench,
}) => {
  const texts = createTexts.en;
  const lead = await workbench.person('lena', { '*': 'lead' });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/new-project`);
  const file = page.getByLabel(texts.choose, { exact: true }).and(page.locator('input'));
  await file.setInputFiles({
    name: 'bad.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a,b\n1\n'),
  });
  await expect(page.getByRole('alert')).toContainText('the row has 1 field');
  await file.setInputFiles({
    name: 'short.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('text\nSame words\nSame words\nOther words\n'),
  });
  await expect(page.getByText(texts.numbered)).toBeVisible();
  await page.getByLabel(texts.kind).selectOption('questions');
  await page.getByRole('textbox', { name: texts.question('1'), exact: true }).focus();
  await page.keyboard.type('Tone');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('o');
  await page.getByLabel(texts.scale).first().selectOption('choice');
  await page.getByLabel(texts.values).focus();
  await page.keyboard.type('friendly');
  const part = page.locator('[data-part="questions"]');
  await expect(part.getByText(texts.choices('Tone'))).toBeVisible();
  await expect(part).toHaveAttribute('data-done', 'false');
  // A label has no choices, so that nothing is wrong with it.
  await page.getByLabel(texts.kind).selectOption('labels');
  await expect(part).toHaveAttribute('data-done', 'true');
  await page.getByLabel(texts.kind).selectOption('questions');
  await expect(part).toHaveAttribute('data-done', 'false');
  await page.getByLabel(texts.values).focus();
  await page.keyboard.press('End');
  await page.keyboard.type(', rude');
  await expect(part).toHaveAttribute('data-done', 'true');
  await page.getByLabel(texts.names).focus();
  await page.keyboard.type('lena, ben');
  const create = page.getByRole('button', { name: texts.create });
  await expect(create).toBeEnabled();
  await look(page, '4-questions');
  await create.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/projects\/short\/people$/);
});

test('one of the examples is taken as a template', async ({ page, workbench }) => {
  const texts = createTexts.en;
  const lead = await workbench.person('lena', { '*': 'lead' });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/new-project`);
  await page
    .getByLabel(texts.choose, { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'late_parcels.csv', mimeType: 'text/csv', buffer: sheet });
  const template = page.getByLabel(texts.template);
  await expect(template.locator('option')).not.toHaveCount(1);
  await template.selectOption({ index: 1 });
  await expect(page.getByText(texts.fromTemplate)).toBeVisible();
  await page.getByLabel(texts.names).fill('lena, ben');
  await expect(page.getByRole('button', { name: texts.create })).toBeEnabled();
  await look(page, '5-template');
});
