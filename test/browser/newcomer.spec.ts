import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { createTexts } from '../../src/web/scenes/protocol/create/texts.ts';
import { peopleTexts } from '../../src/web/scenes/people/members/texts.ts';
import { signInTexts } from '../../src/web/scenes/people/sign-in/texts.ts';
import { test } from './workbench.ts';

test.describe.configure({ timeout: 180_000 });

const numbers = Array.from({ length: 300 }, (_, at) => at + 1);
const header = ['lfd.', 'Eingang', 'Betrag in €', 'Vorgangsnummer', 'Kundennummer', 'Beschreibung'];
const rowOf = (at: number): readonly string[] => [
  String(at % 7),
  `${String((at % 28) + 1).padStart(2, '0')}.03.2026`,
  `${at},50`,
  `V/2026-${String(at).padStart(4, '0')}`,
  `K-${at % 40}`,
  `Das Paket ${at} kam zu spät; der Karton war "offen", sagt die Kundin.`,
];

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const relation = (id: string, type: string, target: string): string =>
  `<Relationships xmlns="${packaged}/relationships">` +
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/></Relationships>`;

/** A sheet as a spreadsheet program writes it. */
function xlsx(): Buffer {
  const cell = (text: string, at: number, line: number): string => {
    const safe = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const place = `${String.fromCharCode(65 + at)}${line}`;
    return `<c r="${place}" t="inlineStr"><is><t>${safe}</t></is></c>`;
  };
  const lines = [header, ...numbers.map(rowOf)].map((row, at) => {
    const cells = row.map((text, place) => cell(text, place, at + 1)).join('');
    return `<row r="${at + 1}">${cells}</row>`;
  });
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"></Types>`,
    '_rels/.rels': relation('a', 'officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
      '<sheet name="Fälle" sheetId="1" r:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relation('b', 'worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  const entries = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const records = numbers.map((at) => {
  const row = rowOf(at);
  return Object.fromEntries(header.map((name, place) => [name, row[place]!]));
});
const files = {
  'Fälle März.xlsx': xlsx,
  // As German spreadsheets save it: semicolons, a byte order mark, Windows line ends.
  'faelle.csv': () =>
    Buffer.from(
      `\uFEFF${[header, ...numbers.map(rowOf)]
        .map((row) => `${row.map(quoted).join(';')}\r\n`)
        .join('')}`,
    ),
  'faelle.jsonl': () => Buffer.from(records.map((row) => `${JSON.stringify(row)}\n`).join('')),
  'faelle.parquet': () =>
    Buffer.from(
      parquetWriteBuffer({
        columnData: header.map((name) => ({
          name,
          data: records.map((row) => row[name]!),
          type: 'STRING' as const,
        })),
      }),
    ),
};

for (const [name, make] of Object.entries(files))
  test(`from sign-in to the first judged unit with ${name}, without documentation`, async ({
    page,
    workbench,
    browser,
  }) => {
    const [texts, people, signing] = [createTexts.de, peopleTexts.de, signInTexts.de];
    const begun = Date.now();
    const steps: string[] = [];
    const step = async (title: string, work: () => Promise<void>): Promise<void> => {
      await test.step(title, work);
      steps.push(`${title} ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    };
    const lead = await workbench.person('lena', { '*': 'lead' }, { language: 'de' });
    await step('sign in', async () => {
      await page.goto(`${workbench.address}/sign-in`);
      await signIn(page, lead.login, lead.password);
    });
    await step('choose a file', async () => {
      await page.getByRole('link', { name: /Neues Projekt/ }).click();
      await page
        .getByLabel(texts.choose, { exact: true })
        .and(page.locator('input'))
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: make() });
      await expect(page.getByText(texts.read(name, '300'))).toBeVisible();
      const use = (column: string) => page.getByLabel(`${texts.use}: ${column}`);
      await expect(use('Vorgangsnummer')).toHaveValue('id');
      await expect(use('Beschreibung')).toHaveValue('show');
      await expect(use('Kundennummer')).toHaveValue('subject');
      await expect(use('Eingang')).toHaveValue('date');
    });
    await step('name labels and people', async () => {
      await page.getByRole('textbox', { name: texts.label('1'), exact: true }).fill('Zu spät');
      await page.getByRole('textbox', { name: texts.label('2'), exact: true }).fill('Beschädigt');
      await page.getByLabel(texts.names).fill('lena, ben');
      await expect(page.getByRole('button', { name: texts.create })).toBeEnabled();
    });
    await step('create', async () => {
      await page.getByRole('button', { name: texts.create }).click();
      await page.waitForURL(/\/people$/);
    });
    const other = await browser.newContext({ locale: 'de' });
    await step('invite the panel', async () => {
      await page
        .getByRole('button', { name: /einladen$/ })
        .first()
        .click();
      const link = page.getByLabel(`${people.link}: ben`);
      await expect(link).toHaveValue(/\/link\//);
      const ben = await other.newPage();
      await ben.goto(await link.inputValue());
      await ben.getByLabel(signing.fullName).fill('Ben');
      await ben.getByLabel(signing.password, { exact: true }).fill('ein langes Passwort');
      await ben.getByRole('button', { name: signing.create }).click();
      await expect(ben.getByRole('heading', { level: 1 })).toBeVisible();
    });
    await step('open the pilot', async () => {
      await page.goto(page.url().replace(/\/people$/, ''));
      await page.getByRole('button', { name: 'Runde öffnen' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Runde öffnen' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await step('judge', async () => {
      const ben = other.pages()[0]!;
      await ben.goto(workbench.address);
      await ben.getByRole('link', { name: /^(Beginnen|Anfangen|Start)/ }).click();
      await ben.getByRole('checkbox', { name: 'Zu spät' }).check();
      await ben.keyboard.press('Enter');
      await expect(async () => {
        const found = await workbench
          .workspace()
          .store.read((db) => db.selectFrom('judgment').select('id').execute());
        expect(found).toHaveLength(1);
      }).toPass();
    });
    test.info().annotations.push({ type: 'steps', description: steps.join(', ') });
    await other.close();
  });

/** Signs in by the form, which speaks the language of the browser. */
async function signIn(page: Page, login: string, password: string): Promise<void> {
  const texts = signInTexts.en;
  await page.getByLabel(texts.login).fill(login);
  await page.getByLabel(texts.password, { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toHaveCount(0);
}
