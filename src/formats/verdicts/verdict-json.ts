import type { Policy } from '../../domain/verdicts/policy.ts';
import { noVerdict } from '../../domain/verdicts/verdict.ts';
import type { Incident, Verdict } from '../../domain/verdicts/verdict.ts';
import type { VerdictHashes, VerdictSummary } from '../../truth/verdicts/verdict-tally.ts';
import type { SubjectUnit, SubjectTruth } from '../../truth/verdicts/subject-truth.ts';

/** What a file of verdicts begins with. */
export interface VerdictFileHead {
  readonly policy: Policy;
  readonly topic: string;
  readonly domain: string;
  readonly k: number;
  readonly computedAt: string;
}

/** Where the verdicts of a policy for a K are kept. */
export function verdictFileName(policy: string, k: number): string {
  return `${policy}_K${k}_groundtruth.json`;
}

/** The beginning of the file, up to where the subjects follow one by one. */
export function verdictFileStart({
  policy,
  topic,
  domain,
  k,
  computedAt,
}: VerdictFileHead): string {
  const head = {
    policy_id: policy.policy,
    topic,
    domain,
    k,
    computed_at: computedAt,
    has_scoring: policy.points !== undefined,
  };
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "restaurants": {`;
}

/**
 * A subject with its verdict, after a comma unless it is first. `marked`: units ruled on or
 * partial.
 */
export function verdictFileEntry(
  isFirst: boolean,
  policy: Policy,
  subject: SubjectTruth,
  verdict: Verdict,
  marked: readonly SubjectUnit[],
): string {
  const text = JSON.stringify(subjectJson(policy, subject, verdict, marked), null, 2).replaceAll(
    '\n',
    '\n    ',
  );
  return `${isFirst ? '' : ','}\n    ${JSON.stringify(subject.id)}: ${text}`;
}

/** The end of the file, with the summary and the hashes of everything that went in. */
export function verdictFileEnd(summary: VerdictSummary, hashes: VerdictHashes): string {
  const end = JSON.stringify({ summary: summaryJson(summary), ...hashes }, null, 2);
  return `\n  },\n  ${end.slice(4)}\n`;
}

/** The summary in the words of the document, with what Assay counts besides. */
export function summaryJson(summary: VerdictSummary): object {
  return {
    total_restaurants: summary.subjects,
    verdict_distribution: summary.distribution,
    missing_judgments: summary.missing,
    open_judgments: summary.open,
    insufficient_evidence: summary.insufficient,
    ...(summary.partial === 0 ? {} : { partial_judgments: summary.partial }),
    overrides: summary.overrides,
  };
}

/** What a file says about a subject. @internal */
export function subjectJson(
  policy: Policy,
  subject: SubjectTruth,
  verdict: Verdict,
  marked: readonly SubjectUnit[],
): object {
  const { evidence, k } = verdict;
  const overrides = marked.filter((unit) => unit.rank < k && unit.ruling !== null);
  const partial = marked.filter((unit) => unit.rank < k && unit.isPartial);
  return {
    name: subject.fields['name'] ?? null,
    categories: subject.fields['categories'] ?? null,
    n_reviews: evidence.units,
    n_judgments: evidence.judged,
    ground_truth: groundTruth(policy, verdict),
    ...(evidence.missing.length === 0 ? {} : { missing_judgments: evidence.missing }),
    ...(evidence.open.length === 0 ? {} : { open_judgments: evidence.open }),
    ...(partial.length === 0 ? {} : { partial_judgments: partial.map((unit) => unit.id) }),
    ...(overrides.length === 0 ? {} : { overrides: overrides.map(overrideJson) }),
  };
}

function groundTruth(policy: Policy, { verdict, reason }: Verdict): object {
  const end = { policy_id: policy.policy };
  if (verdict === null || reason.kind === 'insufficient') {
    const nothing = { verdict: noVerdict, insufficient_evidence: true };
    return policy.points === undefined
      ? { ...nothing, matched_rule: null, ...end }
      : { ...nothing, score: null, n_incidents: 0, incidents: [], cuisine_modifier: false, ...end };
  }
  if (reason.kind === 'ladder') return { verdict, matched_rule: reason.label, ...end };
  const weighted = policy.points!.recency !== undefined || policy.points!.rounding !== 'none';
  return {
    verdict,
    score: reason.score,
    n_incidents: reason.incidents.length,
    incidents: reason.incidents.map((incident) => incidentJson(incident, weighted)),
    cuisine_modifier: reason.subjectModifiers.length > 0,
    ...(policy.points!.subject_modifiers.length > 1
      ? { subject_modifiers: reason.subjectModifiers.map((modifier) => modifier.title) }
      : {}),
    ...end,
  };
}

function incidentJson(incident: Incident, weighted: boolean): object {
  return {
    review_id: incident.unit,
    severity: incident.severity,
    base_points: incident.basePoints,
    modifiers: incident.modifiers.map((modifier) => modifier.title),
    total_points: incident.totalPoints,
    ...(weighted
      ? { recency_weight: incident.recencyWeight, weighted_points: incident.weightedPoints }
      : {}),
  };
}

function overrideJson(unit: SubjectUnit): object {
  return {
    review_id: unit.id,
    _override_applied: true,
    reason: unit.ruling!.reason,
    by: unit.ruling!.by,
  };
}
