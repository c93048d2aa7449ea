import { expect } from '@playwright/test';
import { makeRuling } from '../../src/operations/rulings/make-ruling.ts';
import { rulingQueue } from '../../src/operations/rulings/ruling-queue.ts';
import { expectAccessible } from './accessibility.ts';
import { answersFor } from './annotate-labels.ts';
import { judgeAll, openedRound } from './annotate-rounds.ts';
import { leadProject } from './lead-project.ts';
import { test } from './workbench.ts';

test('a senior rules by keyboard alone, from the queue to the next case', async ({
  page,
  workbench,
}) => {
  const { project, senior } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), senior);
  await page.goto(`${workbench.address}/projects/${project}/adjudicate`);
  const tied = page.getByRole('row').filter({ hasText: 'tied between' }).first();
  const unit = (await tied.getByRole('link').textContent())!;
  await tied.getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: unit })).toBeVisible();
  await expect(page.getByText('Annotator 1').first()).toBeVisible();
  await expect(page.getByText('expert_a')).toHaveCount(0);
  await expect(page.getByText(/^Still to answer/)).toBeVisible();
  await expectAccessible(page);

  // Every label that is tied, one after the other: the cursor stands on the first of them.
  const disputed = await page.getByRole('group', { name: /^Ruling: / }).count();
  for (
    let at = 0;
    at < disputed && (await page.getByText(/^Still to answer/).isVisible());
    at += 1
  ) {
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowDown');
  }
  await expect(page.getByText(/^Still to answer/)).toBeHidden();
  await page.keyboard.press('e');
  await expect(page.getByRole('checkbox', { name: /Edge case/ })).toBeChecked();
  await page.keyboard.press('p');
  await page.keyboard.type('Say which grade a passing mention gets.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await page.keyboard.type('The chunk sets out the rule itself.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Ruled on ${unit}.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(unit);

  await page.goto(`${workbench.address}/projects/${project}/adjudicate`);
  const register = page.getByRole('table', { name: 'Edge cases and questions' });
  await expect(register.getByText('The chunk sets out the rule itself.')).toBeVisible();
  await expect(page.getByText('Say which grade a passing mention gets.')).toBeVisible();
  await expectAccessible(page);
});

test('what is typed right after a command that opens a field goes into the field', async ({
  page,
  workbench,
}) => {
  const { project, senior } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), senior);
  // A page that never gets round to drawing: whatever waits for the next picture comes too late for
  // a quick hand.
  await page.addInitScript(() => (window.requestAnimationFrame = () => 0));
  await page.goto(`${workbench.address}/projects/${project}/adjudicate`);
  await page.getByRole('link', { name: 'Start with the first' }).press('Enter');
  await expect(page.getByText('Annotator 1').first()).toBeVisible();
  await page.keyboard.press('p');
  await page.keyboard.type('Say exactly, next.');
  await expect(page.getByRole('textbox', { name: 'Suggest a guideline change' })).toHaveValue(
    'Say exactly, next.',
  );
});

test('a ruling needs a reason; a unit can be excluded, and the history keeps both', async ({
  page,
  workbench,
}) => {
  const { project, senior } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), senior);
  await page.goto(`${workbench.address}/projects/${project}/adjudicate`);
  await page.getByRole('link', { name: 'Start with the first' }).click();
  await expect(page.getByRole('button', { name: 'Next case' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Previous case' })).toBeDisabled();
  const unit = (await page.getByRole('heading', { level: 1 }).textContent())!;
  await page.keyboard.press('x');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('A ruling needs a reason.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('The chunk is a table of contents.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Ruled on ${unit}.`)).toBeVisible();
  await page.goto(
    `${workbench.address}/projects/${project}/adjudicate/topics/${encodeURIComponent(unit)}`,
  );
  await expect(page.getByText('Excluded', { exact: true })).toBeVisible();
  await expect(page.getByText(/sam: excluded\. The chunk is a table of contents\./)).toBeVisible();
});

test('a ruling of somebody else that arrives while one writes is not overruled unread', async ({
  page,
  workbench,
}) => {
  const { project, lead, senior } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  const [first] = (await rulingQueue(lead.work, { project, task: 'topics' })).items;
  await workbench.signIn(page.context(), lead);
  await page.goto(
    `${workbench.address}/projects/${project}/adjudicate/topics/${encodeURIComponent(first!.unit)}`,
  );
  await expect(page.getByText('Annotator 1').first()).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('r');
  await page.keyboard.type('A heading.');
  await makeRuling(senior.work, {
    project,
    task: 'topics',
    unit: first!.unit,
    exclude: true,
    reason: 'A table of contents.',
    seen: null,
    idempotencyKey: 'sam',
  });
  // Somebody comes back to the tab, and the page brings itself up to date.
  await expect(async () => {
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect(page.getByText(/sam: excluded\. A table of contents\./)).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await expect(page.getByText(/^sam has ruled on this unit since you started\./)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(
    page.getByText(`sam ruled on ${first!.unit} in the meantime.`, { exact: false }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText(/sam (has )?ruled on/)).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Ruled on ${first!.unit}.`)).toBeVisible();
});

test('a ruling that is being made survives the names, another case, a reload and a new sign-in', async ({
  page,
  workbench,
}) => {
  const { project, lead, senior } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  const [first] = (await rulingQueue(lead.work, { project, task: 'topics' })).items;
  const address = `${workbench.address}/projects/${project}/adjudicate/topics/${encodeURIComponent(first!.unit)}`;
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await workbench.signIn(page.context(), lead);
  await page.goto(address);
  await expect(page.getByText('Annotator 1').first()).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('r');
  await page.keyboard.type('The rule itself');
  await page.keyboard.press('Escape');
  const chosen = page
    .getByRole('group', { name: /^Ruling: / })
    .getByRole('button', { pressed: true });
  const count = await chosen.count();
  await page.keyboard.press('h');
  await expect(page.getByText('expert_a').first()).toBeVisible();
  await expect(reason).toHaveValue('The rule itself');
  await page.keyboard.press('h');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first!.unit);
  await expect(reason).toHaveValue('');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(reason).toHaveValue('The rule itself');
  await page.reload();
  await expect(reason).toHaveValue('The rule itself');
  await expect(chosen).toHaveCount(count);
  await expect(page.getByText('Restored from your last visit.')).toBeVisible();
  await expectAccessible(page);

  // One writes on behind what is there.
  await page.keyboard.press('r');
  await page.keyboard.type(' is set out.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await page.context().clearCookies();
  await page.keyboard.press('Control+Enter');
  await expect(
    page.getByText(
      'Your ruling is saved in this browser. It will be there when you sign in again.',
    ),
  ).toBeVisible();
  await page.getByLabel('Login').fill(lead.login);
  await page.getByLabel('Password', { exact: true }).fill(lead.password);
  await page.keyboard.press('Enter');
  await expect(reason).toHaveValue('The rule itself is set out.');

  // Somebody else has ruled meanwhile: their ruling is shown, and what was written stays.
  await makeRuling(senior.work, {
    project,
    task: 'topics',
    unit: first!.unit,
    exclude: true,
    reason: 'A table of contents.',
    seen: null,
    idempotencyKey: 'sam',
  });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/sam ruled on/)).toBeVisible();
  await page.getByRole('button', { name: /^(Reload|I have read it)$/ }).click();
  await expect(page.getByText(/sam: excluded\. A table of contents\./)).toBeVisible();
  await expect(page.getByText(/sam (has )?ruled on/)).toHaveCount(0);
  await expect(reason).toHaveValue('The rule itself is set out.');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(reason).toHaveValue('');
  await page.reload();
  await expect(page.getByText(/sam: excluded\. A table of contents\./)).toBeVisible();
  await expect(reason).toHaveValue('');
});

test('a lead may see the names, which stand hidden before', async ({ page, workbench }) => {
  const { project, lead } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/adjudicate`);
  await page.getByRole('link', { name: 'Start with the first' }).click();
  await expect(page.getByText('Annotator 1').first()).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByText('expert_a').first()).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByText('expert_a')).toHaveCount(0);
});

test('the cursor of a case begins at what is open, not at checks that nobody made', async ({
  page,
  workbench,
}) => {
  const round = await openedRound(workbench, {
    example: 'trial-relevance',
    round: 'pilot',
    people: ['annotator_a', 'annotator_b'],
  });
  for (const [place, person] of round.people.entries())
    await judgeAll(person, round.run, () => ({
      relevance_label: place + 1,
      rationale: 'The condition.',
    }));
  const senior = await workbench.person('sam', { [round.project]: 'adjudicator' });
  await workbench.signIn(page.context(), senior);
  await page.goto(`${workbench.address}/projects/${round.project}/adjudicate?task=relevance`);
  await page.getByRole('link', { name: 'Start with the first' }).click();
  await expect(page.getByText('Still to answer: Relevance')).toBeVisible();
  await page.keyboard.press('2');
  await expect(
    page.getByRole('group', { name: 'Ruling: Relevance' }).getByRole('button', { pressed: true }),
  ).toHaveText(/^relevant/);
  await expect(page.getByText('Still to answer')).toHaveCount(0);
  // What nobody needed to answer and nobody did is folded, until it is asked for and answered.
  const cards = page.locator('[data-question]');
  await expect(cards).toHaveCount(1);
  await expect(page.getByText('5 unanswered questions')).toBeVisible();
  await expect(page.getByText('The condition.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Expand' }).click();
  await expect(cards).toHaveCount(6);
  await page
    .getByRole('group', { name: 'Ruling: Phase' })
    .getByRole('button', { name: 'not met', exact: false })
    .click();
  await page.keyboard.press('s');
  await expect(cards).toHaveCount(2);
});

test('a ruling on every label is told by those that apply, and the page fits a telephone in German', async ({
  page,
  workbench,
}) => {
  const { project, lead, senior } = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  const [first, second] = (await rulingQueue(lead.work, { project, task: 'topics' })).items;
  await makeRuling(senior.work, {
    project,
    task: 'topics',
    unit: first!.unit,
    answers: answersFor({ IRB: 2 }),
    reason: 'The rule.',
    seen: null,
    edgeCase: true,
    idempotencyKey: 'one',
  });
  await makeRuling(senior.work, {
    project,
    task: 'topics',
    unit: second!.unit,
    answers: answersFor({}),
    reason: 'A table.',
    seen: null,
    edgeCase: true,
    idempotencyKey: 'two',
  });
  const gisela = await workbench.person('gisela', { [project]: 'adjudicator' }, { language: 'de' });
  await workbench.signIn(page.context(), gisela);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${workbench.address}/projects/${project}/adjudicate`);
  const register = page.getByRole('table', { name: 'Grenzfälle und Fragen' });
  await expect(
    register.getByRole('row').filter({ hasText: first!.unit }).getByRole('cell').first(),
  ).toHaveText('Internal ratings based approach: Highly relevant');
  await expect(
    register.getByRole('row').filter({ hasText: second!.unit }).getByRole('cell').first(),
  ).toHaveText('kein Label trifft zu');
  await page.getByRole('link', { name: 'Mit der ersten beginnen' }).click();
  await expect(page.getByRole('button', { name: 'Nächster Fall' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
