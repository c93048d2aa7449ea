import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { examplePeople, exampleStories } from '../../src/operations/protocol/example-stories.ts';
import { invite } from '../../src/operations/people/invite.ts';
import { loadExamples } from '../../src/operations/protocol/load-examples.ts';
import { PasswordHasher } from '../../src/operations/people/password.ts';
import { rulingQueue } from '../../src/operations/rulings/ruling-queue.ts';
import { findAccountByLogin } from '../../src/store/people/accounts.ts';
import { listRuns } from '../../src/store/rounds/rounds.ts';
import type { Person, Workbench } from './workbench.ts';

/** A picture of a scene. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  /** Who looks; null for somebody who is not signed in. */
  readonly person: Person | null;
  /** Brings the page to where the picture is taken. */
  readonly ready: (page: Page) => Promise<void>;
  /** The whole page, not the window only. */
  readonly isWhole?: boolean;
  readonly language?: 'de-DE';
}

/**
 * The pictures of every scene, or those whose name begins with one of the words: the workspace is
 * that of `npm start`.
 */
export async function shotsOf(
  workbench: Workbench,
  wanted: readonly string[],
): Promise<readonly Shot[]> {
  await loadExamples(
    workbench.workspace(),
    new PasswordHasher({ logN: 4, r: 8, p: 1 }),
    'the password of everybody',
  );
  const as = (login: string): Promise<Person> => examplePerson(workbench, login);
  const [lead, senior, reviewer, expert, annotator, mara] = [
    await as('lead'),
    await as('senior'),
    await as('reviewer'),
    await as('expert_a'),
    await as('annotator_a'),
    await as('mara'),
  ];
  const runs = (
    await Promise.all(
      exampleStories.map(({ name }) =>
        workbench.workspace().store.read((db) => listRuns(db, name)),
      ),
    )
  ).flat();
  const runOf = (project: string, round: string): string =>
    runs.findLast((run) => run.project === project && run.round === round)!.id;
  const project = 'regulatory-topics';
  const { secret } = await invite(lead.work, { project, role: 'annotator', days: 14 });
  const caseOf = async (of: string, task: string): Promise<string> => {
    const { items } = await rulingQueue(lead.work, { project: of, task });
    return `/projects/${of}/adjudicate/${task}/${encodeURIComponent(items[0]!.unit)}`;
  };
  const topics = `/work/${runOf(project, 'full')}`;
  const training = runOf(project, 'training');
  const pages = [
    '',
    '/agreement',
    '/annotators',
    '/labels',
    '/checklists',
    '/units',
    '/guideline',
    '/protocol',
    '/people',
    '/files',
    '/release',
    '/audit',
  ];
  const shots: readonly Shot[] = [
    { name: 'sign-in', path: '/sign-in', person: null, ready: titled('Sign in') },
    { name: 'invitation', path: `/link/${secret}`, person: null, ready: titled('You are invited') },
    { name: 'home', path: '/', person: expert, ready: titled('Your work'), isWhole: true },
    { name: 'home-lead', path: '/', person: lead, ready: titled('Your work') },
    { name: 'profile', path: '/profile', person: expert, ready: titled('Profile'), isWhole: true },
    { name: 'annotate-topics', path: topics, person: expert, ready: judging },
    {
      name: 'annotate-shortcuts',
      path: topics,
      person: expert,
      ready: opening('?', 'Keyboard shortcuts'),
    },
    { name: 'annotate-guideline', path: topics, person: expert, ready: typing('2', 'g') },
    {
      name: 'annotate-pair',
      path: `/work/${runOf('trial-relevance', 'full')}`,
      person: annotator,
      ready: quiet,
    },
    {
      name: 'annotate-rule',
      path: `/work/${runOf('trial-relevance', 'rules-full')}`,
      person: annotator,
      ready: quiet,
    },
    {
      name: 'annotate-retrieval',
      path: `/work/${runOf('rag-tasks', 'retrieval')}`,
      person: mara,
      ready: typing('ArrowDown', 'y'),
    },
    {
      name: 'annotate-grounding',
      path: `/work/${runOf('rag-tasks', 'grounding')}`,
      person: mara,
      ready: quiet,
    },
    {
      name: 'annotate-generation',
      path: `/work/${runOf('rag-tasks', 'generation')}`,
      person: mara,
      ready: quiet,
    },
    {
      name: 'result',
      path: `/work/${training}/result`,
      person: expert,
      ready: quiet,
      isWhole: true,
    },
    { name: 'adjudicate', path: `/projects/${project}/adjudicate`, person: senior, ready: quiet },
    { name: 'case-topics', path: await caseOf(project, 'topics'), person: senior, ready: quiet },
    {
      name: 'case-pair',
      path: await caseOf('trial-relevance', 'relevance'),
      person: senior,
      ready: quiet,
    },
    {
      name: 'case-models',
      path: await caseOf('policy-ground-truth', 'allergy'),
      person: senior,
      ready: quiet,
    },
    ...pages.map((page): Shot => ({
      name: `lead-${page === '' ? 'overview' : page.slice(1)}`,
      path: `/projects/${project}${page}`,
      person: lead,
      ready: quiet,
      isWhole: page !== '/guideline' && page !== '/units',
    })),
    {
      name: 'lead-trials',
      path: '/projects/trial-relevance',
      person: lead,
      ready: quiet,
      isWhole: true,
    },
    {
      name: 'lead-models',
      path: '/projects/policy-ground-truth/agreement',
      person: lead,
      ready: quiet,
      isWhole: true,
    },
    {
      name: 'verdicts',
      path: '/projects/policy-ground-truth/verdicts?policy=G1_allergy_V2&k=50',
      person: lead,
      ready: quiet,
      isWhole: true,
    },
    {
      name: 'verdict-points',
      path: '/projects/policy-ground-truth/verdicts/B38?policy=G1_allergy_V3&k=50',
      person: lead,
      ready: unfolding,
      isWhole: true,
    },
    {
      name: 'verdict-ladder',
      path: '/projects/policy-ground-truth/verdicts/B38?policy=G1_allergy_V1&k=50',
      person: senior,
      ready: quiet,
    },
    {
      name: 'verdict-what-if',
      path: '/projects/policy-ground-truth/verdicts/B20?policy=G1_allergy_V2&k=50',
      person: lead,
      ready: trying,
    },
    { name: 'reviewer', path: `/projects/${project}`, person: reviewer, ready: quiet },
  ];
  return shots.filter(
    (shot) => wanted.length === 0 || wanted.some((word) => shot.name.startsWith(word)),
  );
}

/** Somebody of the examples, once they are loaded. */
export async function examplePerson(workbench: Workbench, login: string): Promise<Person> {
  const workspace = workbench.workspace();
  const account = (await workspace.store.read((db) => findAccountByLogin(db, login)))!;
  const roles = examplePeople.find((one) => one.login === login)!.roles;
  return {
    login,
    account: account.id,
    password: '',
    work: {
      ...workspace,
      actor: {
        account: account.id,
        login,
        roleIn: (project) => roles[project] ?? roles['*'] ?? null,
        via: 'session',
      },
    },
  };
}

function titled(name: string): (page: Page) => Promise<void> {
  return async (page) => await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}

function typing(...keys: readonly string[]): (page: Page) => Promise<void> {
  return async (page) => {
    await quiet(page);
    for (const key of keys) await page.keyboard.press(key);
    await quiet(page);
  };
}

function opening(key: string, name: string): (page: Page) => Promise<void> {
  return async (page) => {
    await typing(key)(page);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
  };
}

/** The votes on the first unit are shown. */
async function unfolding(page: Page): Promise<void> {
  await quiet(page);
  await page
    .getByText(/votes and the consensus/)
    .first()
    .click();
  await page.mouse.wheel(0, -20_000);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
}

/** Another severity is tried on the first unit. */
async function trying(page: Page): Promise<void> {
  await typing('ArrowDown', 'w', 'ArrowDown', 'ArrowDown', '1')(page);
  await expect(page.getByText(/verdicts would change/)).toBeVisible();
  await page.getByRole('button', { name: /^Make it a ruling/ }).scrollIntoViewIfNeeded();
}

/** Some labels are ticked, with their grades. */
const judging = typing('5', 'w', '6', 'e');
