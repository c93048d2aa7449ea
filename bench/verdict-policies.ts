/** The models that judge: name, runs and weight. */
export const models = [
  ['gpt-5.1', 1, 3],
  ['gpt-5-mini', 3, 2],
  ['gpt-5-nano', 5, 1],
] as const;

/** What is asked of a relevant unit, with the possible answers. */
export const terms = {
  account_type: ['firsthand', 'secondhand', 'hypothetical'],
  incident_severity: ['none', 'mild', 'moderate', 'severe'],
  assurance_claim: ['true', 'false', 'unknown'],
  staff_response: ['accommodated', 'refused', 'dismissive', 'none', 'unknown'],
};
/** The four policies in the legacy format. */
export function legacyPolicies(): Readonly<Record<string, string>> {
  const head = (variant: string): string =>
    `policy_id: B1_bench_${variant}\nnormative:\n  terms: [bench:ACCOUNT_TYPE, ` +
    'bench:INCIDENT_SEVERITY, bench:ASSURANCE_CLAIM, bench:STAFF_RESPONSE]\n';
  const count = (severity: string, least: number): string =>
    `{ type: count_threshold, filter: { incident_severity: ${severity}, account_type: ` +
    `firsthand }, min_count: ${least}, min_count_by_k: { 25: 1, 50: 2, 100: 3 } }`;
  const decision = (critical: string, high: string): string =>
    '  decision:\n    verdicts: [Low Risk, High Risk, Critical Risk]\n    rules:\n     ' +
    ' - { verdict: Critical Risk, label: CRITICAL, logic: ANY, conditions: ' +
    `[${critical}] }\n      - { verdict: High Risk, label: HIGH, logic: ANY, ` +
    `conditions: [${high}] }\n      - { verdict: Low Risk, label: LOW, default: true ` +
    '}\n';
  const mapping =
    '    field_mapping:\n      severity_field: incident_severity\n      value_mappings: { ' +
    'mild: Mild, moderate: Moderate, severe: Severe }\n      modifier_mappings:\n        ' +
    '- { field: assurance_claim, value: "true", label: False assurance }\n        - { ' +
    'field: staff_response, value: dismissive, label: Dismissive staff }\n';
  const scoring =
    `  scoring:\n${mapping}    severity_points: [{ label: Mild, points: 2 }, { label: ` +
    'Moderate, points: 5 }, { label: Severe, points: 15 }]\n    modifiers: [{ label: ' +
    'False assurance, points: 5 }, { label: Dismissive staff, points: 3 }, { label: ' +
    'High-risk cuisine, points: 2 }]\n    thresholds:\n      - { verdict: Critical Risk, ' +
    'min_score: 60, min_score_by_k: { 25: 8, 50: 16, 100: 32 } }\n      - { verdict: ' +
    'High Risk, min_score: 30, min_score_by_k: { 25: 4, 50: 8, 100: 16 } }\n';
  const recency =
    '    reference_date: "2022-01-01"\n    recency_rules:\n      - { age: Within 2 years, ' +
    'weight: full point value }\n      - { age: 2-3 years old, weight: half point value ' +
    '}\n      - { age: Over 3 years old, weight: quarter point value }\n';
  const compound =
    '{ type: compound, filter: { incident_severity: [moderate, severe], account_type: ' +
    'firsthand }, requires: { assurance_claim: "true" }, min_count: 2 }';
  return {
    'V1.yaml': head('V1') + decision(count('severe', 4), count('moderate', 4)),
    'V2.yaml':
      head('V2') +
      decision(
        `${count('severe', 4)}, ${compound}`,
        `${count('moderate', 4)}, { type: count_threshold, filter: { staff_response: ` +
          '[refused, dismissive] }, min_count: 8 }',
      ),
    'V3.yaml': head('V3') + scoring + decision('"by score"', '"by score"'),
    'V4.yaml': head('V4') + scoring + recency + decision('"by score"', '"by score"'),
  };
}

/** The same policies in Assay's own format. */
export function ownPolicies(): Readonly<Record<string, string>> {
  const head = (variant: string, counts: string): string =>
    `policy: B1_bench_${variant}\ntitle: Bench\ntask: bench\nverdicts: [Low Risk, High ` +
    'Risk, Critical Risk]\ndefault: { verdict: Low Risk, label: LOW }\ncounts: ' +
    `${counts}\n`;
  const count = (severity: string): string =>
    `{ count: incident_severity = ${severity} and account_type = firsthand, at_least: ` +
    '4, at_least_by_k: { 25: 1, 50: 2, 100: 3 } }';
  const ladder = (critical: string, high: string): string =>
    `ladder:\n  - { verdict: Critical Risk, label: CRITICAL, any: [${critical}] }\n  - ` +
    `{ verdict: High Risk, label: HIGH, any: [${high}] }\n`;
  const incidents = 'is_relevant and account_type = firsthand and incident_severity != none';
  const points =
    'points:\n  by: incident_severity\n  values: { mild: 2, moderate: 5, severe: 15 }\n  ' +
    'modifiers:\n    - { title: False assurance, when: assurance_claim = "true", points: ' +
    '5 }\n    - { title: Dismissive staff, when: staff_response = dismissive, points: 3 ' +
    '}\n  subject_modifiers: [{ title: High-risk cuisine, field: categories, tokens: ' +
    '[Thai, Vietnamese, Chinese, Asian, Asian Fusion], points: 2 }]\n  rounding: ' +
    'truncate\n  thresholds:\n    - { verdict: Critical Risk, min: 60, min_by_k: { 25: 8, ' +
    '50: 16, 100: 32 } }\n    - { verdict: High Risk, min: 30, min_by_k: { 25: 4, 50: 8, ' +
    '100: 16 } }\n';
  const recency =
    '  recency: { reference: "2022-01-01", steps: [{ within_years: 2, weight: 1 }, { ' +
    'within_years: 3, weight: 0.5 }, { weight: 0.25 }] }\n';
  const compound =
    '{ count: "incident_severity in [moderate, severe] and account_type = firsthand", ' +
    'requires: assurance_claim = "true", at_least: 2 }';
  return {
    'V1.yaml': head('V1', 'is_relevant') + ladder(count('severe'), count('moderate')),
    'V2.yaml':
      head('V2', 'is_relevant') +
      ladder(
        `${count('severe')}, ${compound}`,
        `${count('moderate')}, { count: "staff_response in [refused, dismissive]", at_least: 8 }`,
      ),
    'V3.yaml': head('V3', incidents) + points,
    'V4.yaml': head('V4', incidents) + points + recency,
  };
}
