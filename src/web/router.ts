import { useSyncExternalStore } from 'react';

/**
 * The addresses of the workbench. A name after a colon is a parameter and may hold any text.
 * @internal
 */
export const routes = {
  home: '/',
  'sign-in': '/sign-in',
  link: '/link/:token',
  profile: '/profile',
  'new-project': '/new-project',
  annotate: '/work/:run',
  result: '/work/:run/result',
  judgments: '/work/:run/judgments',
  lead: '/projects/:project',
  agreement: '/projects/:project/agreement',
  annotators: '/projects/:project/annotators',
  labels: '/projects/:project/labels',
  checklists: '/projects/:project/checklists',
  models: '/projects/:project/models',
  reply: '/projects/:project/models/replies/:attempt',
  units: '/projects/:project/units',
  unit: '/projects/:project/units/:task/:unit',
  people: '/projects/:project/people',
  protocol: '/projects/:project/protocol',
  edit: '/projects/:project/protocol/edit',
  guideline: '/projects/:project/guideline',
  files: '/projects/:project/files',
  release: '/projects/:project/release',
  evaluation: '/projects/:project/evaluation',
  audit: '/projects/:project/audit',
  adjudicate: '/projects/:project/adjudicate',
  case: '/projects/:project/adjudicate/:task/:unit',
  questions: '/projects/:project/questions',
  meeting: '/projects/:project/meeting',
  'held-meeting': '/projects/:project/meetings/:meeting',
  verdicts: '/projects/:project/verdicts',
  verdict: '/projects/:project/verdicts/:subject',
} as const;

export type RouteName = keyof typeof routes;
type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a route, by name. */
export type Params<Name extends RouteName> = Readonly<
  Record<ParameterNames<(typeof routes)[Name]>, string>
>;

/** The query of an address. */
export type Search = Readonly<Record<string, string>>;

/** Where to go: a route, its parameters if it has any, and what to look for there. */
export type Target = {
  [Name in RouteName]: {
    readonly to: Name;
    readonly search?: Search;
  } & (keyof Params<Name> extends never
    ? { readonly params?: undefined }
    : { readonly params: Params<Name> });
}[RouteName];

/** An address, taken apart. */
export interface Place {
  readonly name: RouteName | null;
  readonly params: Readonly<Record<string, string>>;
  readonly search: Search;
  readonly path: string;
}

/** The address of a target. */
export function href(target: Target): string {
  const params: Readonly<Record<string, string>> = target.params ?? {};
  const path = routes[target.to].replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(target.search ?? {}).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Reads an address; the name is null when there is no such page. */
export function readPlace(address: string): Place {
  const url = new URL(address, 'http://workbench.invalid');
  const search = Object.fromEntries(url.searchParams);
  const path = url.pathname + url.search;
  for (const { name, pattern } of patterns) {
    const match = pattern.exec(url.pathname);
    const params = match === null ? null : decoded(match.groups ?? {});
    if (params !== null) return { name, params, search, path };
  }
  return { name: null, params: {}, search, path };
}

/** Goes somewhere; `replace` adds no entry to the history. */
export function navigate(target: Target | string, how: { readonly replace?: boolean } = {}): void {
  const address = typeof target === 'string' ? target : href(target);
  if (address === location.pathname + location.search) return;
  if (how.replace === true) history.replaceState(null, '', address);
  else {
    history.pushState(null, '', address);
    scrollTo(0, 0);
  }
  announce();
}

/** Goes somewhere without a new entry in the history. */
export function redirect(target: Target | string): void {
  navigate(target, { replace: true });
}

/** Where the page is now. */
export function usePlace(): Place {
  return useSyncExternalStore(follow, currentPlace);
}

const patterns = Object.entries(routes).map(([name, path]) => ({
  name: name as RouteName,
  pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
}));

/** The parameters as text; null when the address is badly encoded. */
function decoded(
  params: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | null {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return null;
  }
}

const listeners = new Set<() => void>();
let known: Place | null = null;

function announce(): void {
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', announce);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', announce);
  };
}

/** The same object as long as the address is the same, which React needs. */
function currentPlace(): Place {
  const address = location.pathname + location.search;
  if (known === null || known.path !== address) known = { ...readPlace(address), path: address };
  return known;
}
