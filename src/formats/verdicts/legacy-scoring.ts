import { codedText, oneOf } from '../../domain/text-values.ts';
import { defined } from '../../domain/defined.ts';
import type { Points } from '../../domain/verdicts/policy.ts';
import { legacyRecency } from './legacy-recency.ts';
import type { LegacyScoring, PolicyNote } from './legacy-policy.ts';
import type { LegacyPreset } from './legacy-preset.ts';
import type { Term } from './legacy-terms.ts';
import { unknownAt } from '../schema-faults.ts';
import type { Finding, Path } from '../schema-faults.ts';

type Mapping = NonNullable<LegacyScoring['field_mapping']>;

/** The points of a policy in Assay's words, with what is wrong and what is worth knowing. */
export interface ImportedPoints {
  readonly points: Points;
  /** The answers that make an incident; null when all but `none` do, as in the first generation. */
  readonly incidents: readonly string[] | null;
  readonly findings: readonly Finding[];
  readonly notes: readonly PolicyNote[];
}

/**
 * The answers that a first-generation policy's labels mean, which the file omits: the values of the
 * term with exactly these labels, and the original's presets for modifiers. Lists labels without a
 * meaning.
 */
export function assumedScoring(
  scoring: LegacyScoring,
  terms: ReadonlyMap<string, Term>,
  preset: LegacyPreset,
): { readonly mapping: Mapping; readonly unmapped: readonly Path[] } {
  const { assumed_severity: assumed, assumed_modifiers: modifiers } = preset;
  const labels = scoring.severity_points.map((entry) => entry.label);
  const fits = [...terms].map(([field, term]) => ({
    field,
    values: new Map(term.values.map((value) => [value.label, value.id])),
    matches: term.values.filter((value) => labels.includes(value.label)).length,
  }));
  const best = fits.toSorted((a, b) => b.matches - a.matches)[0];
  const severity =
    best === undefined
      ? { field: assumed.field, values: new Map(Object.entries(assumed.values)) }
      : best;
  const value_mappings = Object.fromEntries(
    labels.flatMap((label) =>
      severity.values.has(label) ? [[severity.values.get(label)!, label]] : [],
    ),
  );
  const known = (label: string): { readonly field: string; readonly value: string } | null => {
    const answer = Object.hasOwn(modifiers, label) ? modifiers[label]! : null;
    return answer !== null && (terms.size === 0 || terms.has(answer.field)) ? answer : null;
  };
  const modifier_mappings = scoring.modifiers.flatMap(({ label }) =>
    known(label) === null ? [] : [{ ...known(label)!, label }],
  );
  const unmapped = [
    ...labels.flatMap((label, at) =>
      severity.values.has(label) ? [] : [['severity_points', at, 'label']],
    ),
    ...scoring.modifiers.flatMap(({ label }, at) =>
      label === preset.subject_modifier.label || known(label) !== null
        ? []
        : [['modifiers', at, 'label']],
    ),
  ];
  return {
    mapping: { severity_field: severity.field, value_mappings, modifier_mappings },
    unmapped,
  };
}

/** Translates the scoring of either generation. A label that matches nothing exactly is a fault. */
export function importScoring(
  scoring: LegacyScoring,
  terms: ReadonlyMap<string, Term>,
  preset: LegacyPreset,
): ImportedPoints {
  const assumed =
    scoring.field_mapping === undefined ? assumedScoring(scoring, terms, preset) : null;
  const mapping = scoring.field_mapping ?? assumed!.mapping;
  const recency = legacyRecency(scoring);
  const { label: ownLabel, field, tokens } = preset.subject_modifier;
  const own = scoring.modifiers.find((modifier) => modifier.label === ownLabel);
  const pointsOf = (
    entries: readonly { readonly label: string; readonly points: number }[],
    label: string,
  ): number => entries.find((entry) => entry.label === label)?.points ?? 0;
  const points: Points = {
    by: mapping.severity_field,
    values: Object.fromEntries(
      Object.entries(mapping.value_mappings).map(([value, label]) => [
        value,
        pointsOf(scoring.severity_points, label),
      ]),
    ),
    modifiers: mapping.modifier_mappings.map(({ field: asked, value, label }) => ({
      title: label,
      when: `${asked} = "${value}"`,
      points: pointsOf(scoring.modifiers, label),
    })),
    subject_modifiers:
      own === undefined ? [] : [{ title: own.label, field, tokens, points: own.points }],
    ...(recency.recency === null ? {} : { recency: recency.recency }),
    // The second generation cuts the weighted points of every incident to a whole number, toward
    // zero.
    rounding: assumed === null ? 'truncate' : 'none',
    thresholds: scoring.thresholds.map(
      ({ verdict, min_score, max_score, min_score_by_k, max_score_by_k }) => ({
        verdict,
        ...defined({ min: min_score, max: max_score }),
        ...defined({ min_by_k: min_score_by_k, max_by_k: max_score_by_k }),
      }),
    ),
  };
  const findings =
    assumed === null
      ? mappingFindings(scoring, mapping)
      : assumed.unmapped.map((path) => nothing(scoring, path, terms));
  const notes = assumed === null ? unusedModifiers(scoring, mapping, ownLabel) : [];
  return {
    points,
    incidents: assumed === null ? Object.keys(mapping.value_mappings) : null,
    findings,
    notes: [...notes, ...recency.notes],
  };
}

const root = ['normative', 'scoring'];

/** A mapping to a label that has no points. */
function mappingFindings(scoring: LegacyScoring, mapping: Mapping): readonly Finding[] {
  const unknown = (path: Path, label: string, list: LegacyScoring['modifiers']): Finding[] => {
    const labels = list.map((entry) => entry.label);
    const expected = codedText('points-label', { labels: oneOf(labels) });
    if (labels.includes(label)) return [];
    return [unknownAt([...root, 'field_mapping', ...path], JSON.stringify(label), expected)];
  };
  return [
    ...Object.entries(mapping.value_mappings).flatMap(([value, label]) =>
      unknown(['value_mappings', value], label, scoring.severity_points),
    ),
    ...mapping.modifier_mappings.flatMap(({ label }, at) =>
      unknown(['modifier_mappings', at, 'label'], label, scoring.modifiers),
    ),
  ];
}

function nothing(scoring: LegacyScoring, path: Path, terms: ReadonlyMap<string, Term>): Finding {
  const [list, at] = path as readonly ['severity_points' | 'modifiers', number];
  const labels = [...terms.values()].flatMap((term) => term.values.map((value) => value.label));
  const expected =
    list === 'severity_points'
      ? codedText('term-label', { labels: oneOf(labels) })
      : codedText('known-label');
  return unknownAt([...root, ...path], JSON.stringify(scoring[list][at]!.label), expected);
}

/** A modifier that nothing maps to can never apply; the original's own files have many. */
function unusedModifiers(
  scoring: LegacyScoring,
  mapping: Mapping,
  ownLabel: string,
): readonly PolicyNote[] {
  const mapped = new Set([ownLabel, ...mapping.modifier_mappings.map((entry) => entry.label)]);
  return scoring.modifiers.flatMap(({ label }, at) => {
    if (mapped.has(label)) return [];
    const message = `nothing maps to the modifier "${label}", so it never applies`;
    return [{ path: [...root, 'modifiers', at, 'label'], message }];
  });
}
