import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { invite } from '../../src/operations/invite.ts';
import { guidelineChanged } from './guideline-changed.ts';
import { leadProject } from './lead-project.ts';
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

/** The pictures of every scene, or those whose name begins with one of the words. */
export async function shotsOf(workbench: Workbench, wanted: readonly string[]): Promise<readonly Shot[]> {
  const story = await leadProject(workbench, { rounds: ['training', 'pilot'] });
  const run = await guidelineChanged(story);
  for (const example of ['trial-relevance', 'rag-tasks', 'policy-ground-truth']) await workbench.load(example);
  const { project, lead, experts } = story;
  const [expert] = experts;
  const { secret } = await invite(lead.work, { project, role: 'annotator', days: 14 });
  const titled = (name: string) => async (page: Page) => await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const shots: readonly Shot[] = [
    { name: 'sign-in', path: '/sign-in', person: null, ready: titled('Sign in') },
    { name: 'invitation', path: `/link/${secret}`, person: null, ready: titled('You are invited') },
    { name: 'home', path: '/', person: expert!, ready: titled('Your work'), isWhole: true },
    { name: 'home-lead', path: '/', person: lead, ready: titled('Your work') },
    { name: 'profile', path: '/profile', person: expert!, ready: titled('Profile'), isWhole: true },
    {
      name: 'shortcuts',
      path: `/work/${run}`,
      person: expert!,
      ready: async (page) => {
        await page.waitForLoadState('networkidle');
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      },
    },
    { name: 'annotate', path: `/work/${run}`, person: expert!, ready: quiet },
    { name: 'result', path: `/work/${run}/result`, person: expert!, ready: quiet, isWhole: true },
    { name: 'adjudicate', path: `/projects/${project}/adjudicate`, person: story.senior, ready: quiet },
    ...(['', '/agreement', '/annotators', '/labels', '/checklists', '/units', '/guideline', '/protocol', '/people', '/files', '/audit'] as const).map((page): Shot => ({ name: `lead${page.replace('/', '-')}`, path: `/projects/${project}${page}`, person: lead, ready: quiet, isWhole: true })),
  ];
  return shots.filter((shot) => wanted.length === 0 || wanted.some((word) => shot.name.startsWith(word)));
}

async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}
