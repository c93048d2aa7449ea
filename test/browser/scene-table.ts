import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { invite } from '../../src/operations/people/invite.ts';
import { modelAttempts } from '../../src/operations/models/overview/model-attempts.ts';
import { pollWorkspace } from '../../src/operations/models/poll-models.ts';
import { startModels } from '../../src/operations/models/overview/start-models.ts';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import { rulingQueue } from '../../src/operations/rulings/ruling-queue.ts';
import type { WorkContext } from '../../src/operations/work-context.ts';
import { listRuns } from '../../src/store/rounds/rounds.ts';
import type { RouteName, Search, Target } from '../../src/web/router.ts';
import { addPolicyExample, policyProject } from '../policy-record.ts';
import { press } from './annotate-rounds.ts';
import { guidelineChanged } from './guideline-changed.ts';
import { leadProject } from './lead-project.ts';
import type { LeadProject } from './lead-project.ts';
import { loadSmallProject } from './small-project.ts';
import { startWorkbench } from './workbench.ts';
import type { Person, Workbench } from './workbench.ts';

/**
 * A project in the middle of its full round, one round of every kind of unit that waits, and people
 * of every role.
 */
export interface World {
  readonly workbench: Workbench;
  readonly story: LeadProject;
  /**
   * The same project on another server at an earlier time: the guideline has just been changed, and
   * the pilot is repeated.
   */
  readonly changed: {
    readonly workbench: Workbench;
    readonly story: LeadProject;
    readonly run: string;
  };
  readonly runs: Readonly<
    Record<
      | 'closedTraining'
      | 'closedPilot'
      | 'training'
      | 'pair'
      | 'rule'
      | 'retrieval'
      | 'grounding'
      | 'generation',
      string
    >
  >;
  readonly disputed: string;
  /** A project with models, and one of their attempts. */
  readonly asked: { readonly project: string; readonly attempt: string };
  readonly invitation: string;
  readonly usedLink: string;
  readonly people: Readonly<Record<'ada' | 'mara' | 'trials' | 'stranger', Person>>;
}

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
 * see.
 */
export const test = base.extend<object, { world: World }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const [workbench, other] = [await startWorkbench(), await startWorkbench()];
      await use(await makeWorld(workbench, other));
      await workbench.close();
      await other.close();
    },
    { scope: 'worker' },
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
    | 'people'
    | 'protocol'
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
    page(
      'protocol',
      async (shown) => {
        await tabAndOpen(shown, 'New version');
        await expect(shown.getByRole('dialog')).toBeVisible();
      },
      'with a new version being written',
    ),
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

async function tabAndOpen(shown: Page, name: string): Promise<void> {
  await shown.getByRole('button', { name, exact: true }).press('Enter');
}

/** Has the recorded models of the trials asked; gives one of the attempts. */
async function askedModel(who: WorkContext, where: string): Promise<string> {
  await startModels(who, {
    project: where,
    task: 'relevance',
    mode: 'now',
    models: 'gpt-5-mini:2,gpt-5-nano:1',
    replay: 'recordings/relevance.jsonl',
    budget: null,
    invalidate: false,
    again: false,
    outsideRounds: true,
  });
  const options = { signal: new AbortController().signal, wait: false, interval: 10 };
  await pollWorkspace(who, options, ['now']);
  const { attempts } = await modelAttempts(who, { project: where, task: 'relevance', limit: 1 });
  return attempts[0]!.id;
}

async function makeWorld(workbench: Workbench, other: Workbench): Promise<World> {
  const story = await leadProject(workbench, {
    rounds: ['training', 'pilot', 'repilot'],
    full: 0.5,
  });
  const before = await leadProject(other, { rounds: ['training', 'pilot'] });
  const changed = { workbench: other, story: before, run: await guidelineChanged(before) };
  const [trials, rag, small] = [
    await workbench.load('trial-relevance'),
    await workbench.load('rag-tasks'),
    await loadSmallProject(workbench),
  ];
  await addPolicyExample(story.lead.work);
  const mara = await workbench.person('mara', { [rag]: 'annotator' });
  await workbench.person('jonas', { [rag]: 'annotator' });
  const annotator = await workbench.person('annotator_a', { [trials]: 'annotator' });
  await workbench.person('annotator_b', { [trials]: 'annotator' });
  const ada = await workbench.person('ada', { [small]: 'annotator' });
  const open = async (where: string, round: string): Promise<string> =>
    (await openRound(story.lead.work, { project: where, round, seed: 3 })).run.id;
  const past = await workbench.workspace().store.read((db) => listRuns(db, story.project));
  const runs = {
    closedTraining: past.find((run) => run.round === 'training')!.id,
    closedPilot: past.find((run) => run.round === 'pilot')!.id,
    training: await open(small, 'training'),
    pair: await open(trials, 'pilot'),
    rule: await open(trials, 'rules-pilot'),
    retrieval: await open(rag, 'retrieval'),
    grounding: await open(rag, 'grounding'),
    generation: await open(rag, 'generation'),
  };
  const { items } = await rulingQueue(story.senior.work, {
    project: story.project,
    task: 'topics',
  });
  const { secret } = await invite(story.lead.work, {
    project: story.project,
    role: 'annotator',
    days: 14,
  });
  return {
    workbench,
    story,
    changed,
    runs,
    disputed: items[0]!.unit,
    asked: { project: trials, attempt: await askedModel(story.lead.work, trials) },
    invitation: secret,
    usedLink: 'used',
    people: { ada, mara, trials: annotator, stranger: await workbench.person('nora', {}) },
  };
}
