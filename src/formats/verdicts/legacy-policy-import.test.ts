import { describe, expect, it } from 'vitest';
import {
  allergyPolicies,
  legacyPreset,
  secondGeneration,
} from '../../../test/legacy-policy-files.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import { legacyTopic, outsideTerms, topicTerms } from './legacy-topic.ts';
import { library, readPolicy, imported, notesOf, allergy } from '../../../test/legacy-policies.ts';

function policyOf(text: string): Policy {
  const result = imported(text);
  if (!result.ok) throw new Error(result.faults.map((fault) => fault.message).join('\n'));
  return result.policy;
}

const faultsOf = (text: string): readonly string[] => {
  const result = imported(text);
  return result.ok ? [] : result.faults.map((fault) => `${fault.line}: ${fault.message}`);
};

describe('a policy of the first generation', () => {
  it('becomes a ladder that asks for units meeting filter and requirement', () => {
    const policy = policyOf(allergyPolicies['G1/allergy/V1.yaml']!);
    expect(policy).toMatchObject({
      policy: 'G1_allergy_V1',
      topic: 'G1_allergy',
      counts: 'is_relevant',
      default: { verdict: 'Low Risk', label: 'LOW' },
    });
    expect(policy.ladder![0]).toEqual({
      verdict: 'Critical Risk',
      label: 'CRITICAL',
      any: [
        {
          text: 'one severe',
          count: 'incident_severity = "severe" and account_type = "firsthand"',
          at_least: 1,
        },
        {
          text: 'after assurance',
          count: 'incident_severity in ["moderate", "severe"] and account_type = "firsthand"',
          requires: 'assurance_claim = "true"',
          at_least: 1,
        },
      ],
    });
  });

  it('becomes points by the labels of the term’s values, matched to the letter', () => {
    const { points, counts } = policyOf(allergyPolicies['G1/allergy/V2.yaml']!);
    expect(counts).toBe(
      'is_relevant and account_type = "firsthand" and incident_severity != "none"',
    );
    expect(points).toMatchObject({
      by: 'incident_severity',
      values: { mild: 2, moderate: 5, severe: 15 },
      rounding: 'none',
      thresholds: [
        { verdict: 'Critical Risk', min: 8 },
        { verdict: 'High Risk', min: 4 },
      ],
    });
    expect(points!.modifiers).toEqual([
      { title: 'False assurance', when: 'assurance_claim = "true"', points: 5 },
      { title: 'Dismissive staff', when: 'staff_response = "dismissive"', points: 3 },
    ]);
    expect(points!.subject_modifiers).toEqual([
      {
        title: 'High-risk cuisine',
        field: 'categories',
        tokens: ['Thai', 'Vietnamese', 'Chinese', 'Asian', 'Asian Fusion'],
        points: 2,
      },
    ]);
  });

  it('has recency in words for readers, which is not applied, and says so', () => {
    const text = allergyPolicies['G1/allergy/V3.yaml']!;
    expect(policyOf(text).points!.recency).toBeUndefined();
    expect(notesOf(text)).toEqual([
      expect.stringMatching(
        /^line \d+: the recency rules have no reference_date, so they are not applied$/,
      ),
    ]);
  });

  it('fails on a label that stands for nothing, with line and path', () => {
    const text = allergyPolicies['G1/allergy/V2.yaml']!;
    expect(faultsOf(text.replace('Severe incident', 'Severe Incident'))).toEqual([
      expect.stringContaining(
        '14: normative.scoring.severity_points.2.label refers to "Severe Incident", ' +
          'expected the label of a value of one term',
      ),
    ]);
    expect(faultsOf(text.replace('label: Dismissive staff', 'label: Dismissive'))).toEqual([
      expect.stringMatching(
        /^17: normative\.scoring\.modifiers\.1\.label refers to "Dismissive", expected a known label/,
      ),
    ]);
  });

  it('passes over rules that are only words, and says so', () => {
    const text = allergyPolicies['G1/allergy/V0.yaml']!.replace(
      /conditions:\n {10}- \{ text: two severe.*\n/,
      'conditions: ["many grave reports"]\n',
    );
    expect(policyOf(text).ladder!.map((rule) => rule.verdict)).toEqual(['High Risk']);
    expect(notesOf(text)).toEqual([
      expect.stringContaining(
        'the rule for Critical Risk has no condition that can be counted, only words; it ' +
          'is passed over',
      ),
    ]);
  });
});

describe('references to terms', () => {
  it('that lead nowhere are faults with line and path', () => {
    const original = readPolicy(
      allergyPolicies['G1/allergy/V0.yaml']!.replace(
        'allergy:INCIDENT_SEVERITY',
        'allergy:SEVERITY',
      ).replace('shared:STAFF_RESPONSE', 'staff:RESPONSE'),
    );
    const { faults } = topicTerms([original], library);
    expect(faults.map(({ fault }) => `${fault.line}: ${fault.message}`)).toEqual([
      '7: normative.terms.1.ref refers to allergy:SEVERITY, expected ' +
        'allergy:INCIDENT_SEVERITY or allergy:ASSURANCE_CLAIM',
      '9: normative.terms.3.ref refers to staff:RESPONSE, expected domain:TERM with a ' +
        'domain of the terms (shared or allergy)',
    ]);
  });

  it('give the task its questions, with room for what a cache says outside of the terms', () => {
    const original = readPolicy(allergyPolicies['G1/allergy/V0.yaml']!);
    const { task, schema } = legacyTopic(
      'G1_allergy',
      [original],
      topicTerms([original], library).terms,
      legacyPreset,
    );
    expect(task.questions.map((question) => question.id)).toEqual([
      'is_relevant',
      'account_type',
      'incident_severity',
      'assurance_claim',
      'staff_response',
    ]);
    expect(task.questions[2]!.scale).toMatchObject({
      kind: 'nominal',
      values: [
        { value: 'none' },
        { value: 'mild' },
        { value: 'moderate' },
        { value: 'severe' },
        { value: outsideTerms },
      ],
    });
    expect(Object.keys(schema['incident_severity']!)).toEqual([
      'none',
      'mild',
      'moderate',
      'severe',
    ]);
  });

  it('may be spoken of with values that no term has: these can never apply, which is said and is no fault', () => {
    const text = allergyPolicies['G1/allergy/V0.yaml']!.replace(
      '[refused, dismissive]',
      '[refused, rude]',
    );
    expect(notesOf(text)).toEqual([
      expect.stringMatching(
        /^line 25: rude is no value of staff_response, so staff_response = rude never applies$/,
      ),
    ]);
    expect(policyOf(text).ladder).toHaveLength(2);
  });
});

describe('a policy of the second generation', () => {
  it('says itself what labels stand for; weighted points are cut toward zero', () => {
    const policy = policyOf(secondGeneration(allergy));
    expect(policy.counts).toBe(
      'is_relevant and account_type = "firsthand" and incident_severity in ["mild", ' +
        '"moderate", "severe"]',
    );
    expect(policy.points).toMatchObject({
      values: { mild: 2, moderate: 5, severe: 15 },
      rounding: 'truncate',
      recency: {
        reference: '2022-01-01',
        undated: 1,
        steps: [{ within_years: 2, weight: 1 }, { within_years: 3, weight: 0.5 }, { weight: 0.25 }],
      },
      thresholds: [
        { verdict: 'Critical Risk', min: 8, min_by_k: { 25: 12, 50: 6, 100: 7 } },
        { verdict: 'High Risk', min: 4, min_by_k: { 25: 2, 50: 3, 100: 3 } },
      ],
    });
  });

  it('fails on a mapping to a label without points', () => {
    const text = secondGeneration(allergy).replace('label: Label of mild,', 'label: Another,');
    expect(faultsOf(text)).toEqual([
      expect.stringContaining(
        '8: normative.scoring.field_mapping.value_mappings.mild refers to "Label of mild", ' +
          'expected a label with points: Another',
      ),
    ]);
  });

  it('may declare modifiers that nothing maps to, as the original’s files do; that is said', () => {
    const text = secondGeneration(allergy).replace(
      '- { label: High-risk cuisine, points: 2 }',
      '- { label: Loud music, points: 2 }',
    );
    expect(notesOf(text)).toEqual([
      expect.stringContaining('nothing maps to the modifier "Loud music", so it never applies'),
    ]);
  });

  it('weighs by the words of the recency rules, as the verdicts on record do, and notes numbers that differ', () => {
    const months = secondGeneration({
      ...allergy,
      recency: [
        ['Within 6 months', 'full point value', 1],
        ['6 months to 1 year', 'three-quarter point value (multiply by 0.75)', 0.75],
        ['1-2 years old', 'half point value (multiply by 0.5)', 0.5],
        ['Over 2 years old', 'quarter point value (multiply by 0.25)', 0.25],
      ],
    });
    expect(policyOf(months).points!.recency!.steps).toEqual([
      { within_years: 1, weight: 1 },
      { within_years: 2, weight: 0.5 },
      { weight: 0.25 },
    ]);
    expect(notesOf(months)).toEqual([
      expect.stringContaining(
        '"6 months to 1 year" says 0.75, but the verdicts on record were made with 1, ' +
          'which is applied',
      ),
    ]);
    const slow = secondGeneration({
      ...allergy,
      recency: [
        ['Within 1 year', 'full point value', 1],
        ['1-2 years old', 'three-quarter point value (multiply by 0.75)', 0.75],
        ['Over 2 years old', 'half point value (multiply by 0.5)', 0.5],
      ],
    });
    expect(policyOf(slow).points!.recency!.steps).toEqual([
      { within_years: 1, weight: 1 },
      { within_years: 2, weight: 0.25 },
      { weight: 0.5 },
    ]);
    expect(notesOf(slow)).toEqual([
      expect.stringContaining(
        '"1-2 years old" says 0.75, but the verdicts on record were made with 0.25, which ' +
          'is applied',
      ),
    ]);
  });
});
