import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import {
  goToWork,
  judgmentsOf,
  nextOnPage,
  openedRound,
  press,
  unitOnPage,
} from './annotate-rounds.ts';
import { test } from './workbench.ts';

const people = ['annotator_a', 'annotator_b'] as const;
const evidence = (page: Page) => page.getByRole('textbox', { name: 'Evidence' });
const source = (page: Page) => page.getByRole('region', { name: 'Eligibility text' });

/** Drags the mouse over a line of the text, from its first letter to its last. */
async function selectLine(page: Page, place: number): Promise<string> {
  const line = source(page).locator('[data-look=bullet]').nth(place);
  const box = await line.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 1);
    const [first, last] = [rects[0]!, rects.at(-1)!];
    return {
      from: { x: first.left + 1, y: first.top + first.height / 2 },
      to: { x: last.right + 4, y: last.top + last.height / 2 },
    };
  });
  await page.mouse.move(box.from.x, box.from.y);
  await page.mouse.down();
  await page.mouse.move(box.to.x, box.to.y, { steps: 8 });
  await page.mouse.up();
  return ((await line.textContent()) ?? '').replace(/^- /, '').trim();
}

test('selecting words of the text fills the evidence, verbatim, and marks them', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, {
    example: 'trial-relevance',
    round: 'rules-pilot',
    people,
  });
  const [annotator] = round.people;
  await goToWork(page, workbench, annotator!, round.run);
  const unit = await unitOnPage(page);
  const line = await selectLine(page, 1);
  await expect(evidence(page)).toHaveValue(line);
  await expect(page.getByText('Exact quote.')).toBeVisible();
  await expect(source(page).locator('mark')).toHaveText(line);
  // Another selection takes its place, and can be undone.
  const other = await selectLine(page, 3);
  await expect(evidence(page)).toHaveValue(other);
  await page.keyboard.press('u');
  await expect(evidence(page)).toHaveValue(line);
  await expectAccessible(page);
  await press(page, 'ArrowUp', '1', 'Control+Enter');
  await nextOnPage(page, unit);
  await expect
    .poll(async () => (await judgmentsOf(workbench, round, annotator!)).map((one) => one.answers))
    .toEqual([{ quality_label: 'correct', evidence_text: line }]);
});

test('words that do not stand in the text are refused, and the nearest passage is offered', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, {
    example: 'trial-relevance',
    round: 'rules-pilot',
    people,
  });
  const [annotator] = round.people;
  await goToWork(page, workbench, annotator!, round.run);
  const line = ((await source(page).locator('[data-look=bullet]').first().textContent()) ?? '')
    .replace(/^\s*-\s*/, '')
    .trim();
  await page.keyboard.press('2');
  await evidence(page).fill(line.toUpperCase());
  await expect(evidence(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('The text does not contain these exact words.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Not complete yet' })).toContainText(
    '“Evidence” does not quote the text exactly.',
  );
  await expectAccessible(page);
  expect(await judgmentsOf(workbench, round, annotator!)).toEqual([]);
  await page.getByRole('button', { name: 'Use this passage' }).click();
  const taken = await evidence(page).inputValue();
  expect(await source(page).textContent()).toContain(taken);
  expect(line).toContain(taken);
  await expect(page.getByText('Exact quote.')).toBeVisible();
  await evidence(page).fill('Completely different things altogether');
  await expect(page.getByText('No passage is similar.')).toBeVisible();
});

test('evidence is found and quoted by keyboard alone', async ({ page, workbench }) => {
  const round = await openedRound(workbench, {
    example: 'trial-relevance',
    round: 'rules-pilot',
    people,
  });
  const [annotator] = round.people;
  await goToWork(page, workbench, annotator!, round.run);
  const unit = await unitOnPage(page);
  const bullets = (await source(page).locator('[data-look=bullet]').allTextContents()).map((text) =>
    text.replace(/^\s*-\s*/, '').trim(),
  );
  await press(page, '3', '/');
  const find = page.getByRole('searchbox', { name: 'Find and quote' });
  await expect(find).toBeFocused();
  await page.keyboard.type(bullets[2]!.split(' ').slice(0, 3).join(' '));
  await expect(source(page).locator('mark[data-kind=candidate]')).toHaveText(bullets[2]!);
  // The other passages are a key away.
  await find.fill('');
  await press(page, 'ArrowDown');
  await expect(source(page).locator('mark[data-kind=candidate]')).toHaveText(bullets[0]!);
  // One word less at the end, one less at the beginning.
  await press(page, 'Alt+ArrowLeft', 'Alt+Shift+ArrowRight');
  const shorter = bullets[0]!.split(' ').slice(1, -1).join(' ');
  await expect(source(page).locator('mark[data-kind=candidate]')).toHaveText(shorter);
  await page.keyboard.press('Enter');
  await expect(find).toHaveCount(0);
  await expect(evidence(page)).toHaveValue(shorter);
  await press(page, 'd', 'Enter');
  await nextOnPage(page, unit);
  await expect
    .poll(async () =>
      (await judgmentsOf(workbench, round, annotator!)).map((one) => [one.answers, one.asides]),
    )
    .toEqual([[{ quality_label: 'incorrect', evidence_text: shorter }, { uncertain: true }]]);
});

test('whoever composes words confirms them with Enter, and quotes with the next', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, {
    example: 'trial-relevance',
    round: 'rules-pilot',
    people,
  });
  await goToWork(page, workbench, round.people[0]!, round.run);
  await page.keyboard.press('/');
  const find = page.getByRole('searchbox', { name: 'Find and quote' });
  await expect(find).toBeFocused();
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', {
    text: 'years',
    selectionStart: 5,
    selectionEnd: 5,
  });
  await keyboard.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await keyboard.send('Input.insertText', { text: 'years' });
  await expect(find).toHaveValue('years');
  await expect(evidence(page)).toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(find).toHaveCount(0);
  await expect(evidence(page)).toHaveValue(/years/);
  // The cursor is back at the unit, not lost.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a query and a trial: the decision order, the checks, the label and the reason, by keyboard', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, {
    example: 'trial-relevance',
    round: 'pilot',
    people,
  });
  const [annotator] = round.people;
  await goToWork(page, workbench, annotator!, round.run);
  const unit = await unitOnPage(page);
  await expect(page.getByRole('region', { name: 'Query' })).toBeVisible();
  await expect(page.getByText('How to decide')).toBeVisible();
  await expect(page.getByRole('group').getByRole('listitem').first()).toContainText(
    'Compare the condition of the trial',
  );
  // What the search heuristic thinks is not shown.
  await expect(page.locator('[data-unit]')).not.toContainText(/heuristic|hard_negative|likely_/);
  // What must be answered comes first.
  await expect(page.locator('[data-question=relevance_label]')).toHaveAttribute(
    'data-current',
    'true',
  );
  await page.keyboard.press('1');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  // Letters are letters here.
  await page.keyboard.type('The status is not the one that is asked for; few sites, no phase');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-question=condition_match]')).toHaveAttribute(
    'data-current',
    'true',
  );
  await press(page, '1', '2', '3', '1', '3');
  await page.keyboard.press('Control+Enter');
  await nextOnPage(page, unit);
  await expect
    .poll(async () => (await judgmentsOf(workbench, round, annotator!)).map((one) => one.answers))
    .toEqual([
      {
        condition_match: 'yes',
        status_match: 'no',
        phase_match: 'not_asked',
        location_match: 'yes',
        population_match: 'not_asked',
        relevance_label: 1,
        rationale: 'The status is not the one that is asked for; few sites, no phase',
      },
    ]);
  // The checks may be left out, the label and the reason not.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('“Relevance” is not answered.');
  await expect(page.getByRole('alert')).toContainText('“Reason” is not answered.');
  await expect(page.getByRole('alert')).not.toContainText('Status');
});
