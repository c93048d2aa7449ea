import { expect, test as base } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { loadExamples } from '../../src/operations/protocol/load-examples.ts';
import { PasswordHasher } from '../../src/operations/people/password.ts';
import { makeRuling } from '../../src/operations/rulings/make-ruling.ts';
import { listRulings } from '../../src/store/rulings/rulings.ts';
import type { StoredRuling } from '../../src/store/rulings/rulings.ts';
import { expectAccessible } from './accessibility.ts';
import { enter, watchPointer } from './keyboard.ts';
import { examplePerson } from './shots.ts';
import { startWorkbench } from './workbench.ts';
import type { Workbench } from './workbench.ts';

const project = 'policy-ground-truth';
const verdicts = `/projects/${project}/verdicts`;

/**
 * A workspace as `npm start` makes it, which the tests of a worker share: those that rule do so on
 * units of their own.
 */
const test = base.extend<object, { examples: Workbench }>({
  examples: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const workbench = await startWorkbench();
      await loadExamples(
        workbench.workspace(),
        new PasswordHasher({ logN: 4, r: 8, p: 1 }),
        'the password of everybody',
      );
      await use(workbench);
      await workbench.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

async function open(page: Page, workbench: Workbench, login: string, path: string): Promise<void> {
  await workbench.signIn(page.context(), await examplePerson(workbench, login));
  await page.goto(workbench.address + path);
}

async function rulingsOn(workbench: Workbench, unit: string): Promise<readonly StoredRuling[]> {
  return await workbench
    .workspace()
    .store.read((db) => listRulings(db, { project, task: 'allergy', unit }));
}

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
  await expect(unitCard(page, 'R1443').getByText('No truth yet.')).toBeVisible();
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

test('a lead tries an answer by keyboard alone, sees every policy, discards it, and then rules: the verdict follows', async ({
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

test('a tied unit can be decided, and what is asked follows from the answers', async ({
  page,
  examples,
}) => {
  await open(page, examples, 'senior', `${verdicts}/B08?policy=G1_allergy_V2&k=50&try=R0306`);
  const panel = page.getByRole('region', { name: 'What if R0306 had other answers?' });
  await panel.getByRole('button', { name: 'yes' }).click();
  await expect(panel.getByText(/None of 8 verdicts would change\./)).toBeVisible();
  await panel.getByRole('button', { name: 'firsthand' }).click();
  await panel.getByRole('button', { name: 'severe' }).click();
  await expect(panel.getByText(/of 8 verdicts would change\./)).not.toContainText('None');
  await panel.getByRole('button', { name: 'no', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'severe' })).toHaveCount(0);
  await expect(panel.getByText(/None of 8 verdicts would change\./)).toBeVisible();
});

test('any unit can be tried, also one that does not count; what would stay unanswered is said, and no ruling is made of it', async ({
  page,
  examples,
}) => {
  await open(page, examples, 'lead', `${verdicts}/B39?policy=G1_allergy_V2&k=25`);
  await page.getByRole('checkbox', { name: /^Show all/ }).check();
  const card = page
    .getByRole('article')
    .filter({ hasText: /Relevant\s*no/ })
    .first();
  const unit = (await card.getAttribute('data-trace-unit'))!;
  await card.getByRole('button', { name: `What if …? ${unit}` }).click();
  const panel = page.getByRole('region', { name: `What if ${unit} had other answers?` });
  await panel.getByRole('button', { name: 'yes' }).click();
  await expect(
    panel.getByText('Still to answer: Account, Severity, Assurance and Staff'),
  ).toBeVisible();
  await expect(
    panel.getByText('Some questions would have no answer, so the unit would stay open.'),
  ).toBeVisible();
  await panel.getByRole('textbox', { name: 'Reason' }).fill('It says so.');
  await panel.getByRole('button', { name: 'Make it a ruling' }).click();
  for (const answer of ['firsthand', 'severe', 'No assurance', 'dismissive'])
    await panel.getByRole('button', { name: answer, exact: true }).click();
  // Two severe incidents are needed by V0, one is enough for the others.
  await expect(panel.getByText('6 of 8 verdicts would change.')).toBeVisible();
  await expect(
    panel.getByText('Some questions would have no answer, so the unit would stay open.'),
  ).toBeHidden();
  expect(await rulingsOn(examples, unit)).toEqual([]);
});

test('a ruling that somebody else made meanwhile is not overwritten: the refusal is shown', async ({
  page,
  examples,
}) => {
  await open(page, examples, 'lead', `${verdicts}/B24?policy=G1_allergy_V2&k=50`);
  const card = page.getByRole('article').first();
  const unit = (await card.getAttribute('data-trace-unit'))!;
  await card.getByRole('button', { name: `What if …? ${unit}` }).click();
  const panel = page.getByRole('region', { name: `What if ${unit} had other answers?` });
  await panel.getByRole('checkbox', { name: /Without the unit/ }).check();
  await panel.getByRole('textbox', { name: 'Reason' }).fill('Not about this place.');
  await expect(panel.getByText(/verdicts would change|None of/)).toBeVisible();
  const senior = await examplePerson(examples, 'senior');
  await page.route(
    '**/api/projects/*/rulings',
    async (route) => {
      await makeRuling(senior.work, {
        project,
        task: 'allergy',
        unit,
        answers: { incident_severity: 'mild' },
        reason: 'Hardly anything.',
        seen: null,
        idempotencyKey: 'senior first',
      });
      await route.continue();
    },
    { times: 1 },
  );
  await panel.getByRole('button', { name: 'Exclude the unit' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: `senior ruled on ${unit} in the meantime` }),
  ).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Reason' })).toHaveValue('Not about this place.');
  expect((await rulingsOn(examples, unit)).map((one) => one.reason)).toEqual(['Hardly anything.']);
});

test('a reviewer may try, but not rule', async ({ page, examples }) => {
  await open(page, examples, 'reviewer', `${verdicts}/B28?policy=G1_allergy_V2&k=50`);
  await page
    .getByRole('button', { name: /^What if/ })
    .first()
    .click();
  const panel = page.getByRole('region', { name: /^What if/ });
  await panel.getByRole('checkbox', { name: /Without the unit/ }).check();
  await expect(panel.getByText(/verdicts would change|None of/)).toBeVisible();
  await expect(
    panel.getByText('You can try answers. Only leads and adjudicators can make rulings.'),
  ).toBeVisible();
  await expect(panel.getByRole('textbox')).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Exclude the unit' })).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('a project without policies has no such page in its navigation, and the page says what policies are', async ({
  page,
  examples,
}) => {
  await open(page, examples, 'lead', '/projects/rag-tasks/verdicts');
  await expect(page.getByText('The protocol has no policies')).toBeVisible();
  await expect(page.getByText(/Policies are YAML files beside the protocol/)).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Overview' }),
  ).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Verdicts' }),
  ).toHaveCount(0);
});

test('rounds that the examples brought with them are said to be taken over, not drawn', async ({
  page,
  examples,
}) => {
  await open(page, examples, 'lead', '/projects/regulatory-topics');
  await expect(page.getByText('imported units, not drawn')).toHaveCount(4);
  await expect(page.getByText(/· seed/)).toHaveCount(0);
  await page.goto(`${examples.address}/projects/regulatory-topics/checklists`);
  await expect(page.getByText(/the units were taken over unchanged, not drawn\.$/)).toBeVisible();
});

test('all of it is there in German', async ({ page, examples }) => {
  const lead = await examplePerson(examples, 'lead');
  const speak = async (language: 'de' | 'en'): Promise<void> =>
    await examples
      .workspace()
      .store.write(
        async (tx) =>
          void (await tx
            .updateTable('account')
            .set({ language })
            .where('id', '=', lead.account)
            .execute()),
      );
  await speak('de');
  try {
    await open(page, examples, 'lead', `${verdicts}?policy=G1_allergy_V2&k=50`);
    await expect(page.getByRole('heading', { level: 1, name: 'Verdikte' })).toBeVisible();
    await page.getByRole('link', { name: 'Lotus Lane Thai Kitchen' }).click();
    await expect(
      page.getByText(/weil aus 3 Vorfällen 29 Punkte werden; mindestens 8 sind nötig\./),
    ).toBeVisible();
    await expect(page.getByRole('row', { name: /High-risk cuisine/ })).toContainText(
      /einmal, für Thai.*\+2/s,
    );
    await page
      .getByRole('button', { name: /^Was wäre, wenn/ })
      .first()
      .click();
    const panel = page.getByRole('region', { name: /andere Antworten hätte/ });
    await panel.getByRole('checkbox', { name: /Ohne die Einheit/ }).check();
    await expect(panel.getByText(/von 8 Verdikten/)).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Einheit ausschließen' })).toBeVisible();
  } finally {
    await speak('en');
  }
});

test('figures claim nothing that is not known: no speed without times, no gate where none names a measure', async ({
  page,
  examples,
}) => {
  await open(page, examples, 'lead', `/projects/${project}/annotators`);
  const speeds = page.getByRole('table', { name: 'Speed and hours', exact: true });
  await expect(speeds.getByRole('row', { name: /gpt-5\.1#1/ })).toContainText('Unknown');
  await expect(page.getByText('No speeds are known yet.')).toBeVisible();
  await expect(page.getByText('As expected')).toHaveCount(0);
  // Nobody is asked whether they are uncertain, so nobody is said never to be.
  await expect(page.getByRole('columnheader', { name: 'Judged' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Uncertain' })).toHaveCount(0);
  await page.goto(`${examples.address}/projects/${project}/agreement`);
  await expect(page.getByRole('columnheader', { name: 'Fleiss’ κ, 0.0 to 1.0' })).toBeVisible();
  await expect(page.getByText('named by the gate')).toHaveCount(0);
  await expect(page.getByText('The dashed line is the target of the gate.')).toHaveCount(0);
  await expect(
    page.getByRole('button', { name: /^Where gpt-5-nano#1 and gpt-5-nano#2 differ/ }),
  ).toBeAttached();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
  // Two annotators: Cohen's κ leads, and is not followed by week.
  await page.goto(`${examples.address}/projects/trial-relevance/agreement`);
  await expect(page.getByRole('combobox', { name: 'Measure' })).toHaveValue('cohen_kappa');
  await expect(page.getByRole('heading', { name: 'Week by week: Fleiss’ κ' })).toBeVisible();
  await expect(page.getByText('The dashed line is the target of the gate.')).toBeVisible();
});
