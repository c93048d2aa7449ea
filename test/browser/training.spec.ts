import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { nextUnits } from '../../src/operations/judging/next-unit.ts';
import { saveJudgment } from '../../src/operations/judging/save-judgment.ts';
import { expectAccessible } from './accessibility.ts';
import { answersFor, labelKey, labels, ticksIn } from './annotate-labels.ts';
import {
  goToWork,
  judgeAll,
  judgmentsOf,
  nextOnPage,
  openedRound,
  press,
  unitOnPage,
} from './annotate-rounds.ts';
import { test } from './workbench.ts';

const people = ['expert_a', 'expert_b', 'expert_c'] as const;
const key = ticksIn('training-key.jsonl');
const keyFile = fileURLToPath(
  new URL('../../examples/regulatory-topics/judgments/training-key.jsonl', import.meta.url),
);
const reasons = new Map(
  readFileSync(keyFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { chunk_id: string; notes: string })
    .map((row) => [row.chunk_id, row.notes]),
);

test('after each unit the answers are held against the key, with its reason and what the guideline says', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, {
    example: 'regulatory-topics',
    round: 'training',
    people,
  });
  const [expert] = round.people;
  await goToWork(page, workbench, expert!, round.run);
  const unit = await unitOnPage(page);
  const ticks = key.get(unit)!;
  const extra = labels.find((label) => ticks[label] === undefined)!;
  const missed = Object.keys(ticks).length;
  const feedback = page.getByRole('region', { name: 'Compared with the key' }).first();
  // A label that is ticked and has no grade is not handed in.
  await press(page, labelKey(extra), 'Enter');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  await expect(feedback).toHaveCount(0);
  await press(page, 'w', 'Enter');
  await expect(feedback).toContainText(`${13 - missed} of 14 correct`);
  await expect(feedback).toContainText(reasons.get(unit)!);
  const wrong = page.locator('[data-kind=wrong]');
  await expect(wrong).toHaveCount(missed + 1);
  // Of a label too many the exclusions are shown, of a missed one the inclusions.
  const tooMany = wrong.filter({ hasText: 'You1 somewhat relevant' });
  await expect(tooMany).toContainText('Key0 not relevant');
  await expect(tooMany.getByRole('heading', { name: 'Exclude' })).toBeVisible();
  await expect(tooMany.getByRole('heading', { name: 'Include' })).toHaveCount(0);
  await expect(
    wrong
      .filter({ hasText: 'You0 not relevant' })
      .first()
      .getByRole('heading', { name: 'Include' }),
  ).toBeVisible();
  await expectAccessible(page);
  // A training answer is not given twice.
  await press(page, 'Digit1', 'u', 'f');
  await expect(page.locator('[data-feedback]')).toBeVisible();
  await page.keyboard.press('Enter');
  const next = await nextOnPage(page, unit);
  await page.keyboard.press('Shift+ArrowLeft');
  await nextOnPage(page, next);
  await expect(page.locator('[data-feedback]')).toContainText(reasons.get(unit)!);
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[data-feedback]')).toContainText(reasons.get(unit)!);
  expect(await judgmentsOf(workbench, round, expert!)).toHaveLength(1);
});

test('the result says whether one is admitted, by which numbers, and what to study', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, {
    example: 'regulatory-topics',
    round: 'training',
    people,
  });
  const [admitted, failed] = round.people;
  await judgeAll(admitted!, round.run, (unit) => answersFor(key.get(unit)!));
  // Ticks one label everywhere, and nothing else.
  await judgeAll(failed!, round.run, () => answersFor({ Governance: 1 }));
  await workbench.signIn(page.context(), failed!);
  await page.goto(`${workbench.address}/work/${round.run}/result`);
  await expect(page.getByRole('heading', { level: 1, name: 'Training result' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not passed yet.' })).toBeVisible();
  const gate = page.getByRole('row', { name: /cohen_kappa >= 0.70 against key/ });
  await expect(gate).toContainText('0.70');
  await expect(gate).toContainText('Not passed');
  await expect(gate).toContainText('15');
  const study = page.getByRole('region', { name: 'Study these again' });
  await expect(study.locator('summary').first()).toHaveText('Internal governance and remuneration');
  await expect(study.getByText('Definition').first()).toBeVisible();
  const governance = page.getByRole('row', { name: /^Internal governance/ });
  const positives = [...key.values()].filter((ticks) => ticks['Governance'] !== undefined).length;
  await expect(governance.getByRole('cell').last()).toHaveText(String(15 - positives));
  await expectAccessible(page);
  await page.goto(workbench.address);
  await expect(page.getByText(/^Study .*Internal governance and remuneration/)).toBeVisible();

  await workbench.signIn(page.context(), admitted!);
  await page.goto(`${workbench.address}/work/${round.run}/result`);
  await expect(
    page.getByRole('heading', { name: 'You are admitted to the next round.' }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Study these again' })).toHaveCount(0);
});

test('the result after the last unit offers no further one', async ({ page, workbench }) => {
  const round = await openedRound(workbench, {
    example: 'regulatory-topics',
    round: 'training',
    people,
  });
  const [expert] = round.people;
  for (const taken of [10, 4]) {
    const { units } = await nextUnits(expert!.work, { run: round.run, count: 10 });
    for (const { unit } of units.slice(0, taken))
      await saveJudgment(expert!.work, {
        run: round.run,
        unit,
        answers: answersFor(key.get(unit)!),
        seconds: 300,
        idempotencyKey: unit,
      });
  }
  await goToWork(page, workbench, expert!, round.run);
  // The last save takes longer than the way to the result.
  let answer = (): void => undefined;
  const slow = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/runs/*/units/*/judgments', async (route) => {
    await slow;
    await route.continue();
  });
  await press(page, 'n', 'Enter', 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Training result' })).toBeVisible();
  await expect(page.getByText('14 of 15', { exact: true })).toBeVisible();
  answer();
  await expect(page.getByText('15 of 15', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Guideline' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue judging' })).toHaveCount(0);
});

test('without a connection training goes on, and the comparison follows', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, {
    example: 'regulatory-topics',
    round: 'training',
    people,
  });
  const [expert] = round.people;
  await goToWork(page, workbench, expert!, round.run);
  await page.waitForLoadState('networkidle');
  const unit = await unitOnPage(page);
  await workbench.stop();
  await press(page, 'n', 'Enter');
  await expect(
    page.getByText('The comparison appears once you are back online. You can go on.'),
  ).toBeVisible();
  await workbench.start();
  await expect(page.locator('[data-feedback]')).toContainText(reasons.get(unit)!);
});

test('in German', async ({ page, workbench }) => {
  const round = await openedRound(workbench, {
    example: 'regulatory-topics',
    round: 'training',
    people,
    language: 'de',
  });
  await goToWork(page, workbench, round.people[0]!, round.run);
  await press(page, 'n', 'Enter');
  await expect(page.getByRole('heading', { name: 'Vergleich mit dem Schlüssel' })).toBeVisible();
  await expect(page.getByText('Begründung des Schlüssels')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nächste Einheit' }).last()).toBeVisible();
  await page.goto(`${workbench.address}/work/${round.run}/result`);
  await expect(page.getByRole('heading', { name: 'Noch nicht fertig.' })).toBeVisible();
  await expect(page.getByText('1 von 15 Einheiten beurteilt')).toBeVisible();
});
