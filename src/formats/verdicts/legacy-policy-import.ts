import type { Fault } from '../../domain/fault.ts';
import { defined } from '../../domain/defined.ts';
import { ruleLabel } from '../../domain/verdicts/policy.ts';
import type { LadderRule, Policy, RuleCondition } from '../../domain/verdicts/policy.ts';
import { termField, termReferences } from './legacy-policy.ts';
import type { LegacyCondition, LegacyPolicy, PolicyNote } from './legacy-policy.ts';
import { importScoring } from './legacy-scoring.ts';
import type { LegacyTopic } from './legacy-topic.ts';
import { asksForAccount, mentionedValues, relevanceQuestion } from './legacy-topic.ts';
import { findingFaults } from '../schema-faults.ts';
import { legacyDoubts } from './legacy-doubts.ts';
import type { Path } from '../schema-faults.ts';

/** A legacy policy in Assay's words, with what its reader should know. */
export type ImportedPolicy =
  | { readonly ok: true; readonly policy: Policy; readonly notes: readonly string[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Translates a legacy policy of either generation. Only relevant units count, and with points only
 * first-hand ones if the policy says so. A compound condition counts units that meet both its
 * filter and its requirement. Existing files may contradict themselves, for the `ks` that are
 * computed: that is a note.
 */
export function importPolicy(
  original: LegacyPolicy,
  topic: LegacyTopic,
  ks: readonly number[] = [],
): ImportedPolicy {
  const { normative, overview, version } = original.content;
  const fallback = normative.decision.rules.find((rule) => rule.default)!;
  const imported =
    normative.scoring === undefined
      ? null
      : importScoring(normative.scoring, ownTerms(original, topic), topic.preset);
  const ladder =
    normative.scoring === undefined ? importLadder(original) : { rules: [], notes: [] };
  const faults = findingFaults(imported?.findings ?? [], original.lineOf);
  if (faults.length > 0) return { ok: false, faults };
  const common = {
    policy: original.id,
    title: overview?.title ?? original.id,
    ...defined({ purpose: overview?.purpose?.trim(), version: version?.toString() }),
    topic: topic.id,
    task: topic.task.id,
    verdicts: normative.decision.verdicts,
    default: { verdict: fallback.verdict, label: fallback.label ?? ruleLabel(fallback.verdict) },
  };
  const notes = [
    ...unknownValues(original, topic),
    ...(imported?.notes ?? []),
    ...ladder.notes,
    ...legacyDoubts(original, imported?.points.thresholds ?? null, ks),
  ].map((note) => `line ${original.lineOf(note.path)}: ${note.message}`);
  if (imported === null) {
    const rules = ladder.rules.length === 0 ? [never(fallback.verdict)] : [...ladder.rules];
    return { ok: true, policy: { ...common, counts: relevanceQuestion, ladder: rules }, notes };
  }
  const { by } = imported.points;
  const incidents = imported.incidents === null ? `${by} != "none"` : anyOf(by, imported.incidents);
  const firsthand = asksForAccount(original) ? ['account_type = "firsthand"'] : [];
  const counts = [relevanceQuestion, ...firsthand, incidents].join(' and ');
  return { ok: true, policy: { ...common, counts, points: imported.points }, notes };
}

/** The terms that this variant refers to itself: another one's labels are not meant. */
function ownTerms(original: LegacyPolicy, topic: LegacyTopic): LegacyTopic['terms'] {
  const fields = new Set(termReferences(original).map(termField));
  return new Map([...topic.terms].filter(([field]) => fields.has(field)));
}

function importLadder(original: LegacyPolicy): {
  readonly rules: readonly LadderRule[];
  readonly notes: readonly PolicyNote[];
} {
  const notes: PolicyNote[] = [];
  const rules = original.content.normative.decision.rules.flatMap(
    (rule, at): readonly LadderRule[] => {
      if (rule.default) return [];
      const path = ['normative', 'decision', 'rules', at];
      const counted = rule.conditions.filter(
        (condition): condition is LegacyCondition => typeof condition !== 'string',
      );
      const named = `the rule for ${rule.verdict}`;
      const message =
        counted.length === 0
          ? `${named} has no condition that can be counted, only words; it is passed over`
          : `conditions of ${named} that are only words are passed over`;
      if (counted.length < rule.conditions.length) notes.push({ path, message });
      if (counted.length === 0) return [];
      const conditions = counted.map(importCondition);
      const { verdict, label, logic } = rule;
      const met = logic === 'ALL' ? { all: conditions } : { any: conditions };
      return [{ verdict, ...defined({ label }), ...met }];
    },
  );
  return { rules, notes };
}

function importCondition(condition: LegacyCondition): RuleCondition {
  const { text, type, filter, requires, min_count, min_count_by_k } = condition;
  const required = requires === undefined ? undefined : filterExpression(requires);
  const common = defined({ text, requires: required });
  if (type === 'exists') return { ...common, exists: filterExpression(filter) };
  const least = { at_least: min_count, ...defined({ at_least_by_k: min_count_by_k }) };
  return { ...common, count: filterExpression(filter), ...least };
}

function filterExpression(filter: LegacyCondition['filter']): string {
  const parts = Object.entries(filter).map(([field, value]) =>
    field === relevanceQuestion
      ? `${relevanceQuestion} = ${String(value)}`
      : anyOf(field.toLowerCase(), (Array.isArray(value) ? value : [value]).map(String)),
  );
  return parts.length === 0 ? relevanceQuestion : parts.join(' and ');
}

function anyOf(field: string, values: readonly string[]): string {
  return values.length === 1
    ? `${field} = "${values[0]}"`
    : `${field} in [${values.map((value) => `"${value}"`).join(', ')}]`;
}

/** A ladder that has no rule which could be counted: the default stands, and notes say why. */
function never(verdict: string): LadderRule {
  return { verdict, any: [{ exists: `not ${relevanceQuestion} and ${relevanceQuestion}` }] };
}

/** Values that no term has can only come from judgments made under other terms. */
function unknownValues(original: LegacyPolicy, topic: LegacyTopic): readonly PolicyNote[] {
  if (topic.terms.size === 0) return [];
  const seen = new Set<string>();
  return mentionedValues(original, topic.terms, topic.preset).flatMap(({ field, value }) => {
    const known = topic.schema[field];
    if (
      field === relevanceQuestion ||
      seen.has(`${field}=${value}`) ||
      (known !== undefined && Object.hasOwn(known, value))
    )
      return [];
    seen.add(`${field}=${value}`);
    const message =
      known === undefined
        ? `${field} is no term of ${topic.id}, so ${field} = ${value} never applies`
        : `${value} is no value of ${field}, so ${field} = ${value} never applies`;
    return [{ path: placeOf(original, field, value), message }];
  });
}

/** Where a policy mentions a value, as precisely as possible. */
function placeOf(original: LegacyPolicy, field: string, value: string): Path {
  const { decision, scoring } = original.content.normative;
  for (const [at, rule] of decision.rules.entries()) {
    for (const [place, condition] of rule.conditions.entries()) {
      if (typeof condition === 'string') continue;
      for (const key of ['filter', 'requires'] as const) {
        const expected = condition[key]?.[field];
        if (expected !== undefined && [expected].flat().map(String).includes(value))
          return ['normative', 'decision', 'rules', at, 'conditions', place, key, field];
      }
    }
  }
  const modifier =
    scoring?.field_mapping?.modifier_mappings.findIndex(
      (mapping) => mapping.field === field && String(mapping.value) === value,
    ) ?? -1;
  if (modifier >= 0)
    return ['normative', 'scoring', 'field_mapping', 'modifier_mappings', modifier];
  return scoring?.field_mapping === undefined
    ? ['normative']
    : ['normative', 'scoring', 'field_mapping', 'value_mappings', value];
}
