import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { RouteName, Search, Target } from '../../src/web/router.ts';
import { policyProject } from '../policy-record.ts';
import { press } from './annotate-rounds.ts';
import { startWorkbench } from './workbench.ts';
import type { Person } from './workbench.ts';
import { tabAndOpen, makeWorld } from './scene-world.ts';
import type { World } from './scene-world.ts';

/** A scene as somebody sees it. */
export interface Scene {
  readonly name: string;
  readonly target: (world: World) => Target;
  /** Looked at where the guideline has just been changed. */
  readonly isChanged?: true;
  /** Who looks; null for somebody who is not signed in. */
  readonly person: (world: World) => Person | null;
  /** Brings it to where it is looked at, and knows that it is there. */
  readonly ready: (page: Page) => Promise<void>;
}

/**
 * Tests with a world, which those of one worker share: they look and change nothing that others
 * see. Files with such tests begin with the same word, so that they run one after the other, and no
 * worker makes its world twice. Nobody stays on these pages, so nothing is stored for offline use.
 */
export const test = base.extend<object, { world: World }>({
  serviceWorkers: 'block',
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const [workbench, other] = [await startWorkbench(), await startWorkbench()];
      await use(await makeWorld(workbench, other));
      await workbench.close();
      await other.close();
    },
    // A busy machine takes longer for it than for any test.
    { scope: 'worker', timeout: 600_000 },
  ],
});

const lead = ({ story }: World): Person => story.lead;
const expert = ({ story }: World): Person => story.experts[0]!;
const changedExpert = ({ changed }: World): Person => changed.story.experts[0]!;
const titled = (name: string | RegExp) => async (page: Page) =>
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const shows = (text: string | RegExp) => async (page: Page) =>
  await expect(page.getByText(text).first()).toBeVisible();
const project = ({ story }: World): { readonly project: string } => ({ project: story.project });
const work = (
  name: string,
  run: keyof World['runs'],
  who: keyof World['people'],
  ready: Scene['ready'],
): Scene => ({
  name,
  target: ({ runs }) => ({ to: 'annotate', params: { run: runs[run] } }),
  person: ({ people }) => people[who],
  ready,
});
const verdict = (name: string, search: Search, ready: Scene['ready']): Scene => ({
  name,
  target: () => ({
    to: 'verdict',
    params: { project: policyProject, subject: 'B38' },
    search: { k: '50', ...search },
  }),
  person: lead,
  ready,
});
const page = (
  to: Extract<
    RouteName,
    | 'lead'
    | 'agreement'
    | 'annotators'
    | 'labels'
    | 'checklists'
    | 'units'
    | 'questions'
    | 'meeting'
    | 'people'
    | 'protocol'
    | 'edit'
    | 'guideline'
    | 'files'
    | 'release'
    | 'evaluation'
    | 'audit'
    | 'adjudicate'
    | 'verdicts'
    | 'models'
  >,
  ready: Scene['ready'],
  name = 'as the lead sees it',
  person = lead,
): Scene => ({ name, target: (world) => ({ to, params: project(world) }), person, ready });

/** Every route, in the states that look different. Who adds a route adds it here. */
export const scenes: Readonly<Partial<Record<RouteName, readonly Scene[]>>> = {
  home: [
    {
      name: 'of an annotator',
      isChanged: true,
      target: () => ({ to: 'home' }),
      person: changedExpert,
      ready: shows('What changed since you last judged'),
    },
    {
      name: 'of a lead',
      target: () => ({ to: 'home' }),
      person: lead,
      ready: shows('Topics of banking regulation'),
    },
    {
      name: 'of somebody without a project',
      target: () => ({ to: 'home' }),
      person: ({ people }) => people.stranger,
      ready: shows('You are not in any project'),
    },
  ],
  'sign-in': [
    {
      name: 'empty',
      target: () => ({ to: 'sign-in' }),
      person: () => null,
      ready: titled('Sign in'),
    },
  ],
  link: [
    {
      name: 'an invitation',
      target: ({ invitation }) => ({ to: 'link', params: { token: invitation } }),
      person: () => null,
      ready: titled('You are invited'),
    },
    {
      name: 'one that no longer holds',
      target: ({ usedLink }) => ({ to: 'link', params: { token: usedLink } }),
      person: () => null,
      ready: titled('This link is no longer valid'),
    },
  ],
  profile: [
    {
      name: 'as it is',
      target: () => ({ to: 'profile' }),
      person: expert,
      ready: titled('Profile'),
    },
  ],
  'new-project': [
    {
      name: 'before a file is chosen',
      target: () => ({ to: 'new-project' }),
      person: lead,
      ready: titled('New project'),
    },
  ],
  annotate: [
    {
      name: 'labels with the guideline open',
      isChanged: true,
      target: ({ changed }) => ({ to: 'annotate', params: { run: changed.run } }),
      person: changedExpert,
      ready: async (shown) => {
        await expect(shown.locator('[data-unit]')).toBeVisible();
        if ((await shown.getByText('changed since 1.0').count()) === 0)
          await press(shown, 'Digit1', 'e', 'g');
        await expect(shown.getByText('changed since 1.0').first()).toBeVisible();
      },
    },
    {
      name: 'training with what the key says',
      target: ({ runs }) => ({ to: 'annotate', params: { run: runs.training } }),
      person: ({ people }) => people.ada,
      ready: async (shown) => {
        await expect(shown.locator('[data-unit]')).toBeVisible();
        await press(shown, 'n', 'Enter');
        await expect(shown.locator('[data-feedback]')).toBeVisible();
      },
    },
    work('a query and a trial', 'pair', 'trials', shows('How to decide')),
    work(
      'a parsed rule',
      'rule',
      'trials',
      async (shown) =>
        await expect(shown.getByRole('region', { name: 'Eligibility text' })).toBeVisible(),
    ),
    ...(['retrieval', 'grounding', 'generation'] as const).map((view) =>
      work(`the ${view} view, nothing answered and asked for`, view, 'mara', async (shown) => {
        await expect(shown.locator('[data-unit]')).toBeVisible();
        await press(shown, 'Enter');
        await expect(shown.getByRole('alert')).toBeVisible();
      }),
    ),
  ],
  judgments: [
    {
      name: 'of a pilot',
      target: ({ runs }) => ({ to: 'judgments', params: { run: runs.closedPilot } }),
      person: expert,
      ready: async (shown) => {
        const rows = shown.getByRole('table', { name: 'My judgments' }).getByRole('rowheader');
        await expect(rows.first()).toBeVisible();
      },
    },
  ],
  result: [
    {
      name: 'of a training',
      target: ({ runs }) => ({ to: 'result', params: { run: runs.closedTraining } }),
      person: expert,
      ready: titled('Training result'),
    },
    {
      name: 'of a pilot',
      target: ({ runs }) => ({ to: 'result', params: { run: runs.closedPilot } }),
      person: expert,
      ready: async (shown) =>
        await expect(shown.getByRole('row', { name: /^Overall/ })).toBeVisible(),
    },
  ],
  lead: [
    page('lead', shows('Needs attention')),
    page(
      'lead',
      async (shown) => {
        await tabAndOpen(shown, 'Close the round');
        await expect(shown.getByRole('dialog', { name: 'Close full' })).toBeVisible();
      },
      'with a question before something is done',
    ),
    page('lead', shows('Needs attention'), 'as a reviewer sees it', ({ story }) => story.reviewer),
  ],
  agreement: [
    page(
      'agreement',
      async (shown) =>
        await expect(
          shown
            .getByRole('img', { name: /by week, .* with control limits/ })
            .locator('svg')
            .first(),
        ).toBeVisible(),
    ),
  ],
  annotators: [page('annotators', shows('Against the majority of the others'))],
  labels: [page('labels', shows('Truth against keywords'))],
  checklists: [page('checklists', shows('Every annotator has passed the training'))],
  units: [page('units', shows('MBA-'))],
  questions: [
    page('questions', shows('expert_a')),
    page('questions', titled('My questions'), 'of an annotator', expert),
  ],
  meeting: [page('meeting', shows('Open questions'))],
  'held-meeting': [
    {
      name: 'with its decisions',
      target: (world) => ({
        to: 'held-meeting',
        params: { ...project(world), meeting: world.discussed.meeting },
      }),
      person: lead,
      ready: shows('Numbers alone are not judged'),
    },
  ],
  unit: [
    {
      name: 'with its judgments',
      target: (world) => ({
        to: 'unit',
        params: { ...project(world), task: 'topics', unit: world.disputed },
      }),
      person: lead,
      ready: async (shown) =>
        await expect(shown.getByRole('table', { name: 'Judgments' })).toBeVisible(),
    },
  ],
  people: [page('people', shows('Expert A'))],
  protocol: [
    {
      ...page(
        'protocol',
        shows('Guideline 1.0 → 1.1'),
        'with two versions',
        ({ changed }) => changed.story.lead,
      ),
      isChanged: true,
    },
  ],
  edit: [
    page('edit', async (shown) => {
      await expect(shown.getByRole('textbox', { name: 'protocol.yaml' })).toBeVisible();
      await expect(shown.getByText('No faults')).toBeVisible();
    }),
  ],
  guideline: [
    {
      ...page(
        'guideline',
        shows('What changed from 1.0 to 1.1'),
        'with what changed',
        ({ changed }) => changed.story.lead,
      ),
      isChanged: true,
    },
  ],
  files: [page('files', shows('Import history'))],
  release: [page('release', shows('Cut a release'))],
  evaluation: [page('evaluation', shows('There is no release to measure against yet.'))],
  audit: [
    page('audit', async (shown) => await expect(shown.getByRole('row').nth(10)).toBeVisible()),
  ],
  adjudicate: [
    page(
      'adjudicate',
      shows('Start with the first'),
      'as the senior sees it',
      ({ story }) => story.senior,
    ),
  ],
  models: [
    page(
      'models',
      shows('No model has been asked about this task yet'),
      'before anything is asked',
    ),
    {
      name: 'with what was asked',
      target: ({ asked }) => ({
        to: 'models',
        params: { project: asked.project },
        search: { task: 'relevance' },
      }),
      person: lead,
      ready: async (shown) =>
        await expect(shown.getByRole('table', { name: 'Runs', exact: true })).toBeVisible(),
    },
  ],
  reply: [
    {
      name: 'with its prompt',
      target: ({ asked }) => ({ to: 'reply', params: asked }),
      person: lead,
      ready: shows('What was sent'),
    },
  ],
  verdicts: [
    {
      name: 'as the lead sees it',
      target: () => ({
        to: 'verdicts',
        params: { project: policyProject },
        search: { policy: 'G1_allergy_V2', k: '50' },
      }),
      person: lead,
      ready: shows('Lotus Lane Thai Kitchen'),
    },
    page('verdicts', shows('The protocol has no policies'), 'where there are no policies'),
  ],
  verdict: [
    verdict('by points, with the votes', { policy: 'G1_allergy_V3' }, async (shown) => {
      await shown.getByText('9 votes and the consensus').first().press('Enter');
      await expect(shown.getByRole('table', { name: 'Votes on R1443' })).toBeVisible();
    }),
    verdict('by a ladder', { policy: 'G1_allergy_V1' }, shows('The ladder, rule by rule')),
    verdict('with something tried', { policy: 'G1_allergy_V2', try: 'R1447' }, async (shown) => {
      await expect(shown.getByRole('region', { name: /R1447 had other answers/ })).toBeVisible();
      await press(shown, 'x');
      await expect(shown.getByRole('table', { name: 'Verdicts that would change' })).toBeVisible();
    }),
  ],
  case: [
    {
      name: 'a disputed unit',
      target: (world) => ({
        to: 'case',
        params: { ...project(world), task: 'topics', unit: world.disputed },
      }),
      person: ({ story }) => story.senior,
      ready: async (shown) =>
        await expect(shown.getByRole('list', { name: 'Why it is open' })).toBeVisible(),
    },
  ],
};
