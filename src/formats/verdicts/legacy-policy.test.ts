import { describe, expect, it } from 'vitest';
import { allergyPolicies } from '../../../test/legacy-policy-files.ts';
import {
  isLegacyPolicy,
  legacyTopicId,
  readLegacyPolicy,
  termField,
  termReferences,
} from './legacy-policy.ts';

const v0 = allergyPolicies['G1/allergy/V0.yaml']!;

function faultsOf(text: string): readonly string[] {
  const read = readLegacyPolicy(text);
  return read.ok ? [] : read.faults.map((fault) => `${fault.line}: ${fault.message}`);
}

describe('readLegacyPolicy', () => {
  it('reads id, topic and references', () => {
    const read = readLegacyPolicy(v0);
    if (!read.ok) throw new Error('expected a policy');
    expect([read.value.id, read.value.topic]).toEqual(['G1_allergy_V0', 'G1_allergy']);
    expect(termReferences(read.value).map(termField)).toEqual([
      'account_type',
      'incident_severity',
      'assurance_claim',
      'staff_response',
    ]);
  });

  it('names line and path of a verdict that is not declared', () => {
    expect(faultsOf(v0.replace('verdict: High Risk', 'verdict: Hihg Risk'))).toEqual([
      '19: normative.decision.rules.1.verdict refers to Hihg Risk, expected Low Risk, ' +
        'High Risk or Critical Risk',
    ]);
    const v2 = allergyPolicies['G1/allergy/V2.yaml']!;
    expect(
      faultsOf(
        v2.replace(
          '{ verdict: Critical Risk, min_score: 8 }',
          '{ verdict: Awful Risk, min_score: 8 }',
        ),
      ),
    ).toEqual([
      expect.stringContaining('normative.scoring.thresholds.0.verdict refers to Awful Risk'),
    ]);
  });

  it('wants exactly one default rule', () => {
    expect(faultsOf(v0.replace('default: true', 'default: false'))).toEqual([
      '13: normative.decision.rules is without a default rule, expected exactly one rule ' +
        'with default: true',
    ]);
    expect(faultsOf(v0.replace('label: HIGH', 'label: HIGH\n        default: true'))).toEqual([
      '27: normative.decision.rules.2.default is one of 2 defaults, expected exactly one ' +
        'rule with default: true',
    ]);
  });

  it('refuses unknown types of conditions and unknown logic instead of taking them for others', () => {
    expect(faultsOf(v0.replace('type: count_threshold', 'type: count_treshold'))).toEqual([
      '18: normative.decision.rules.0.conditions.0.type is "count_treshold", expected ' +
        'count_threshold, exists or compound',
    ]);
    expect(faultsOf(v0.replace('logic: ANY', 'logic: SOME'))).toEqual([
      '16: normative.decision.rules.0.logic is "SOME", expected ANY or ALL',
    ]);
    expect(faultsOf(v0.replace('type: count_threshold', 'type: compound'))).toEqual([
      '18: normative.decision.rules.0.conditions.0.requires is missing, expected the ' +
        'conditions that the units must also meet',
    ]);
  });

  it('names line and path of what is missing or of the wrong kind', () => {
    expect(faultsOf('policy_id: A_V1\nnormative: {}\n')).toEqual([
      '2: normative.decision is missing, expected named entries',
    ]);
    expect(faultsOf(v0.replace('min_count: 2 }', 'min_count: two }'))).toEqual([
      expect.stringMatching(
        /^18: normative\.decision\.rules\.0\.conditions\.0\.min_count is "two"/,
      ),
    ]);
    expect(faultsOf('policy_id: [')).toEqual([expect.stringContaining('expected YAML')]);
  });

  it('tells what the schema refuses and what does not fit together at once, without what only follows', () => {
    const text = v0
      .replace('min_count: 2 }', 'min_count: two }')
      .replace('logic: ANY', 'logic: ""')
      .replace('verdict: High Risk', 'verdict: Hihg Risk')
      .replace('default: true', 'default: false');
    expect(faultsOf(text)).toEqual([
      expect.stringMatching(/^13: normative\.decision\.rules is without a default rule/),
      '16: normative.decision.rules.0.logic is "", expected ANY or ALL',
      expect.stringMatching(
        /^18: normative\.decision\.rules\.0\.conditions\.0\.min_count is "two"/,
      ),
      expect.stringMatching(/^19: normative\.decision\.rules\.1\.verdict refers to Hihg Risk/),
    ]);
    expect(faultsOf(v0.replace('default: true', 'default: yes'))).toEqual([
      expect.stringMatching(
        /normative\.decision\.rules\.2\.default is "yes", expected true or false$/,
      ),
    ]);
  });
});

describe('legacyTopicId', () => {
  it('keeps the words of a topic together', () => {
    expect(['G1_allergy_V2', 'G3_hidden_costs_V0', 'T1P1', 'other'].map(legacyTopicId)).toEqual([
      'G1_allergy',
      'G3_hidden_costs',
      'T1',
      'other',
    ]);
  });
});

describe('isLegacyPolicy', () => {
  it('tells the original’s files from Assay’s', () => {
    expect([isLegacyPolicy(v0), isLegacyPolicy('policy: G1_allergy_V0\ntask: allergy\n')]).toEqual([
      true,
      false,
    ]);
  });
});
