import type { Role } from '../api/session.tsx';
import type { Params, RouteName } from '../router.ts';
import type { IconName } from '../components/Icon.tsx';

/** The pages of a project that need no other parameter. */
type ProjectPage = Exclude<
  { [Name in RouteName]: keyof Params<Name> extends 'project' ? Name : never }[RouteName],
  'home' | 'sign-in' | 'profile' | 'new-project' | 'edit'
>;

interface PageEntry {
  readonly page: ProjectPage;
  readonly icon: IconName;
  readonly roles: readonly Role[];
  /** Only where the protocol names policies. */
  readonly needsPolicies?: true;
  /** Only where the panel has models, and for leads, who may add some. */
  readonly needsModels?: true;
}

const overseeing: readonly Role[] = ['lead', 'adjudicator', 'reviewer'];
const everybody: readonly Role[] = ['lead', 'adjudicator', 'annotator', 'reviewer'];

/** The pages in groups, in the order of the navigation. */
const projectPages: readonly (readonly PageEntry[])[] = [
  [
    { page: 'lead', icon: 'path', roles: overseeing },
    { page: 'adjudicate', icon: 'scale', roles: ['lead', 'adjudicator'] },
    { page: 'units', icon: 'list', roles: overseeing },
    { page: 'questions', icon: 'bubble', roles: everybody },
    { page: 'meeting', icon: 'people', roles: overseeing },
  ],
  [
    { page: 'agreement', icon: 'chart', roles: overseeing },
    { page: 'annotators', icon: 'people', roles: overseeing },
    { page: 'labels', icon: 'label', roles: overseeing },
    { page: 'checklists', icon: 'check', roles: overseeing },
    { page: 'models', icon: 'model', roles: overseeing, needsModels: true },
  ],
  [{ page: 'verdicts', icon: 'steps', roles: overseeing, needsPolicies: true }],
  [
    { page: 'release', icon: 'seal', roles: overseeing },
    { page: 'evaluation', icon: 'target', roles: ['lead', 'reviewer'] },
  ],
  [
    { page: 'guideline', icon: 'book', roles: everybody },
    { page: 'protocol', icon: 'edit', roles: overseeing },
    { page: 'people', icon: 'user', roles: ['lead'] },
    { page: 'files', icon: 'download', roles: ['lead', 'reviewer'] },
    { page: 'audit', icon: 'shield', roles: ['lead', 'reviewer'] },
  ],
];

/** The pages that somebody with these roles may see in a project. */
export function pagesFor(
  roles: readonly Role[],
  { hasPolicies, hasModels }: { readonly hasPolicies: boolean; readonly hasModels: boolean },
): readonly (readonly PageEntry[])[] {
  const isSeen = (entry: PageEntry): boolean =>
    entry.roles.some((role) => roles.includes(role)) &&
    (hasPolicies || entry.needsPolicies !== true) &&
    (hasModels || roles.includes('lead') || entry.needsModels !== true);
  return projectPages.map((group) => group.filter(isSeen)).filter((group) => group.length > 0);
}
