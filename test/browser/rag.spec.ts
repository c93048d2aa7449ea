import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import {
  goToWork,
  judgmentsOf,
  nextOnPage,
  openedFields,
  openedRound,
  press,
  unitOnPage,
} from './annotate-rounds.ts';
import { annotateTexts } from '../../src/web/scenes/judging/annotate/texts.ts';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import { grantRole } from '../../src/store/people/memberships.ts';
import { test } from './workbench.ts';

const people = ['mara', 'jonas'] as const;

/** What is answered, question by question: yes, no, or nothing. */
async function answers(page: Page): Promise<Readonly<Record<string, string>>> {
  const blocks = await page.locator('[data-question]').all();
  const entries: [string, string][] = [];
  for (const block of blocks) {
    const chosen = block.locator('[role=radio][aria-checked=true]');
    entries.push([
      (await block.getAttribute('data-question')) ?? '',
      (await chosen.count()) === 0
        ? '–'
        : (await chosen.getAttribute('data-value')) === 'true'
          ? 'yes'
          : 'no',
    ]);
  }
  return Object.fromEntries(entries);
}

/** Answers a question by keyboard. */
async function answer(page: Page, question: string, key: 'y' | 'j' | 'n'): Promise<void> {
  await page.locator(`[data-question=${question}] [data-stop=true]`).focus();
  await page.keyboard.press(key);
}

test('retrieval: both constraints, in both directions, with the reason and the way back', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, { example: 'rag-tasks', round: 'retrieval', people });
  await goToWork(page, workbench, round.people[0]!, round.run);
  const nothing = { topically_relevant: '–', evidence_sufficient: '–', misleading: '–' };
  expect(await answers(page)).toEqual(nothing);

  // The claim sets what it needs and excludes.
  await answer(page, 'evidence_sufficient', 'y');
  const whole = { topically_relevant: 'yes', evidence_sufficient: 'yes', misleading: 'no' };
  expect(await answers(page)).toEqual(whole);
  await expect(page.locator('[data-question=topically_relevant] [data-note]')).toContainText(
    'Set to yes automatically. “Enough evidence” is only possible together with “On the topic”.',
  );
  await expect(page.locator('[data-question=misleading] [data-note]')).toContainText(
    'Set to no automatically. “Enough evidence” and “Misleading” exclude each other.',
  );
  await expect(page.locator('[data-said=consequences]')).toContainText(
    '“Misleading” was set to no.',
  );
  // What contradicts the answers is said beforehand, and tied to it.
  const no = page.locator('[data-question=topically_relevant] [role=radio][data-value=false]');
  await expect(no).toHaveAccessibleDescription(/“No” contradicts “Enough evidence”: yes/);
  await page.keyboard.press('u');
  expect(await answers(page)).toEqual(nothing);
  await page.keyboard.press('Shift+u');
  expect(await answers(page)).toEqual(whole);

  // A contradiction is shown where it is, and changes nothing else.
  await answer(page, 'topically_relevant', 'n');
  expect(await answers(page)).toEqual({
    topically_relevant: 'no',
    evidence_sufficient: 'yes',
    misleading: '–',
  });
  for (const question of ['topically_relevant', 'evidence_sufficient'])
    await expect(page.locator(`[data-question=${question}] [data-note=conflict]`)).toContainText(
      'These answers contradict each other: “On the topic”: no and “Enough evidence”: yes. ' +
        '“Enough evidence” is only possible together with “On the topic”.',
    );
  await expect(page.locator('[data-said=consequences]')).toContainText('contradict each other');
  await expect(page.getByText('Contradiction')).toBeVisible();
  await expectAccessible(page);
  await answer(page, 'misleading', 'n');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('contradict each other');
  expect(await judgmentsOf(workbench, round, round.people[0]!)).toEqual([]);
  // One of them gives way when somebody says so.
  await page
    .locator('[data-question=topically_relevant]')
    .getByRole('button', { name: 'Change “Enough evidence” to no' })
    .click();
  const none = { topically_relevant: 'no', evidence_sufficient: 'no', misleading: 'no' };
  expect(await answers(page)).toEqual(none);
  await expect(page.locator('[data-note=conflict]')).toHaveCount(0);
  await page.keyboard.press('u');
  expect(await answers(page)).toEqual({ ...none, evidence_sufficient: 'yes' });
  await page.keyboard.press('Shift+u');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect
    .poll(async () =>
      (await judgmentsOf(workbench, round, round.people[0]!)).map((one) => one.answers),
    )
    .toEqual([{ topically_relevant: false, evidence_sufficient: false, misleading: false }]);
});

test('retrieval shows query and chunk; the answer is folded, and opening it is recorded once', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, { example: 'rag-tasks', round: 'retrieval', people });
  const [mara] = round.people;
  await goToWork(page, workbench, mara!, round.run);
  await expect(page.getByRole('region', { name: 'Query' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Retrieved text' })).toContainText(/Rank \d/);
  const fold = page.getByRole('button', { name: /“Answer”/ });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(page.locator('[data-folded=answer]')).toContainText('Opening it is recorded.');
  // Nothing of it is in the page.
  expect(await page.locator('[data-folded=answer]').innerText()).not.toContain('.\n\n');
  await expect(page.locator('[data-folded=answer] p')).toHaveCount(0);
  expect(await openedFields(workbench, round, mara!)).toEqual([]);
  await page.keyboard.press('o');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('[data-folded=answer] p')).toHaveCount(1);
  await press(page, 'o', 'o');
  await expect.poll(async () => await openedFields(workbench, round, mara!)).toEqual(['answer']);
  // The answer is folded, so nothing is said about its marks.
  await expect(page.getByText(/citation mark/)).toHaveCount(0);
});

test('grounding: both constraints in both directions, sources numbered, and hints from the marks alone', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, { example: 'rag-tasks', round: 'grounding', people });
  const [mara] = round.people;
  await goToWork(page, workbench, mara!, round.run);
  const nothing = {
    support_present: '–',
    unsupported_claim_present: '–',
    contradicted_claim_present: '–',
    source_cited: '–',
    fabricated_source: '–',
  };

  await answer(page, 'contradicted_claim_present', 'y');
  expect(await answers(page)).toEqual({
    ...nothing,
    contradicted_claim_present: 'yes',
    unsupported_claim_present: 'yes',
  });
  await expect(page.locator('[data-question=unsupported_claim_present] [data-note]')).toContainText(
    '“Contradicted claim” is only possible together with “Unsupported claim”.',
  );
  await answer(page, 'unsupported_claim_present', 'n');
  expect(await answers(page)).toEqual({
    ...nothing,
    contradicted_claim_present: 'yes',
    unsupported_claim_present: 'no',
  });
  await expect(page.locator('[data-note=conflict]')).toHaveCount(2);
  await press(page, 'u', 'u');
  expect(await answers(page)).toEqual(nothing);

  await answer(page, 'fabricated_source', 'y');
  expect(await answers(page)).toEqual({
    ...nothing,
    fabricated_source: 'yes',
    source_cited: 'yes',
  });
  await answer(page, 'source_cited', 'n');
  expect(await answers(page)).toEqual({ ...nothing, fabricated_source: 'yes', source_cited: 'no' });
  await expect(page.locator('[data-question=fabricated_source] [data-note]')).toContainText(
    '“Fabricated source” is only possible together with “Source cited”.',
  );
  await press(page, 'u', 'u');
  expect(await answers(page)).toEqual(nothing);
  // No constraint speaks in this direction.
  await answer(page, 'contradicted_claim_present', 'n');
  expect(await answers(page)).toEqual({ ...nothing, contradicted_claim_present: 'no' });
  await page.locator('[data-question=support_present] [data-stop=true]').focus();

  await expect(page.getByRole('region', { name: 'Answer', exact: true })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Sources' }).getByRole('listitem').first(),
  ).toContainText('[C1]');
  await expect(
    page.getByText(/^(Citation marks in the answer|The answer has no citation mark)/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show “Query”' })).toBeVisible();
  await expectAccessible(page);

  // Through the units until one cites what is not there.
  const unknown = page.getByText(/Not among the sources shown: \[C\d+\]/);
  for (let count = 0; count < 40 && (await unknown.count()) === 0; count += 1) {
    const unit = await unitOnPage(page);
    await press(page, 'y', 'n', 'n', 'n', 'n', 'Enter');
    await nextOnPage(page, unit);
  }
  await expect(unknown).toBeVisible();
});

test('generation: everything can be combined, sources are folded, nothing may be missing', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, { example: 'rag-tasks', round: 'generation', people });
  const [mara] = round.people;
  await goToWork(page, workbench, mara!, round.run);
  await expect(page.getByRole('region', { name: 'Query' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Answer', exact: true })).toBeVisible();
  await expect(page.getByText(/Citation marks|citation mark/)).toHaveCount(0);
  await expect(page.locator('[data-folded=context_set] li')).toHaveCount(0);
  const first = await unitOnPage(page);
  await press(page, 'y', 'y', 'y', 'y', 'Enter');
  await expect(page.getByRole('alert')).toContainText('“Unsafe content” is not answered.');
  expect(await unitOnPage(page)).toBe(first);
  expect(await judgmentsOf(workbench, round, mara!)).toEqual([]);
  await press(page, 'y');
  await expect(page.locator('[data-note]')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const second = await nextOnPage(page, first);
  await press(page, 'n', 'n', 'n', 'n', 'n', 'Enter');
  await nextOnPage(page, second);
  await expect
    .poll(async () =>
      (await judgmentsOf(workbench, round, mara!)).map((one) => Object.values(one.answers)),
    )
    .toEqual([
      [true, true, true, true, true],
      [false, false, false, false, false],
    ]);
});

test('in German the questions, the reasons and the hints are German', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, {
    example: 'rag-tasks',
    round: 'grounding',
    people,
    language: 'de',
  });
  await goToWork(page, workbench, round.people[0]!, round.run);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Beruht die Antwort auf den Quellen?' }),
  ).toBeVisible();
  // The key for "Ja" is J, and the badge says so.
  const contradicted = page.locator('[data-question=contradicted_claim_present]');
  await expect(contradicted.getByRole('radio', { name: 'Ja' }).locator('kbd')).toHaveText('J');
  await answer(page, 'contradicted_claim_present', 'j');
  await expect(page.locator('[data-question=unsupported_claim_present] [data-note]')).toContainText(
    'Automatisch auf ja gesetzt. „Widersprochene Aussage“ geht nur zusammen mit ' +
      '„Aussage ohne Beleg“.',
  );
  await expect(
    page.getByText(/^(Quellenangaben in der Antwort|Die Antwort enthält keine Quellenangabe)/),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('„Beleg vorhanden“ ist nicht beantwortet.');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Tastenkürzel' });
  await expect(help).toContainText('Abgeben');
  await expect(help).toContainText('JaJ');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await expect(page.getByRole('complementary', { name: 'Leitfaden' })).toContainText(
    'Einschließen',
  );
  await expectAccessible(page);
});

test('retrieval shows document and rank, and neither where the protocol hides them', async ({
  browser,
  page,
  workbench,
}) => {
  const place = { name: annotateTexts.en.place };
  const shown = await openedRound(workbench, { example: 'rag-tasks', round: 'retrieval', people });
  await goToWork(page, workbench, shown.people[0]!, shown.run);
  await expect(page.getByRole('note', place)).toContainText(/Document .+Rank \d/);

  const folder = mkdtempSync(join(tmpdir(), 'assay-hidden-'));
  try {
    cpSync(new URL('../../examples/rag-tasks', import.meta.url), folder, { recursive: true });
    const file = join(folder, 'protocol.yaml');
    const text = readFileSync(file, 'utf8')
      .replace('name: rag-tasks', 'name: hidden-tasks')
      .replace('rank: chunk_rank', 'rank: chunk_rank\n      hidden: [doc_id, chunk_rank]');
    expect(text).toContain('hidden: [doc_id, chunk_rank]');
    writeFileSync(file, text);
    const project = await workbench.load(folder);
    expect(project).toBe('hidden-tasks');
    const lena = await workbench.person('lou', { [project]: 'lead' });
    const annotators = ['mara', 'jonas'];
    for (const person of shown.people)
      await workbench
        .workspace()
        .store.write((tx) =>
          grantRole(tx, {
            project,
            account: person.account,
            role: 'annotator',
            createdAt: new Date().toISOString(),
          }),
        );
    const { run } = await openRound(lena.work, {
      project,
      round: 'retrieval',
      seed: 1,
      annotators,
    });
    const context = await browser.newContext();
    const other = await context.newPage();
    const replies: string[] = [];
    other.on('response', async (response) => {
      if (response.url().includes('/api/')) replies.push(await response.text().catch(() => ''));
    });
    await goToWork(other, workbench, shown.people[0]!, run.id);
    await expect(other.getByRole('note', place)).toHaveCount(0);
    await expect(other.getByText(/Rank \d/)).toHaveCount(0);
    expect(replies.filter((reply) => /"chunk_rank"|"doc_id"/.test(reply))).toEqual([]);
    expect(replies.some((reply) => reply.includes('"chunk"'))).toBe(true);
    await context.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
