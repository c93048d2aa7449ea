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

/** A module that exports a scene and nothing else. */
type SceneModule = Readonly<Record<string, ComponentType<SceneProps>>>;

/** Every scene in a chunk of its own. */
export const scenes: Readonly<Record<RouteName, SceneEntry>> = {
  home: scene('page', () => import('./scenes/judging/home/HomeScene.tsx')),
  'sign-in': {
    ...scene('bare', () => import('./scenes/people/sign-in/SignInScene.tsx')),
    isPublic: true,
  },
  link: { ...scene('bare', () => import('./scenes/people/sign-in/LinkScene.tsx')), isPublic: true },
  profile: scene('page', () => import('./scenes/people/profile/ProfileScene.tsx')),
  'new-project': scene('page', () => import('./scenes/protocol/create/NewProjectScene.tsx')),
  annotate: scene('work', () => import('./scenes/judging/annotate/AnnotateScene.tsx')),
  result: scene('page', () => import('./scenes/judging/training/ResultScene.tsx')),
  judgments: scene('page', () => import('./scenes/judging/mine/MyJudgmentsScene.tsx')),
  guideline: scene('page', () => import('./scenes/protocol/guideline/GuidelineScene.tsx')),
  adjudicate: scene('page', () => import('./scenes/rulings/queue/AdjudicateScene.tsx')),
  case: scene('work', () => import('./scenes/rulings/case/CaseScene.tsx')),
  lead: scene('page', () => import('./scenes/rounds/OverviewScene.tsx')),
  agreement: scene('page', () => import('./scenes/agreement/AgreementScene.tsx')),
  annotators: scene('page', () => import('./scenes/monitoring/annotators/AnnotatorsScene.tsx')),
  labels: scene('page', () => import('./scenes/monitoring/labels/LabelsScene.tsx')),
  checklists: scene('page', () => import('./scenes/monitoring/checklists/ChecklistsScene.tsx')),
  models: scene('page', () => import('./scenes/models/ModelsScene.tsx')),
  reply: scene('page', () => import('./scenes/models/ReplyScene.tsx')),
  units: scene('page', () => import('./scenes/units/UnitsScene.tsx')),
  unit: scene('page', () => import('./scenes/units/UnitScene.tsx')),
  people: scene('page', () => import('./scenes/people/members/PeopleScene.tsx')),
  protocol: scene('page', () => import('./scenes/protocol/versions/ProtocolScene.tsx')),
  edit: scene('work', () => import('./scenes/protocol/edit/EditScene.tsx')),
  files: scene('page', () => import('./scenes/exchange/FilesScene.tsx')),
  release: scene('page', () => import('./scenes/release/ReleaseScene.tsx')),
  evaluation: scene('page', () => import('./scenes/evaluation/EvaluationScene.tsx')),
  questions: scene('page', () => import('./scenes/discussion/QuestionsScene.tsx')),
  meeting: scene('page', () => import('./scenes/discussion/meeting/MeetingScene.tsx')),
  'held-meeting': scene('page', () => import('./scenes/discussion/meeting/HeldMeetingScene.tsx')),
  verdicts: scene('page', () => import('./scenes/verdicts/list/VerdictsScene.tsx')),
  verdict: scene('page', () => import('./scenes/verdicts/verdict/VerdictScene.tsx')),
  audit: scene('page', () => import('./scenes/workspace/audit/AuditScene.tsx')),
};

function scene(layout: SceneLayout, load: () => Promise<SceneModule>): SceneEntry {
  const Scene = lazy(async () => ({ default: Object.values(await load())[0]! }));
  // A chunk that cannot be preloaded is asked for again when it is needed.
  return { Scene, layout, preload: () => void load().catch(() => undefined) };
}
