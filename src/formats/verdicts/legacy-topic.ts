import type { TextValue } from '../../domain/coded-text.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { Fault } from '../../domain/fault.ts';
import { parseExpression } from '../../domain/expression.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { termField, termReferences } from './legacy-policy.ts';
import type { LegacyPolicy, LegacyRest } from './legacy-policy.ts';
import type { LegacyPreset } from './legacy-preset.ts';
import { assumedScoring, importScoring } from './legacy-scoring.ts';
import type { Term, TermLibrary } from './legacy-terms.ts';
import { findingFaults, unknownAt } from '../schema-faults.ts';
import type { LineOf } from '../schema-faults.ts';
import type { TermSchema } from '../../truth/verdicts/topic.ts';

/** On an imported scale, any other answer of a cached judgment, which keeps its own words. */
export const outsideTerms = '(outside the terms)';

/** The question that every unit is asked first. */
export const relevanceQuestion = 'is_relevant';

/** What the policies of a topic ask for, as a task. */
export interface LegacyTopic {
  readonly id: string;
  readonly task: Task;
  readonly terms: ReadonlyMap<string, Term>;
  /** The values of each field that the terms define; empty when no terms are known. */
  readonly schema: TermSchema;
  readonly preset: LegacyPreset;
}

/** The terms that a topic's policies refer to in order, or a fault per broken reference. */
export function topicTerms(
  policies: readonly LegacyPolicy[],
  library: TermLibrary,
  doubts: ReadonlySet<string> = noDoubts,
): {
  readonly terms: ReadonlyMap<string, Term>;
  readonly faults: readonly { readonly policy: LegacyPolicy; readonly fault: Fault }[];
} {
  const terms = new Map<string, Term>();
  for (const reference of policies.flatMap(termReferences)) {
    const term = library.get(reference);
    if (term !== undefined && !terms.has(termField(reference)))
      terms.set(termField(reference), term);
  }
  const faults = policies.flatMap((policy) =>
    referenceFaults(termReferences(policy), policy.lineOf, library, doubts).map((one) => ({
      policy,
      fault: one,
    })),
  );
  return { terms, faults };
}

/** Whether all terms of a policy are known; otherwise its labels cannot be checked. */
export function hasAllTerms(
  references: readonly (string | undefined)[],
  library: TermLibrary,
): boolean {
  return references.every((reference) => reference !== undefined && library.has(reference));
}

/** An invalid policy's faults against the terms: broken references, labels without a meaning. */
export function restFaults(
  { references, scoring, lineOf }: LegacyRest,
  library: TermLibrary,
  doubts: ReadonlySet<string>,
  preset: LegacyPreset,
): readonly Fault[] {
  const own = new Map(
    references.flatMap((reference) =>
      reference !== undefined && library.has(reference)
        ? [[termField(reference), library.get(reference)!] as const]
        : [],
    ),
  );
  const isJudged =
    scoring !== null && (scoring.field_mapping !== undefined || hasAllTerms(references, library));
  const labels = isJudged ? importScoring(scoring, own, preset).findings : [];
  return [
    ...referenceFaults(references, lineOf, library, doubts),
    ...findingFaults(labels, lineOf),
  ];
}

const noDoubts: ReadonlySet<string> = new Set();

/** A broken reference; not to an unreadable term, which `doubts` names by itself or its domain. */
function referenceFaults(
  references: readonly (string | undefined)[],
  lineOf: LineOf,
  library: TermLibrary,
  doubts: ReadonlySet<string>,
): readonly Fault[] {
  const findings = references.flatMap((reference, at) => {
    if (
      reference === undefined ||
      library.has(reference) ||
      doubts.has(reference) ||
      doubts.has(reference.slice(0, reference.indexOf(':') + 1))
    )
      return [];
    const path = ['normative', 'terms', at, 'ref'];
    return [unknownAt(path, reference, expectedTerms(reference, library))];
  });
  return findingFaults(findings, lineOf);
}

/**
 * The task of a topic's terms: whether the unit is relevant, then each term. Values that only
 * policies mention are on the scale too: a cached judgment may give them, and a rule may use them.
 * Nothing is required, since stored aggregates leave out what nobody answered.
 */
export function legacyTopic(
  id: string,
  policies: readonly LegacyPolicy[],
  terms: ReadonlyMap<string, Term>,
  preset: LegacyPreset,
): LegacyTopic {
  const schema: Record<string, Record<string, string>> = {};
  for (const [field, term] of terms)
    schema[field] = Object.fromEntries(term.values.map((value) => [value.id, value.description]));
  const values = new Map<string, string[]>(
    [...terms].map(([field, term]) => [field, term.values.map((value) => value.id)]),
  );
  for (const { field, value } of policies.flatMap((policy) =>
    mentionedValues(policy, terms, preset),
  )) {
    const known = values.get(field) ?? [];
    values.set(field, known.includes(value) ? known : [...known, value]);
  }
  values.delete(relevanceQuestion);
  const questions = [
    relevance,
    ...[...values].map(([field, ids]) => termQuestion(field, ids, terms.get(field))),
  ];
  const unit = {
    id: ['review_id'],
    subject: 'business_id',
    show: ['text'],
    titles: {},
    folded: [],
    context: [],
    place: [],
    rank: null,
    date: 'date',
    vocabulary: {},
    citation: null,
    carried: [],
    hidden: [],
  };
  const task = { id, title: id, unit, form: 'questions' as const, questions, ...plain };
  return { id, task, terms, schema, preset };
}

const plain = { constraints: [], asides: [], steps: [] };

/** Every field and value that a policy's conditions and points speak of. */
export function mentionedValues(
  policy: LegacyPolicy,
  terms: ReadonlyMap<string, Term>,
  preset: LegacyPreset,
): readonly { readonly field: string; readonly value: string }[] {
  const { decision, scoring } = policy.content.normative;
  const conditions = decision.rules.flatMap((rule) =>
    rule.conditions.flatMap((condition) =>
      typeof condition === 'string' ? [] : [condition.filter, condition.requires ?? {}],
    ),
  );
  const filtered = conditions.flatMap((filter) =>
    Object.entries(filter).flatMap(([field, value]) =>
      [value].flat().map((one) => ({ field: field.toLowerCase(), value: String(one) })),
    ),
  );
  if (scoring === undefined) return filtered;
  const mapping = scoring.field_mapping ?? assumedScoring(scoring, terms, preset).mapping;
  const { severity_field: field } = mapping;
  return [
    ...filtered,
    ...Object.keys(mapping.value_mappings).map((value) => ({ field, value })),
    ...(scoring.field_mapping === undefined ? [{ field, value: 'none' }] : []),
    ...mapping.modifier_mappings.map((one) => ({ field: one.field, value: String(one.value) })),
    ...(asksForAccount(policy) ? [{ field: 'account_type', value: 'firsthand' }] : []),
  ];
}

/** Whether a policy asks who had the experience: with points it counts first-hand ones only. */
export function asksForAccount(policy: LegacyPolicy): boolean {
  return termReferences(policy).some((reference) => termField(reference) === 'account_type');
}

const relevance: Question = {
  id: relevanceQuestion,
  title: 'Relevant',
  ask: 'Does the unit say anything about the topic?',
  help: null,
  scale: { kind: 'binary' },
  when: null,
  required: false,
  measured: true,
};

function termQuestion(field: string, values: readonly string[], term: Term | undefined): Question {
  const parsed = parseExpression(relevanceQuestion);
  const described = new Map(
    term?.values.map((value) => [
      value.id,
      value.description === '' ? value.label : value.description,
    ]) ?? [],
  );
  const scale = [
    ...values.map((value) => ({ value, title: described.get(value) ?? value })),
    { value: outsideTerms, title: outsideTerms },
  ];
  return {
    id: field,
    title: term?.name ?? field,
    ask: term === undefined || term.description === '' ? field : term.description,
    help: null,
    scale: { kind: 'nominal', values: scale },
    when: parsed.ok ? { source: relevanceQuestion, expression: parsed.expression } : null,
    required: false,
    measured: true,
  };
}

function expectedTerms(reference: string, library: TermLibrary): TextValue {
  const domain = reference.includes(':') ? reference.slice(0, reference.indexOf(':') + 1) : null;
  const own = domain === null ? [] : [...library.keys()].filter((name) => name.startsWith(domain));
  if (own.length > 0) return oneOf(own);
  const domains = new Set([...library.keys()].map((name) => name.split(':')[0]!));
  return codedText('domain-term', { domains: oneOf([...domains]) });
}
