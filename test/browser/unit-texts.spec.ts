import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import { expectAccessible } from './accessibility.ts';
import { goToWork } from './annotate-rounds.ts';
import { test } from './workbench.ts';
import type { Person, Workbench } from './workbench.ts';

const protocol = `assay: 1
name: odd-texts
guideline: { version: "1.0", file: guideline.md }
units: { topics: chunks.jsonl }
tasks:
  topics:
    unit: { id: chunk_id, show: text, context: [before, after] }
    form: labels
    questions:
      credit: { title: Credit risk, scale: { ordinal: [0: No, 1: Some, 2: All], present: 1, ticked: 1 } }
      market: { title: Market risk, scale: { ordinal: [0: No, 1: Some, 2: All], present: 1, ticked: 1 } }
    asides: [notes]
panel: { experts: { kind: human, weight: 1, names: [ada] } }
rounds: { full: { units: 2, annotators: 1 } }
consensus: majority
`;

const chunks = [
  {
    chunk_id: 'word',
    text: 'Donaudampfschifffahrtsgesellschaft'.repeat(20),
    before: 'https://example.org/'.repeat(30),
    after: '',
  },
  {
    chunk_id: 'arabic',
    text: 'يجب على المؤسسة أن تحتفظ برأس مال كافٍ (CRR).\nAnd a line in English.',
    before: '',
    after: '',
  },
];

async function oddTexts(
  workbench: Workbench,
): Promise<{ readonly ada: Person; readonly run: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-odd-'));
  try {
    writeFileSync(join(folder, 'protocol.yaml'), protocol);
    writeFileSync(
      join(folder, 'guideline.md'),
      '# Guideline, version 1.0\n\n## credit – Credit risk\n\n### Definition\n\nRules.\n\n' +
        '## market – Market risk\n\n### Definition\n\nRules.\n',
    );
    writeFileSync(
      join(folder, 'chunks.jsonl'),
      chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join(''),
    );
    const project = await workbench.load(folder);
    const lead = await workbench.person('lena', { [project]: 'lead' });
    const ada = await workbench.person('ada', { [project]: 'annotator' });
    const { run } = await openRound(lead.work, {
      project,
      round: 'full',
      seed: 1,
      annotators: ['ada'],
    });
    return { ada, run: run.id };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const chunk = (page: Page) => page.getByRole('region', { name: 'Text', exact: true });

for (const width of [1440, 390, 320]) {
  test(`a word without an end stays in its card, ${width} pixels wide`, async ({
    page,
    workbench,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { ada, run } = await oddTexts(workbench);
    await goToWork(page, workbench, ada, run);
    await page.goto(`${workbench.address}/work/${run}?unit=word`);
    await expect(chunk(page)).toBeVisible();
    const pane = page.getByRole('region', { name: 'Unit', exact: true });
    expect(await pane.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    // The bar holds the round and how far one has come beside each other, not one over the other.
    const [round, progress] = [
      await page.getByText('Full round').boundingBox(),
      await page.getByRole('progressbar').boundingBox(),
    ];
    expect(round!.x + round!.width).toBeLessThanOrEqual(progress!.x);
    await expectAccessible(page);
  });
}

test('a text runs as its script does, line by line', async ({ page, workbench }) => {
  const { ada, run } = await oddTexts(workbench);
  await goToWork(page, workbench, ada, run);
  await page.goto(`${workbench.address}/work/${run}?unit=arabic`);
  await expect(chunk(page)).toContainText('CRR');
  const lines = await chunk(page)
    .locator('p')
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const own = element.getBoundingClientRect();
      return [...range.getClientRects()]
        .filter((rect) => rect.width > 20)
        .map((rect) => ({ left: rect.left - own.left, right: own.right - rect.right }));
    });
  expect(Math.min(...lines.map((line) => line.right))).toBeLessThan(3);
  expect(lines.at(-1)!.left).toBeLessThan(3);
});

test('on paper a long text stands whole', async ({ page, workbench }) => {
  const { ada, run } = await oddTexts(workbench);
  await page.setViewportSize({ width: 1440, height: 300 });
  await goToWork(page, workbench, ada, run);
  await page.goto(`${workbench.address}/work/${run}?unit=word`);
  await expect(chunk(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const pane = page.getByRole('region', { name: 'Unit', exact: true });
  expect(await pane.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
});

test('where colours are forced, the grade that was given is told apart', async ({
  page,
  workbench,
}) => {
  const { ada, run } = await oddTexts(workbench);
  await page.emulateMedia({ forcedColors: 'active' });
  await goToWork(page, workbench, ada, run);
  await page.keyboard.press('1');
  await page.keyboard.press('w');
  const grades = page.getByRole('radiogroup', { name: 'Grade of Credit risk' });
  const colour = (name: RegExp) =>
    grades
      .getByRole('radio', { name })
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(grades.getByRole('radio', { name: /^1/ })).toBeChecked();
  expect(await colour(/^1/)).not.toBe(await colour(/^2/));
});
