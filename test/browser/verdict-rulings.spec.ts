import { expect } from '@playwright/test';
import { makeRuling } from '../../src/operations/rulings/make-ruling.ts';
import { examplePerson } from './shots.ts';
import { project, verdicts, test, open, rulingsOn } from './verdict-pages.ts';

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

test('any unit can be tried; what would stay unanswered is said, and no ruling is made of it', async ({
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
  await expect(page.getByText(/the units were adopted unchanged, not drawn\.$/)).toBeVisible();
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
  const model = speeds.getByRole('row', { name: /gpt-5\.1#1/ });
  await expect(model).toContainText('The time of these judgments is not known.');
  await expect(model).not.toContainText('0 s');
  await page.getByText('Week by week', { exact: true }).first().click();
  const weeks = page.getByRole('table', { name: 'Speed and hours: Week by week' });
  await expect(weeks.getByRole('row', { name: /gpt-5\.1#1/ }).first()).toContainText('–');
  await expect(weeks).not.toContainText('0 s');
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
