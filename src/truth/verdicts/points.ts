import { limitFor } from '../../domain/verdicts/policy.ts';
import type { Points, Threshold } from '../../domain/verdicts/policy.ts';
import type {
  AppliedSubjectModifier,
  AppliedThreshold,
  Incident,
  VerdictReason,
} from '../../domain/verdicts/verdict.ts';
import { codeAnswer } from '../protocol/answer-codes.ts';
import type { CompiledPolicy } from './compile-policy.ts';
import type { SubjectUnit, SubjectTruth } from './subject-truth.ts';
import { recencyWeight, roundPoints } from './recency.ts';

/** The score of a subject over its K most recent units, down to the incidents. */
export type Score = Omit<Extract<VerdictReason, { kind: 'points' }>, 'kind'>;

/**
 * The score for each K: the weighted points of each incident among the K most recent units, plus
 * what the subject's own fields add once if there is an incident. Incidents are in the subject's
 * unit order.
 */
export function scores(
  policy: CompiledPolicy,
  subject: SubjectTruth,
  ks: readonly number[],
): readonly Score[] {
  const points = policy.policy.points!;
  const incidents: { readonly rank: number; readonly incident: Incident }[] = [];
  for (const unit of subject.units) {
    const incident = unit.state === 'known' ? incidentOf(policy, points, unit) : null;
    if (incident !== null) incidents.push({ rank: unit.rank, incident });
  }
  return ks.map((k) => {
    const own = incidents.filter(({ rank }) => rank < k).map(({ incident }) => incident);
    const subjectModifiers = own.length === 0 ? [] : subjectModifiersOf(points, subject);
    const sum = [
      ...own.map((incident) => incident.weightedPoints),
      ...subjectModifiers.map((modifier) => modifier.points),
    ].reduce((total, one) => total + one, 0);
    // Weights such as 0.1 leave errors in the last bits, which must not turn 8 into 7.999….
    const score = Math.round(sum * 1e9) / 1e9 + 0;
    const threshold = thresholdFor(points.thresholds, score, k);
    return { score, incidents: own, subjectModifiers, threshold };
  });
}

/**
 * The threshold that a score falls under. Those with a minimum are tried from the highest down,
 * then those with only a maximum from the lowest up; one with both is a band. File order has no
 * influence.
 */
export function thresholdFor(
  thresholds: readonly Threshold[],
  score: number,
  k: number,
): AppliedThreshold | null {
  const limits = thresholds.map(
    ({ verdict, min, max, min_by_k: minByK, max_by_k: maxByK }): AppliedThreshold => ({
      verdict,
      min: limitFor(min, minByK, k) ?? null,
      max: limitFor(max, maxByK, k) ?? null,
    }),
  );
  const from = limits.filter((limit) => limit.min !== null).toSorted((a, b) => b.min! - a.min!);
  const upTo = limits
    .filter((limit) => limit.min === null && limit.max !== null)
    .toSorted((a, b) => a.max! - b.max!);
  return (
    [...from, ...upTo].find(
      ({ min, max }) => (min === null || score >= min) && (max === null || score <= max),
    ) ?? null
  );
}

/** The categories in a field: entries of a list, or of a text with commas, trimmed. @internal */
export function categoryTokens(value: unknown): readonly string[] {
  const entries: unknown = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(entries)) return [];
  return entries
    .filter((entry): entry is string => typeof entry === 'string')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function incidentOf(policy: CompiledPolicy, points: Points, unit: SubjectUnit): Incident | null {
  const { counts, basePoints, modifiers, totalPoints } = policy.assess(unit.codes);
  if (!counts) return null;
  const { question, at } = policy.by!;
  const weight = points.recency === undefined ? 1 : recencyWeight(points.recency, unit.day);
  return {
    unit: unit.id,
    severity: unit.strays?.get(at) ?? String(codeAnswer(question, unit.codes[at]!) ?? ''),
    basePoints,
    modifiers,
    totalPoints,
    recencyWeight: weight,
    weightedPoints: roundPoints(totalPoints * weight, points.rounding),
  };
}

function subjectModifiersOf(
  points: Points,
  subject: SubjectTruth,
): readonly AppliedSubjectModifier[] {
  return points.subject_modifiers.flatMap(({ title, field, tokens, points: added }) => {
    const wanted = new Set(tokens.map((token) => token.toLowerCase()));
    const own = categoryTokens(subject.fields[field]);
    const token = own.find((one) => wanted.has(one.toLowerCase()));
    return token === undefined ? [] : [{ title, points: added, token }];
  });
}
