import type { PoliciesReply, PolicyReply } from '../../../../server/routes/verdicts/verdicts.ts';
import type { Search, Target } from '../../../router.ts';

/** Which of the subjects are listed, besides those with a verdict. */
export const shownStates = ['all', 'insufficient', 'missing', 'overridden'] as const;
type ShownState = (typeof shownStates)[number];

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

/** The same by the name of the policy, as addresses have it. */
export type PolicyAtK = Readonly<{ policy: string; k: number }>;

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
function writeSearch(choice: PolicyAtK, filter: Partial<VerdictFilter> = {}): Search {
  const { verdict = '', state = 'all', q = '' } = filter;
  return {
    policy: choice.policy,
    k: String(choice.k),
    ...(verdict === '' ? {} : { verdict }),
    ...(state === 'all' ? {} : { state }),
    ...(q === '' ? {} : { q }),
  };
}

/** The name of the chosen policy, and the K. */
export function policyAtK({ policy, k }: VerdictChoice): PolicyAtK {
  return { policy: policy.policy, k };
}

/** The page of one subject. */
export function verdictTarget(
  project: string,
  subject: string,
  chosen: PolicyAtK,
  more: Search = {},
): Target {
  const search = { ...writeSearch(chosen), ...more };
  return { to: 'verdict', params: { project, subject }, search };
}

/** The list of subjects, all of them or filtered. */
export function verdictsTarget(
  project: string,
  chosen: PolicyAtK,
  filter: Partial<VerdictFilter> = {},
): Target {
  return { to: 'verdicts', params: { project }, search: writeSearch(chosen, filter) };
}

/** What the server is asked for. */
export function verdictsQuery({ policy, k }: PolicyAtK, { verdict, state, q }: VerdictFilter) {
  return {
    policy,
    k,
    verdict: verdict === '' ? null : verdict,
    state: state === 'all' ? null : state,
    q: q.trim() === '' ? null : q.trim(),
  };
}

/** What a subject is called: its name or title, else its first text. */
export function subjectName(fields: Readonly<Record<string, unknown>>): string | null {
  const texts = [fields['name'], fields['title'], ...Object.values(fields)];
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && value.trim() !== '';
  return texts.find(isText) ?? null;
}
