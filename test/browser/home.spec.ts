import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openedRound, press, unitOnPage } from './annotate-rounds.ts';
import { guidelineChanged } from './guideline-changed.ts';
import { leadProject } from './lead-project.ts';
import { test } from './workbench.ts';

test('an annotator sees what is open, what changed in the guideline, and how they did', async ({
  page,
  workbench,
}) => {
  const story = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await guidelineChanged(story);
  const [expert] = story.experts;
  await workbench.signIn(page.context(), expert!);
  await page.goto(workbench.address);
  const open = page.getByRole('region', { name: 'Open rounds' });
  await expect(open.getByRole('listitem')).toHaveCount(1);
  await expect(open).toContainText('Pilot (repilot)');
  await expect(open).toContainText('45 units left');
  await expect(open.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 45');
  const changes = page.getByRole('region', { name: 'What changed since you last judged' });
  await expect(changes).toContainText('Guideline 1.0 is now 1.1');
  await expect(changes.locator('ins')).toHaveText(/lending and equity/);
  const doing = page.getByRole('region', { name: 'How you are doing' });
  await expect(doing.getByRole('row', { name: /^Training/ })).toContainText('Admitted');
  // The pilot is closed, so agreement with the others is shown; the one that is open is not begun,
  // and not there.
  await expect(doing.getByRole('row', { name: /closed.*45 of 45/ })).toContainText(
    /\d\d\.\d\s%mean over 14 questions, 45 units/,
  );
  await expect(doing.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Projects' })).toHaveCount(0);
  await expectAccessible(page);
  await open.getByRole('link', { name: /^Start/ }).click();
  await expect(page).toHaveURL(/\/work\//);
});

test('whoever comes home from judging is never offered to start what is begun, however slow the line is', async ({
  page,
  workbench,
}) => {
  const work = await openedRound(workbench, {
    example: 'regulatory-topics',
    round: 'training',
    people: ['expert_a', 'expert_b', 'expert_c'],
  });
  await workbench.signIn(page.context(), work.people[0]!);
  await page.goto(workbench.address);
  const open = page.getByRole('region', { name: 'Open rounds' });
  await open.getByRole('link', { name: /^Start/ }).click();
  await unitOnPage(page);
  await press(page, 'n', 'Enter');
  await expect(page.locator('[data-feedback]')).toBeVisible();
  let answer = (): void => undefined;
  const slow = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/me/work', async (route) => {
    await slow;
    await route.continue();
  });
  await page.keyboard.press('Alt+h');
  await expect(page.getByRole('heading', { level: 1, name: 'Your work' })).toBeVisible();
  // What was asked for after saving may be there already, and then says that it is begun.
  await expect(open.getByRole('link', { name: /^Start/ })).toHaveCount(0);
  answer();
  await expect(open.getByRole('link', { name: /^Continue/ })).toBeVisible();
});

test('a lead sees the projects with where their rounds stand', async ({ page, workbench }) => {
  const story = await leadProject(workbench, { rounds: ['training'] });
  await workbench.load('rag-tasks');
  await workbench.signIn(page.context(), story.lead);
  await page.goto(workbench.address);
  const projects = page.getByRole('region', { name: 'Projects' });
  await expect(projects.getByRole('heading', { level: 3 })).toHaveCount(2);
  await expect(projects.getByRole('listitem').filter({ hasText: 'training' }).last()).toContainText(
    'Closed',
  );
  await expect(projects.getByText('Simulated')).toHaveCount(2);
  await expectAccessible(page);
});

test('somebody without a project is told what to do', async ({ page, workbench }) => {
  await workbench.signIn(page.context(), await workbench.person('nora', {}));
  await page.goto(workbench.address);
  await expect(page.getByText('You are not in any project')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${workbench.address}/nowhere`);
  await expect(page.getByText('There is no such page.')).toBeVisible();
  for (const address of ['work/nothing', 'projects/nothing/people']) {
    await page.goto(`${workbench.address}/${address}`);
    await page.getByRole('main').getByRole('link', { name: 'Back to the start page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your work' })).toBeVisible();
  }
});
