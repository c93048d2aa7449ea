import { expect } from '@playwright/test';
import { closeRound } from '../../src/operations/rounds/close-round.ts';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import { answersFor, keysFor, ticksIn } from './annotate-labels.ts';
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

test('training and a whole pilot by keyboard alone: every answer arrives as it was given', async ({
  page,
  workbench,
}) => {
  const key = ticksIn('training-key.jsonl');
  const training = await openedRound(workbench, {
    example: 'regulatory-topics',
    round: 'training',
    people: ['expert_a', 'expert_b', 'expert_c'],
  });
  const [expert, ...others] = training.people;
  for (const other of others)
    await judgeAll(other, training.run, (unit) => answersFor(key.get(unit)!));

  await goToWork(page, workbench, expert!, training.run);
  for (let count = 1; count <= 15; count += 1) {
    const unit = await unitOnPage(page);
    await press(page, ...keysFor(key.get(unit)!), 'Enter');
    await expect(page.getByRole('heading', { name: 'Compared with the key' })).toBeVisible();
    await expect(page.getByText('14 of 14 correct')).toBeVisible();
    await page.keyboard.press('Enter');
    if (count < 15) await nextOnPage(page, unit);
  }
  await expect(
    page.getByRole('heading', { name: 'You are admitted to the next round.' }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /cohen_kappa >= 0.70 against key/ })).toContainText(
    'Passed',
  );

  await closeRound(training.lead.work, { run: training.run });
  const { run } = await openRound(training.lead.work, {
    project: training.project,
    round: 'pilot',
    seed: 7,
  });
  const said = new Map([
    ...ticksIn('full.expert_a.jsonl'),
    ...ticksIn('repilot.expert_a.jsonl'),
    ...ticksIn('pilot.expert_a.jsonl'),
  ]);
  const expected = new Map<string, Readonly<Record<string, number>>>();
  await page.goto(`${workbench.address}/work/${run.id}`);
  for (let unit = await unitOnPage(page); expected.size < 45;) {
    const ticks = said.get(unit) ?? {};
    expected.set(unit, answersFor(ticks));
    await press(
      page,
      ...keysFor(ticks),
      ['j', 'k', 'l'][expected.size % 3]!,
      ...(expected.size % 10 === 0 ? ['f'] : []),
      'Enter',
    );
    if (expected.size < 45) unit = await nextOnPage(page, unit);
  }
  await expect(page.getByText('You have judged all your units in this round.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Judged' })).toHaveAttribute(
    'aria-valuetext',
    '45 of 45',
  );
  const place = { project: training.project, run: run.id };
  await expect.poll(async () => (await judgmentsOf(workbench, place, expert!)).length).toBe(45);
  const saved = await judgmentsOf(workbench, place, expert!);
  expect(new Map(saved.map((one) => [one.unit, one.answers]))).toEqual(expected);
  expect(saved.map((one) => one.asides.confidence)).toEqual(
    Array.from({ length: 45 }, (_, at) => ['low', 'medium', 'high'][(at + 1) % 3]),
  );
  expect(saved.filter((one) => one.asides.flag === true).length).toBe(4);
  expect(saved.every((one) => one.seconds !== null && one.seconds >= 0)).toBe(true);
});

test('no label applies is said, not left open, and nothing is submitted before', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, {
    example: 'regulatory-topics',
    round: 'training',
    people: ['expert_a', 'expert_b', 'expert_c'],
  });
  const [expert] = round.people;
  await goToWork(page, workbench, expert!, round.run);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(
    'Tick the labels that apply, or “No label applies”.',
  );
  await press(page, 'Digit2', 'q');
  await expect(page.getByRole('checkbox', { name: 'Credit risk' })).not.toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  // Ticking takes "no label applies" back, and the other way round.
  await page.keyboard.press('n');
  await expect(page.getByRole('checkbox', { name: 'No label applies' })).toBeChecked();
  await page.keyboard.press('Digit3');
  await expect(page.getByRole('checkbox', { name: 'No label applies' })).not.toBeChecked();
  await page.keyboard.press('n');
  await expect(page.getByRole('checkbox', { name: 'Securitisation' })).not.toBeChecked();
  expect(await judgmentsOf(workbench, round, expert!)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Compared with the key' })).toBeVisible();
  expect((await judgmentsOf(workbench, round, expert!)).map((one) => one.answers)).toEqual([
    answersFor({}),
  ]);
});

test('arrows go through labels and grades, and a chunk shows its neighbours and its place', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, {
    example: 'regulatory-topics',
    round: 'training',
    people: ['expert_a', 'expert_b', 'expert_c'],
  });
  await goToWork(page, workbench, round.people[0]!, round.run);
  await expect(page.getByRole('region', { name: 'Text before' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Text after' })).toBeVisible();
  await expect(page.getByRole('note', { name: 'Source location' })).toContainText(/Page \d+/);
  // What a model doubts is hidden from annotators.
  await expect(page.locator('[data-unit]')).not.toContainText('uncertainty');
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight');
  const grades = page.getByRole('radiogroup', { name: 'Grade of Credit risk' });
  await expect(grades.getByRole('radio', { name: '2, Highly relevant' })).toBeChecked();
  await press(page, 'ArrowLeft');
  await expect(grades.getByRole('radio', { name: '1, Somewhat relevant' })).toBeChecked();
  await press(page, 'ArrowLeft');
  await expect(page.getByRole('checkbox', { name: 'Credit risk' })).not.toBeChecked();
  await press(page, 'ArrowUp', 'Space');
  await expect(
    page.getByRole('checkbox', { name: 'Internal ratings based approach' }),
  ).toBeChecked();
});
