import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { RouteName, Search } from './router.ts';

/** The parameters of a scene's address, and its query. */
export interface SceneProps {
  readonly params: Readonly<Record<string, string>>;
  readonly search: Search;
}

/** `page` scrolls in a column, `work` fills the window below the bar, `bare` has no bar. */
export type SceneLayout = 'page' | 'work' | 'bare';

export interface SceneEntry {
  readonly Scene: LazyExoticComponent<ComponentType<SceneProps>>;
  readonly layout: SceneLayout;
  /** Also for people who are not signed in. */
  readonly isPublic?: boolean;
  /** Loads the code in advance. */
  readonly preload: () => void;
}

/** Every scene in a chunk of its own. */
export const scenes: Readonly<Record<RouteName, SceneEntry>> = {
  home: scene('page', async () => (await import('./scenes/judging/home/HomeScene.tsx')).HomeScene),
  'sign-in': {
    ...scene(
      'bare',
      async () => (await import('./scenes/people/sign-in/SignInScene.tsx')).SignInScene,
    ),
    isPublic: true,
  },
  link: {
    ...scene('bare', async () => (await import('./scenes/people/sign-in/LinkScene.tsx')).LinkScene),
    isPublic: true,
  },
  profile: scene(
    'page',
    async () => (await import('./scenes/people/profile/ProfileScene.tsx')).ProfileScene,
  ),
  annotate: scene(
    'work',
    async () => (await import('./scenes/judging/annotate/AnnotateScene.tsx')).AnnotateScene,
  ),
  result: scene(
    'page',
    async () => (await import('./scenes/judging/training/ResultScene.tsx')).ResultScene,
  ),
  guideline: scene(
    'page',
    async () => (await import('./scenes/protocol/guideline/GuidelineScene.tsx')).GuidelineScene,
  ),
  adjudicate: scene(
    'page',
    async () => (await import('./scenes/rulings/queue/AdjudicateScene.tsx')).AdjudicateScene,
  ),
  case: scene('work', async () => (await import('./scenes/rulings/case/CaseScene.tsx')).CaseScene),
  lead: scene(
    'page',
    async () => (await import('./scenes/rounds/OverviewScene.tsx')).OverviewScene,
  ),
  agreement: scene(
    'page',
    async () => (await import('./scenes/agreement/AgreementScene.tsx')).AgreementScene,
  ),
  annotators: scene(
    'page',
    async () =>
      (await import('./scenes/monitoring/annotators/AnnotatorsScene.tsx')).AnnotatorsScene,
  ),
  labels: scene(
    'page',
    async () => (await import('./scenes/monitoring/labels/LabelsScene.tsx')).LabelsScene,
  ),
  checklists: scene(
    'page',
    async () =>
      (await import('./scenes/monitoring/checklists/ChecklistsScene.tsx')).ChecklistsScene,
  ),
  units: scene('page', async () => (await import('./scenes/units/UnitsScene.tsx')).UnitsScene),
  unit: scene('page', async () => (await import('./scenes/units/UnitScene.tsx')).UnitScene),
  people: scene(
    'page',
    async () => (await import('./scenes/people/members/PeopleScene.tsx')).PeopleScene,
  ),
  protocol: scene(
    'page',
    async () => (await import('./scenes/protocol/versions/ProtocolScene.tsx')).ProtocolScene,
  ),
  files: scene('page', async () => (await import('./scenes/exchange/FilesScene.tsx')).FilesScene),
  verdicts: scene(
    'page',
    async () => (await import('./scenes/verdicts/list/VerdictsScene.tsx')).VerdictsScene,
  ),
  verdict: scene(
    'page',
    async () => (await import('./scenes/verdicts/verdict/VerdictScene.tsx')).VerdictScene,
  ),
  audit: scene(
    'page',
    async () => (await import('./scenes/workspace/audit/AuditScene.tsx')).AuditScene,
  ),
};

function scene(layout: SceneLayout, load: () => Promise<ComponentType<SceneProps>>): SceneEntry {
  const Scene = lazy(async () => ({ default: await load() }));
  // A chunk that cannot be loaded in advance is asked for again when it is needed.
  return { Scene, layout, preload: () => void load().catch(() => undefined) };
}
