import type { PoliciesReply, PolicyReply } from '../../../../server/routes/verdicts/verdicts.ts';
import type { Search } from '../../../router.ts';

/** Which of the subjects are listed, besides those with a verdict. */
export const shownStates = ['all', 'insufficient', 'missing', 'overridden'] as const;
export type ShownState = (typeof shownStates)[number];

/** Which subjects are listed; empty where all are. */
export interface VerdictFilter {
  readonly verdict: string;
  readonly state: ShownState;
  readonly q: string;
}

/** A policy for one K, of those that the project has. */
export interface VerdictChoice {
  readonly policy: PolicyReply;
  readonly k: number;
}

/** What the address asks for, else the first policy and the smallest K; null without policies. */
export function readChoice(
  search: Search,
  { policies, ks }: Pick<PoliciesReply, 'policies' | 'ks'>,
): VerdictChoice | null {
  const policy = policies.find((one) => one.policy === search['policy']) ?? policies[0];
  const k = ks.find((one) => String(one) === search['k']) ?? ks[0];
  return policy === undefined || k === undefined ? null : { policy, k };
}

/** The filter that the address holds. */
export function readFilter(search: Search): VerdictFilter {
  return {
    verdict: search['verdict'] ?? '',
    state: shownStates.find((state) => state === search['state']) ?? 'all',
    q: search['q'] ?? '',
  };
}

/** The address of a choice, with what is not the default only. */
export function writeSearch(
  choice: { readonly policy: string; readonly k: number },
  filter: Partial<VerdictFilter> = {},
): Search {
  const { verdict = '', state = 'all', q = '' } = filter;
  return {
    policy: choice.policy,
    k: String(choice.k),
    ...(verdict === '' ? {} : { verdict }),
    ...(state === 'all' ? {} : { state }),
    ...(q === '' ? {} : { q }),
  };
}

/** What the server is asked for. */
export function verdictsQuery(
  choice: { readonly policy: string; readonly k: number },
  { verdict, state, q }: VerdictFilter,
): Readonly<Record<string, string | number | null>> {
  return {
    policy: choice.policy,
    k: choice.k,
    verdict: verdict === '' ? null : verdict,
    state: state === 'all' ? null : state,
    q: q.trim() === '' ? null : q.trim(),
  };
}

/** What a subject is called: its first text that reads like a name, beside its id. */
export function subjectName(fields: Readonly<Record<string, unknown>>): string | null {
  const named = ['name', 'title']
    .map((field) => fields[field])
    .find((text): text is string => typeof text === 'string' && text.trim() !== '');
  const first = Object.values(fields).find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
  return named ?? first ?? null;
}
