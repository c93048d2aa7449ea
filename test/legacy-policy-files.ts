import { readFileSync } from 'node:fs';
import { readLegacyPreset } from '../src/formats/verdicts/legacy-preset.ts';

/**
 * Small legacy files, in words of our own: the structure, the ids and the labels
 * that programs look for are those of the first system.
 */

/** Terms of the allergy topic, by the name of their file. */
export const allergyTerms: Readonly<Record<string, string>> = {
  '_shared.yaml': `ACCOUNT_TYPE:
  name: Account
  type: enum
  description: Whose experience it is
  values:
    - { id: firsthand, label: Firsthand, description: "Somebody at the table, “we” or “I”", cues: ["we ate"] }
    - { id: secondhand, label: Secondhand, description: "Told by others; naïve readers beware" }
    - { id: hypothetical, label: Hypothetical, description: "No event 😀" }
  default: hypothetical

STAFF_RESPONSE:
  type: enum
  values:
    - { id: accommodated, label: Accommodated, description: Took care }
    - { id: refused, label: Refused, description: Would not }
    - { id: dismissive, label: Dismissive, description: "Did not \\"care\\"" }
    - { id: none, label: Not described, description: Nothing said }
    - { id: unknown, label: Unknown, description: Unclear }
  default: none
`,
  'allergy.yaml': `INCIDENT_SEVERITY:
  name: Severity
  type: enum
  values:
    - { id: none, label: No reaction, description: None }
    - { id: mild, label: Mild incident, description: Itching }
    - { id: moderate, label: Moderate incident, description: Hives }
    - { id: severe, label: Severe incident, description: Ambulance }
  default: none

ASSURANCE_CLAIM:
  type: enum
  values:
    - { id: "true", label: Assurance given, description: Promised }
    - { id: "false", label: No assurance, description: Not promised }
    - { id: unknown, label: Unknown, description: Vague }
  default: "false"
`,
};

/**
 * The hash of these terms, by Python 3.11: `hashlib.sha256(json.dumps(schema,
 * sort_keys=True).encode()).hexdigest()[:16]`.
 */
export const allergyTermHash = '1eb393a95c6ee769';

const terms =
  '  terms:\n    - ref: "shared:ACCOUNT_TYPE"\n    - ref: "allergy:INCIDENT_SEVERITY"\n   ' +
  ' - ref: "allergy:ASSURANCE_CLAIM"\n    - ref: "shared:STAFF_RESPONSE"\n';

const lowRule =
  '      - { verdict: Low Risk, label: LOW, default: true, especially_when: ["nothing ' +
  'happened"] }\n';

const scoreRules = `  decision:
    verdicts: [Low Risk, High Risk, Critical Risk]
    ordered: true
    rules:
      - { verdict: Critical Risk, label: CRITICAL, logic: ANY, conditions: ["the score is high"] }
      - { verdict: High Risk, label: HIGH, logic: ANY, conditions: ["the score is not low"] }
${lowRule}`;

const scoring = `  scoring:
    severity_points:
      - { label: Mild incident, points: 2 }
      - { label: Moderate incident, points: 5 }
      - { label: Severe incident, points: 15 }
    modifiers:
      - { label: False assurance, points: 5 }
      - { label: Dismissive staff, points: 3 }
      - { label: High-risk cuisine, points: 2 }
`;

const thresholds = `    thresholds:
      - { verdict: Critical Risk, min_score: 8 }
      - { verdict: High Risk, min_score: 4 }
`;

const firsthand = (severity: string): string =>
  `filter: { incident_severity: ${severity}, account_type: firsthand }`;

/**
 * The four variants of the first generation: two ladders, points, and points with recency in words
 * alone.
 */
export const allergyPolicies: Readonly<Record<string, string>> = {
  'G1/allergy/V0.yaml': `policy_id: "G1_allergy_V0"
version: "1.0"
overview: { title: Allergy, by counting }
normative:
${terms}  decision:
    verdicts: [Low Risk, High Risk, Critical Risk]
    ordered: true
    rules:
      - verdict: Critical Risk
        label: CRITICAL
        logic: ANY
        conditions:
          - { text: two severe, type: count_threshold, ${firsthand('severe')}, min_count: 2 }
      - verdict: High Risk
        label: HIGH
        precondition: Critical Risk does not apply
        logic: ANY
        conditions:
          - { text: two moderate, type: count_threshold, ${firsthand('moderate')}, min_count: 2 }
          - { text: staff, type: count_threshold, filter: { staff_response: [refused, dismissive] }, min_count: 3 }
${lowRule}`,
  'G1/allergy/V1.yaml': `policy_id: "G1_allergy_V1"
extends: "G1_allergy_V0"
version: "1.0"
overview: { title: Allergy, with triggers }
normative:
${terms}  decision:
    verdicts: [Low Risk, High Risk, Critical Risk]
    ordered: true
    rules:
      - verdict: Critical Risk
        label: CRITICAL
        logic: ANY
        conditions:
          - { text: one severe, type: count_threshold, ${firsthand('severe')}, min_count: 1 }
          - { text: after assurance, type: compound, ${firsthand('[moderate, severe]')},
              requires: { assurance_claim: "true" } }
      - verdict: High Risk
        label: HIGH
        logic: ANY
        conditions:
          - { text: one moderate, type: count_threshold, ${firsthand('moderate')}, min_count: 1 }
          - { text: mild after assurance, type: compound, ${firsthand('mild')}, requires: { assurance_claim: "true" } }
          - { text: staff, type: count_threshold, filter: { staff_response: [refused, dismissive] }, min_count: 3 }
${lowRule}`,
  'G1/allergy/V2.yaml':
    'policy_id: "G1_allergy_V2"\nversion: "1.0"\noverview: { title: Allergy, by points ' +
    `}\nnormative:\n${terms}${scoring}${thresholds}${scoreRules}`,
  'G1/allergy/V3.yaml':
    'policy_id: "G1_allergy_V3"\nversion: "1.0"\noverview: { title: Allergy, by points ' +
    `with recency }\nnormative:\n${terms}${scoring}    recency_rules:\n      - { age: ` +
    'Within 2 years, weight: full point value }\n      - { age: Over 2 years old, ' +
    `weight: half point value }\n${thresholds}${scoreRules}`,
};

/** What a policy of the second generation says in numbers. */
export interface SecondGeneration {
  readonly id: string;
  readonly terms: readonly string[];
  readonly severity: string;
  readonly points: Readonly<Record<string, number>>;
  /** `field = value`, and the points that it adds. */
  readonly modifiers: Readonly<Record<string, number>>;
  readonly cuisine?: number;
  /** Age and weight in words, and the weight in numbers. */
  readonly recency?: readonly (readonly [string, string, number])[];
  readonly thresholds: readonly string[];
}

/** A policy of the second generation, with points. */
export function secondGeneration(policy: SecondGeneration): string {
  const labels = Object.keys(policy.points).map((value) => [value, `Label of ${value}`] as const);
  const modifiers = Object.keys(policy.modifiers).map((rule) => ({
    field: rule.split(' = ')[0]!,
    value: rule.split(' = ')[1]!,
    label: `Modifier ${rule}`,
    points: policy.modifiers[rule]!,
  }));
  const rows = (indent: number, found: readonly string[]): string =>
    found.map((row) => `${' '.repeat(indent)}- { ${row} }\n`).join('');
  const ages = policy.recency?.map(
    ([age, weight, factor]) =>
      `age: ${age}, weight: "${weight}", max_age_years: 999, weight_multiplier: ${factor}`,
  );
  const recency =
    ages === undefined
      ? ''
      : `    reference_date: "2022-01-01"\n    recency_rules:\n${rows(6, ages)}`;
  const mapped = modifiers.map(
    ({ field, value, label }) => `field: ${field}, value: '${value}', label: '${label}'`,
  );
  const severities = labels.map(
    ([value, label]) => `label: ${label}, points: ${policy.points[value]}`,
  );
  const added = [
    ...modifiers.map(({ label, points }) => `label: '${label}', points: ${points}`),
    ...(policy.cuisine === undefined
      ? []
      : [`label: High-risk cuisine, points: ${policy.cuisine}`]),
  ];
  return `policy_id: ${policy.id}
version: '1.0'
normative:
  terms: [${policy.terms.map((term) => `{ ref: "${term}" }`).join(', ')}]
  scoring:
    field_mapping:
      severity_field: ${policy.severity}
      value_mappings: { ${labels.map(([value, label]) => `${value}: ${label}`).join(', ')} }
      modifier_mappings:
${rows(8, mapped)}    severity_points:
${rows(6, severities)}    modifiers:
${rows(6, added)}${recency}    thresholds:
${policy.thresholds.map((threshold) => `      - ${threshold}\n`).join('')}${scoreRules}`;
}

/** The preset that ships with the package. */
export const legacyPreset = readLegacyPreset(
  readFileSync(new URL('../presets/legacy-policies.json', import.meta.url), 'utf8'),
);
