import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { pollWorkspace } from '../../src/operations/models/poll-models.ts';
import { modelsOverview } from '../../src/operations/models/overview/models-overview.ts';
import { startModels } from '../../src/operations/models/overview/start-models.ts';
import { modelDifferences } from '../../src/operations/models/compare-models.ts';
import { expectAccessible } from './accessibility.ts';
import { leadProject } from './lead-project.ts';
import type { LeadProject } from './lead-project.ts';
import { test } from './workbench.ts';

const pictures = process.env['ASSAY_PICTURES'];

test('a lead sees the estimate, starts and pauses models, and looks behind a vote', async ({
  page,
  workbench,
}) => {
  const story = await leadProject(workbench, { rounds: ['training', 'pilot', 'repilot'] });
  await workbench.signIn(page.context(), story.lead);
  await page.goto(`${workbench.address}/projects/${story.project}`);
  await page.getByRole('link', { name: 'Models', exact: true }).press('Enter');
  await expect(page.getByText('No model has been asked about this task yet')).toBeVisible();
  const models = page.getByRole('combobox', { name: 'Models', exact: true });
  await models.selectOption('list');
  await page
    .getByRole('textbox', { name: 'Models with their runs' })
    .fill('gpt-5-mini:2,gpt-5-nano:1');
  await page.getByRole('combobox', { name: 'How' }).selectOption('now');
  await page.getByRole('button', { name: 'Estimate' }).press('Enter');
  const estimate = page.getByRole('table', { name: 'Estimated requests and cost' });
  // 210 chunks, two runs and one.
  await expect(estimate.getByRole('row', { name: /^gpt-5-mini 2 420 .* unknown$/ })).toBeVisible();
  await expect(estimate.getByRole('row', { name: /^gpt-5-nano 1 210 .* unknown$/ })).toBeVisible();
  await expect(page.getByText(/OPENAI_API_KEY is not set/)).toBeVisible();
  await picture(page, 'models-estimate');
  await page
    .getByRole('combobox', { name: 'Replies from' })
    .selectOption('recordings/topics.jsonl');
  await expect(estimate).toHaveCount(0);
  await page.getByRole('button', { name: 'Estimate' }).press('Enter');
  await expect(page.getByText(/OPENAI_API_KEY/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  const job = page.getByRole('region', { name: 'Under way' });
  await expect(job.getByText('Running')).toBeVisible();
  await expect(job.getByText('0 of 630')).toBeVisible();
  await job.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(job.getByText('Paused: lena paused it.')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'models-paused');
  await job.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(job.getByText('Running')).toBeVisible();

  // What the worker does shows without a reload.
  await work(story);
  await expect(job).toHaveCount(0);
  const runs = page.getByRole('table', { name: 'Runs', exact: true });
  await expect(runs.getByRole('row')).toHaveCount(4);
  await expect(runs.getByRole('row', { name: /^gpt-5-mini#1 / })).toContainText('unknown');
  await expect(page.getByRole('region', { name: 'Models beside each other' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Where the ensemble splits' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'models-compared');

  const [first] = (await modelDifferences(story.lead.work, against(story))).items;
  const table = page.getByRole('table', { name: 'Where all models agree against the people' });
  await table.getByRole('link', { name: first!.unit, exact: true }).first().press('Enter');
  await expect(page.getByRole('heading', { name: first!.unit, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Reply and prompt of gpt-5-mini#1' }).press('Enter');
  await expect(page.getByRole('heading', { name: `gpt-5-mini#1 on ${first!.unit}` })).toBeVisible();
  await expect(page.getByRole('group', { name: 'The reply as it arrived' })).toContainText('{');
  await expect(page.getByRole('group', { name: 'Instructions' })).toContainText('Credit risk');
  await expectAccessible(page);
  await picture(page, 'models-reply');
});

test('those who rule see models only once a lead shows them, and annotators never', async ({
  page,
  workbench,
  browser,
}) => {
  const story = await leadProject(workbench, { rounds: ['training', 'pilot', 'repilot'] });
  await asked(story);
  const [first] = (await modelDifferences(story.lead.work, against(story))).items;
  const place = `${workbench.address}/projects/${story.project}`;
  const unit = `${place}/adjudicate/topics/${encodeURIComponent(first!.unit)}`;
  const ruling = await browser.newContext();
  await workbench.signIn(ruling, story.senior);
  const senior = await ruling.newPage();
  await senior.goto(unit);
  await expect(senior.getByText('3 votes of models are hidden from those who rule.')).toBeVisible();
  await expect(senior.getByRole('link', { name: 'Models', exact: true })).toHaveCount(0);

  await workbench.signIn(page.context(), story.lead);
  await page.goto(`${place}/adjudicate`);
  const choice = page.getByRole('region', { name: 'Votes of models' });
  await expect(choice.getByText('Hidden from those who rule')).toBeVisible();
  await choice.getByRole('button', { name: 'Show the votes of models' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('We compare them this week.');
  await dialog.getByRole('button', { name: 'Show the votes of models' }).press('Enter');
  await expect(choice.getByText('Shown to those who rule.')).toBeVisible();
  await expect(choice.getByText(/Decided by lena, .*: We compare them this week\./)).toBeVisible();
  await senior.reload();
  await expect(
    senior.getByRole('list', { name: 'Why it is open' }).or(senior.getByText(/Truth/)).first(),
  ).toBeVisible();
  await expect(senior.getByText(/votes of models are hidden/)).toHaveCount(0);

  const judging = await browser.newContext();
  await workbench.signIn(judging, story.experts[0]!);
  const expert = await judging.newPage();
  await expert.goto(`${place}/models`);
  await expect(expert.getByText(/needs the role/)).toBeVisible();
  await Promise.all([ruling.close(), judging.close()]);
});

for (const [name, size] of Object.entries({
  wide: { width: 1440, height: 900 },
  low: { width: 1280, height: 720 },
  narrow: { width: 390, height: 844 },
}))
  test(`the page of models fits ${name}, light and dark, in both languages`, async ({
    page,
    workbench,
  }) => {
    const story = await leadProject(workbench, { rounds: ['training', 'pilot', 'repilot'] });
    await asked(story);
    const rolf = await workbench.person('rolf', { [story.project]: 'lead' }, { language: 'de' });
    await page.setViewportSize(size);
    for (const [person, title, scheme] of [
      [story.lead, 'Models', 'light'],
      [rolf, 'Modelle', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await workbench.signIn(page.context(), person);
      await page.goto(`${workbench.address}/projects/${story.project}/models`);
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expect(page.getByRole('row', { name: /^gpt-5-nano#1/ }).first()).toBeVisible();
      await expect(
        page.getByRole('region', { name: /agree against the people|antworten als die Menschen/ }),
      ).toBeVisible();
      await expectAccessible(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      // The check of accessibility ends in light colours.
      await page.emulateMedia({ colorScheme: scheme });
      await picture(page, `models-${name}-${scheme}`);
    }
  });

/** The recorded replies of two models, outside of rounds. */
async function asked(story: LeadProject): Promise<void> {
  await startModels(story.lead.work, {
    project: story.project,
    task: 'topics',
    mode: 'now',
    models: 'gpt-5-mini:2,gpt-5-nano:1',
    replay: 'recordings/topics.jsonl',
    budget: null,
    invalidate: false,
    again: false,
    outsideRounds: true,
  });
  await work(story);
}

/** Does what a worker does, until nothing is left. */
async function work({ lead, project }: LeadProject): Promise<void> {
  const options = { signal: new AbortController().signal, wait: false, interval: 10 };
  await pollWorkspace(lead.work, options, ['now', 'batch']);
  const { jobs } = await modelsOverview(lead.work, { project });
  expect(jobs.map(({ state }) => state)).toEqual(['done']);
}

function against({ project }: LeadProject) {
  return { project, task: 'topics', kind: 'against-people', limit: 1 } as const;
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined)
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}
