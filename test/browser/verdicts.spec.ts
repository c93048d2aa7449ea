import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { enter, watchPointer } from './keyboard.ts';
import { project, verdicts, test, open, rulingsOn } from './verdict-pages.ts';

const unitCard = (page: Page, unit: string): Locator =>
  page.getByRole('article', { name: `Unit ${unit}` });

test('a lead sees how the verdicts are spread, finds subjects, and comes back to the same list', async ({
  page,
  examples,
}) => {
  await open(page, examples, 'lead', `/projects/${project}`);
  await page
    .getByRole('navigation', { name: 'Project' })
    .getByRole('link', { name: 'Verdicts' })
    .click();
  const spread = page.getByRole('table', { name: /^Subjects by verdict/ });
  await expect(spread.getByRole('row')).toHaveCount(5);
  await page.getByLabel('Policy').selectOption('G1_allergy_V2');
  await page.getByLabel('K', { exact: true }).selectOption('50');
  await expect(spread.getByRole('row', { name: /Insufficient evidence/ })).toContainText('0.0 %');
  await expect(page.getByText('40 listed')).toBeVisible();
  await page.getByText('Inputs').click();
  await expect(page.getByText('d284a2d8890ef5eb')).toBeVisible();

  const table = page.getByRole('table', { name: 'Verdicts by subject' });
  await page.getByLabel('Verdict', { exact: true }).selectOption('Critical Risk');
  await expect(page).toHaveURL(/verdict=Critical\+Risk/);
  const critical = Number(
    (await spread
      .getByRole('row', { name: /Critical Risk/ })
      .getByRole('cell')
      .nth(1)
      .textContent())!,
  );
  expect(critical).toBeGreaterThan(0);
  await expect(table.locator('tbody tr')).toHaveCount(critical);
  await expect(table.getByText('Low Risk')).toHaveCount(0);
  await page.getByLabel('Search').fill('thai');
  await expect(page).toHaveURL(/q=thai/);
  await expect(table.locator('tbody tr').first()).toContainText('Lotus Lane Thai Kitchen');
  await page.reload();
  await expect(page.getByLabel('Search')).toHaveValue('thai');
  await expect(page.getByLabel('Policy')).toHaveValue('G1_allergy_V2');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByLabel('State').selectOption('overridden');
  await expect(table.locator('tbody tr').first()).toContainText('Auntie Mei');
});

test('a score is told line by line, down to votes, weights and the ruling with its reason', async ({
  page,
  examples,
}) => {
  await open(page, examples, 'senior', `${verdicts}/B38?policy=G1_allergy_V3&k=50`);
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Fish House' })).toBeVisible();
  await expect(
    page.getByText(/because 1 incident comes to 15 points; at least 8 are required/),
  ).toBeVisible();
  const score = page.getByRole('table', { name: 'The score, line by line' });
  await expect(score.getByRole('row', { name: /R1447/ })).toContainText(
    /severe\s*15\s*–\s*× 1.00\s*15/,
  );
  await expect(score.getByRole('row', { name: /^Sum/ })).toContainText('15');
  const ruled = unitCard(page, 'R1459');
  await expect(ruled.getByText('Nobody at this table had a reaction.')).toBeVisible();
  await expect(ruled.getByText('(votes say firsthand)')).toBeVisible();
  await ruled.getByText('9 votes and the consensus').click();
  const votes = ruled.getByRole('table', { name: 'Votes on R1459' });
  await expect(votes.getByRole('row', { name: /gpt-5\.1#1/ })).toContainText('3');
  // 1 × 3 + 3 × 2 + 5 × 1 = 14
  await expect(votes.getByRole('row', { name: /Votes say/ })).toContainText('14');
  await expect(votes.getByRole('row', { name: /After the ruling/ })).toContainText('secondhand');
  await expectAccessible(page);
  const needed = /^No truth yet, a ruling is needed: Assurance is tied between No assurance/;
  await expect(unitCard(page, 'R1443').getByText(needed)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Show all 50 units' }).check();
  await expect(page.getByRole('article')).toHaveCount(50);
});

test('a ladder is told rule by rule, and leads to what the other policies say', async ({
  page,
  examples,
}) => {
  await open(page, examples, 'reviewer', `${verdicts}/B38?policy=G1_allergy_V0&k=25`);
  await expect(
    page.getByText('because no rule applies, and Low Risk is the default.'),
  ).toBeVisible();
  const rules = page.getByRole('list').filter({ hasText: 'CRITICAL' }).first();
  await expect(rules.locator('> li')).toHaveText([
    /CRITICAL.*Does not apply.*1 of 2 needed/s,
    /HIGH.*Does not apply/s,
    /LOW.*Default/s,
  ]);
  await rules.getByRole('link', { name: 'R1447' }).click();
  await expect(unitCard(page, 'R1447')).toBeFocused();
  await page
    .getByRole('table', { name: 'What every policy says' })
    .getByRole('row', { name: /G1_allergy_V1/ })
    .getByRole('link')
    .first()
    .click();
  await expect(
    page.getByText(/because the rule CRITICAL applies: A severe incident at first hand/),
  ).toBeVisible();
  await expect(page).toHaveURL(/policy=G1_allergy_V1&k=25/);
});

test('a lead tries an answer by keyboard alone, discards it, then rules: the verdict follows', async ({
  page,
  examples,
}) => {
  const pointer = await watchPointer(page.context());
  await open(page, examples, 'lead', `${verdicts}?policy=G1_allergy_V2&k=50`);
  await expect(page.getByText('40 listed')).toBeVisible();
  await page.keyboard.press('s');
  await page.keyboard.type('Millbrook');
  await expect(page.getByText('1 listed')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Millbrook Tavern' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Millbrook Tavern' })).toBeVisible();
  await expect(unitCard(page, 'R0788')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(unitCard(page, 'R0788')).toBeFocused();

  await page.keyboard.press('w');
  const panel = page.getByRole('region', { name: 'What if R0788 had other answers?' });
  await expect(panel).toBeFocused();
  for (const key of ['ArrowDown', 'ArrowDown', '1']) await page.keyboard.press(key);
  await expect(panel.getByText('now severe')).toBeVisible();
  await expect(panel.getByText('2 of 8 verdicts would change.')).toBeVisible();
  const changed = panel.getByRole('table', { name: 'Verdicts that would change' });
  await expect(changed.getByRole('row', { name: /G1_allergy_V2/ })).toContainText(
    /50.*Critical Risk.*15 points.*Low Risk.*0 points/s,
  );
  await expect(panel.getByRole('table', { name: 'Verdicts that would stay' })).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(unitCard(page, 'R0788')).toBeFocused();
  expect(await rulingsOn(examples, 'R0788')).toEqual([]);

  await page.keyboard.press('w');
  await page.keyboard.press('x');
  await expect(panel.getByText('2 of 8 verdicts would change.')).toBeVisible();
  await page.keyboard.press('x');
  await expect(
    panel.getByText('Change an answer to see what every policy would say.'),
  ).toBeVisible();
  for (const key of ['ArrowDown', 'ArrowDown', '1']) await page.keyboard.press(key);
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByText('A ruling needs a reason.')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('The shock is a figure of speech.');
  await page.keyboard.press('Escape');
  await expect(panel).toBeFocused();
  await expect(panel.getByText('2 of 8 verdicts would change.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Ruled on R0788. The verdicts below include it.')).toBeVisible();
  await expect(
    page.getByText('because there is no incident, and Low Risk is the default.'),
  ).toBeVisible();
  await expect(unitCard(page, 'R0788').getByText('The shock is a figure of speech.')).toBeVisible();
  const made = await rulingsOn(examples, 'R0788');
  expect(made.map(({ by, reason, decision }) => ({ by, reason, decision }))).toEqual([
    {
      by: 'lead',
      reason: 'The shock is a figure of speech.',
      decision: { kind: 'answers', answers: { incident_severity: 'none' } },
    },
  ]);

  await page.keyboard.press('q');
  await enter(page, page.getByLabel('State'));
  await expect(page.getByRole('row', { name: /Millbrook Tavern/ })).toContainText('Low Risk');
  expect(pointer()).toEqual([]);
});
