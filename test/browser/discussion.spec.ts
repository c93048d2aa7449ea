import { expect } from '@playwright/test';
import { nextUnits } from '../../src/operations/judging/next-unit.ts';
import { replyTo } from '../../src/operations/discussion/reply.ts';
import { listThreads } from '../../src/operations/discussion/threads.ts';
import { listRuns } from '../../src/store/rounds/rounds.ts';
import { expectAccessible } from './accessibility.ts';
import { discuss } from './discussed.ts';
import { leadProject } from './lead-project.ts';
import { test } from './workbench.ts';
import type { Person, Workbench } from './workbench.ts';

const stage = { rounds: ['training', 'pilot', 'repilot'], full: 0.3 } as const;

test('an annotator asks by keyboard, also offline, and reads the answer later', async ({
  page,
  workbench,
}) => {
  const story = await leadProject(workbench, stage);
  const { project, experts, senior } = story;
  const run = await openRun(workbench, project);
  await workbench.signIn(page.context(), experts[0]!);
  await page.goto(`${workbench.address}/work/${run}`);
  const form = page.getByRole('region', { name: 'Answers' });
  await expect(form.getByRole('button', { name: /Ask a question/ })).toBeVisible();
  const unit = await page.locator('[data-unit]').getAttribute('data-unit');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Ask about this unit' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await expectAccessible(page);
  // The connection is lost before it is sent: the question waits in the browser.
  await workbench.stop();
  await page.keyboard.type('Does a footnote count?');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await workbench.start();
  // The server that came back has another connection to the database.
  const ruler = { ...senior.work, ...workbench.workspace() };
  const asked = async () => (await listThreads(ruler, { project })).threads;
  await expect
    .poll(async () => (await asked()).map((one) => [one.unit, one.text]))
    .toEqual([[unit, 'Does a footnote count?']]);
  const { question } = (await asked())[0]!;
  const text = 'Only if it states a rule.';
  await replyTo(ruler, { project, question, text, idempotencyKey: 'a' });
  await page.goto(`${workbench.address}/work/${run}`);
  await form.getByRole('button', { name: '1 new answer' }).click();
  const list = page.getByRole('dialog', { name: 'My questions in this round' });
  await expect(list.getByText(text)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(form.getByRole('button', { name: '1 question asked' })).toBeVisible();
});

test('a question is answered, kept for the FAQ, and not shown to others who judge', async ({
  browser,
  page,
  workbench,
}) => {
  const story = await leadProject(workbench, stage);
  await discuss(workbench, story);
  const { project, lead, experts } = story;
  await workbench.signIn(page.context(), lead);
  await page.goto(`${workbench.address}/projects/${project}/questions?state=open`);
  const open = page.getByRole('article', { name: /The table has no text/ });
  await expect(open.getByText('expert_a')).toBeVisible();
  await open.getByRole('textbox', { name: 'Your answer' }).fill('Exclude it.');
  await open.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(page.getByText('No question is open.')).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Answered').click();
  const answered = page.getByRole('article', { name: /only names the leverage ratio/ });
  await answered.getByRole('button', { name: 'Keep for everybody…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep this answer' });
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Does a name alone count?');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(answered.getByText('In the FAQ')).toBeVisible();
  await page.goto(`${workbench.address}/projects/${project}/guideline`);
  await expect(page.getByText('Does a name alone count?')).toBeVisible();
  const asked = page.getByRole('definition').getByRole('link').first();
  await expect(asked).toHaveAttribute(
    'href',
    new RegExp(`/units/topics/${await asked.innerText()}`),
  );

  const context = await browser.newContext();
  await workbench.signIn(context, experts[1]!);
  const other = await context.newPage();
  await other.goto(`${workbench.address}/projects/${project}/questions`);
  await expect(other.getByText('You have not asked anything.')).toBeVisible();
  await other.goto(`${workbench.address}/projects/${project}/guideline`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.getByText('Does a name alone count?')).toHaveCount(0);
  await context.close();
});

test('a meeting is begun from the agenda, decided on, corrected, and listed', async ({
  page,
  workbench,
}) => {
  const story = await leadProject(workbench, stage);
  await discuss(workbench, story);
  await workbench.signIn(page.context(), story.lead);
  await page.goto(`${workbench.address}/projects/${story.project}/meeting`);
  await expect(page.getByRole('heading', { name: 'Open questions' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hardest units' })).toBeVisible();
  await expect(page.getByText('Who stands in for Expert B in August?')).toBeVisible();
  await page.getByRole('button', { name: 'Begin the meeting…' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Monday');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Meeting: Monday' })).toBeVisible();
  const point = page.getByRole('listitem').filter({ hasText: 'stands in for Expert B' });
  await point.getByRole('button', { name: 'Record a decision' }).click();
  await page.keyboard.type('Expert C doees.');
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await point.getByRole('button', { name: 'Correct' }).click();
  await page.keyboard.type('Expert C does.');
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await expect(point.getByText('Expert C does.')).toBeVisible();
  await expect(point.locator('s')).toHaveText('Expert C doees.');
  await page.goto(`${workbench.address}/projects/${story.project}/meeting`);
  const row = page.getByRole('row').filter({ hasText: 'Monday' });
  await expect(row.getByRole('cell').last()).toHaveText('1');
  await expect(page.getByText('Who stands in for Expert B in August?')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Begin the meeting…' })).toBeHidden();
  await expect(page.getByText('Decision', { exact: true }).first()).toBeVisible();
});

test('many units are flagged by their filter, and that is undone', async ({ page, workbench }) => {
  const story = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  await workbench.signIn(page.context(), story.lead);
  await page.goto(`${workbench.address}/projects/${story.project}/units`);
  const found = page.getByText(/^\d+ units?$/);
  const all = Number((await found.textContent())!.split(' ')[0]);
  await page.getByRole('button', { name: `Choose all ${all} found` }).click();
  await expect(page.getByText(`${all} chosen`)).toBeVisible();
  await page.getByRole('button', { name: 'Flag…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Scanned badly.');
  await page.getByRole('dialog').getByRole('button', { name: 'Flag' }).click();
  await expect(page.getByText(`${all} flagged.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone.')).toBeVisible();
  await page.goto(`${workbench.address}/projects/${story.project}/units?flagged=true`);
  await expect(page.getByText('Scanned badly.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.getByRole('button', { name: 'Choose the 50 shown' }).click();
  await page.getByRole('button', { name: 'Put on the agenda…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Read them together.');
  await page.getByRole('dialog').getByRole('button', { name: 'Put on the agenda' }).click();
  await expect(page.getByText('50 put on the agenda.')).toBeVisible();
});

test('the new scenes hold in German, on every size, without anything sideways', async ({
  browser,
  workbench,
}) => {
  const story = await leadProject(workbench, stage);
  const { run, meeting } = await discuss(workbench, story);
  const base = `/projects/${story.project}`;
  const unit = (await nextUnits(story.experts[0]!.work, { run, count: 1 })).units[0]!.unit;
  const looks = [
    { path: `${base}/questions`, person: story.lead, says: 'Fragen' },
    { path: `${base}/questions`, person: story.experts[0]!, says: 'Meine Fragen' },
    { path: `${base}/meeting`, person: story.lead, says: 'Besprechung' },
    { path: `${base}/meetings/${meeting}`, person: story.reviewer, says: 'Besprechung: Week 12' },
    { path: `${base}/units`, person: story.senior, says: 'Einheiten' },
    { path: `${base}/units/topics/${encodeURIComponent(unit)}`, person: story.lead, says: unit },
  ];
  for (const { path, person, says } of looks) {
    await inGerman(workbench, person);
    const context = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce' });
    await workbench.signIn(context, person);
    const shown = await context.newPage();
    await shown.goto(workbench.address + path);
    await expect(shown.locator('html')).toHaveAttribute('lang', 'de');
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
      [390, 844],
    ] as const) {
      await shown.setViewportSize({ width, height });
      await expect(shown.getByRole('heading', { level: 1, name: says })).toBeVisible();
      expect(
        await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(0);
      if (width !== 1280) await expectAccessible(shown);
      const folder = process.env['ASSAY_SHOTS'];
      if (folder !== undefined)
        await shown.screenshot({
          path: `${folder}/${path.replaceAll(/\W+/g, '-')}-${person.login}-${width}.png`,
          fullPage: true,
        });
    }
    await context.close();
  }
});

async function openRun(workbench: Workbench, project: string): Promise<string> {
  const runs = await workbench.workspace().store.read((db) => listRuns(db, project));
  return runs.findLast(({ closedAt }) => closedAt === null)!.id;
}

async function inGerman({ workspace }: Workbench, { account }: Person): Promise<void> {
  await workspace().store.write(async (tx) => {
    const query = tx.updateTable('account').set({ language: 'de' }).where('id', '=', account);
    await query.execute();
  });
}
