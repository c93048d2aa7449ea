import type { CodedText } from '../../domain/coded-text.ts';
import { defaultVerdict } from '../../domain/verdicts/policy.ts';
import type { VerdictRow } from '../../truth/verdicts/verdict-row.ts';
import type { VerdictHashes, VerdictSummary } from '../../truth/verdicts/verdict-tally.ts';
import { countIn, readCursor, writeCursor } from '../cursor.ts';
import type { WorkContext } from '../work-context.ts';
import { authoriseVerdicts, chosenTable, withVerdicts } from './project-verdicts.ts';

/** A policy of a project, as it is chosen from a list. */
interface ShownPolicy {
  readonly policy: string;
  readonly title: string;
  readonly task: string;
  readonly topic: string;
  readonly kind: 'points' | 'ladder';
  /** As the policy declares them: from the mildest to the gravest. */
  readonly verdicts: readonly string[];
  readonly default: string;
  readonly hash: string;
}

/** The policies of a project, and what should be known before their verdicts are believed. */
export interface ShownPolicies {
  readonly policies: readonly ShownPolicy[];
  readonly ks: readonly number[];
  readonly subjects: number;
  readonly problems: readonly CodedText[];
}

/** The policies of a project, if any. For leads, adjudicators, reviewers. */
export async function listPolicies(
  context: WorkContext,
  input: { readonly project: string },
): Promise<ShownPolicies> {
  await authoriseVerdicts(context, input.project);
  return await withVerdicts(context.store, input.project, ({ topics, ks, problems }) => ({
    policies: topics.flatMap(({ truths: { topic } }) =>
      topic.policies.map(({ policy, hash }): ShownPolicy => ({
        policy: policy.policy,
        title: policy.title,
        task: topic.task.id,
        topic: topic.id,
        kind: policy.points === undefined ? 'ladder' : 'points',
        verdicts: policy.verdicts,
        default: defaultVerdict(policy).verdict,
        hash,
      })),
    ),
    ks,
    subjects: Math.max(0, ...topics.map(({ record }) => record.units.subjectCount)),
    problems,
  }));
}

/** Which of the subjects are listed. */
export const verdictStates = ['all', 'insufficient', 'missing', 'overridden'] as const;
type VerdictState = (typeof verdictStates)[number];

/** Which verdicts are asked for, and which page of them. */
export interface VerdictsRequest {
  readonly project: string;
  /** The first policy, and the smallest K, when left out. */
  readonly policy?: string;
  readonly k?: number;
  readonly verdict?: string;
  /** A part of the subject's id or of one of its fields. */
  readonly q?: string;
  readonly state?: VerdictState;
  readonly cursor?: string;
  readonly limit?: number;
}

/** A page of verdicts, with a summary over all subjects whatever was filtered. */
export interface VerdictPage {
  readonly policy: string;
  readonly k: number;
  readonly items: readonly VerdictRow[];
  /** How many subjects the filter lets through, on all pages. */
  readonly total: number;
  readonly nextCursor: string | null;
  readonly summary: Omit<VerdictSummary, 'units' | 'partial'> & { readonly hashes: VerdictHashes };
}

/** The verdicts of a policy for a K, page by page. Leads, adjudicators, reviewers. */
export async function listVerdicts(
  context: WorkContext,
  input: VerdictsRequest,
): Promise<VerdictPage> {
  await authoriseVerdicts(context, input.project);
  return await withVerdicts(context.store, input.project, (current) => {
    const { tally, rows } = chosenTable(current, input.policy, input.k);
    const isWanted = filterOf(input);
    const limit = Math.min(Math.max(Math.trunc(input.limit ?? 50), 1), 500);
    const start = readCursor(input.cursor, countIn) ?? 0;
    // Subjects are only ever added behind, so that a place among them stays what it is.
    const wanted = [...rows.entries()].filter(([, row]) => isWanted(row));
    const rest = wanted.filter(([place]) => place >= start);
    const next = rest[limit];
    const { subjects, distribution, insufficient, missing, open, overrides } = tally.summary;
    const { hashes } = tally;
    return {
      policy: tally.policy.policy.policy,
      k: tally.k,
      items: rest.slice(0, limit).map(([, row]) => row),
      total: wanted.length,
      nextCursor: next === undefined ? null : writeCursor([next[0]]),
      summary: { subjects, distribution, insufficient, missing, open, overrides, hashes },
    };
  });
}

function filterOf({ verdict, q, state = 'all' }: VerdictsRequest): (row: VerdictRow) => boolean {
  const part = q?.trim().toLowerCase() ?? '';
  const has = (text: unknown): boolean =>
    typeof text === 'string' && text.toLowerCase().includes(part);
  return (row) => {
    if (verdict !== undefined && row.verdict !== verdict) return false;
    if (state === 'insufficient' && row.verdict !== null) return false;
    if (state === 'missing' && row.missing + row.open === 0) return false;
    if (state === 'overridden' && row.rulings === 0) return false;
    return part === '' || has(row.subject) || Object.values(row.fields).some(has);
  };
}
