import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  allergyPolicies,
  allergyTerms,
  legacyPreset,
  secondGeneration,
} from '../../../test/legacy-policy-files.ts';
import type { SecondGeneration } from '../../../test/legacy-policy-files.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import { answerCodes } from '../../truth/protocol/answer-codes.ts';
import { compilePolicy } from '../../truth/verdicts/compile-policy.ts';
import type { SubjectUnit } from '../../truth/verdicts/subject-truth.ts';
import { recencyRanks } from '../../truth/verdicts/most-recent.ts';
import { readDate } from '../../truth/verdicts/recency.ts';
import { verdicts } from '../../truth/verdicts/verdict.ts';
import { importPolicy } from './legacy-policy-import.ts';
import { readLegacyPolicy } from './legacy-policy.ts';
import type { LegacyPolicy } from './legacy-policy.ts';
import { readLegacyTerms, termDomain } from './legacy-terms.ts';
import type { Term } from './legacy-terms.ts';
import { legacyTopic, outsideTerms, topicTerms } from './legacy-topic.ts';

const library = new Map(
  Object.entries(allergyTerms).flatMap(([file, text]) => {
    const read = readLegacyTerms(text);
    return read.ok
      ? read.value.map((term): [string, Term] => [`${termDomain(file)}:${term.id}`, term])
      : [];
  }),
);

function readPolicy(text: string): LegacyPolicy {
  const read = readLegacyPolicy(text);
  if (!read.ok)
    throw new Error(read.faults.map((fault) => `${fault.line}: ${fault.message}`).join('\n'));
  return read.value;
}

function imported(text: string, terms = library): ReturnType<typeof importPolicy> {
  const original = readPolicy(text);
  return importPolicy(
    original,
    legacyTopic(original.topic, [original], topicTerms([original], terms).terms, legacyPreset),
  );
}

function policyOf(text: string): Policy {
  const result = imported(text);
  if (!result.ok) throw new Error(result.faults.map((fault) => fault.message).join('\n'));
  return result.policy;
}

const faultsOf = (text: string): readonly string[] => {
  const result = imported(text);
  return result.ok ? [] : result.faults.map((fault) => `${fault.line}: ${fault.message}`);
};
const notesOf = (text: string): readonly string[] => {
  const result = imported(text);
  return result.ok ? result.notes : ['faults'];
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
      expect.stringMatching(
        /^14: normative\.scoring\.severity_points\.2\.label refers to "Severe Incident", expected the label of a value of one term/,
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

const allergy: SecondGeneration = {
  id: 'G1_allergy_V4',
  terms: [
    'shared:ACCOUNT_TYPE',
    'allergy:INCIDENT_SEVERITY',
    'allergy:ASSURANCE_CLAIM',
    'shared:STAFF_RESPONSE',
  ],
  severity: 'incident_severity',
  points: { mild: 2, moderate: 5, severe: 15 },
  modifiers: { 'assurance_claim = true': 5, 'staff_response = dismissive': 3 },
  cuisine: 2,
  recency: [
    ['Within 2 years', 'full point value', 1],
    ['2-3 years old', 'half point value (multiply by 0.5)', 0.5],
    ['Over 3 years old', 'quarter point value (multiply by 0.25)', 0.25],
  ],
  thresholds: [
    '{ verdict: Critical Risk, min_score: 8, min_score_by_k: { 25: 12, 50: 6, 100: 7 } }',
    '{ verdict: High Risk, min_score: 4, min_score_by_k: { 25: 2, 50: 3, 100: 3 } }',
  ],
};

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
      expect.stringMatching(
        /^8: normative\.scoring\.field_mapping\.value_mappings\.mild refers to "Label of mild", expected a label with points: Another/,
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

interface RealTopic {
  readonly severity: string;
  readonly values: readonly string[];
  readonly modifiers: readonly string[];
  /**
   * Risky categories; incidents as `severity modifiers day`; then for V3 and V4 verdict, score,
   * cuisine modifier and weighted points.
   */
  readonly businesses: readonly (readonly [string, readonly string[], Recorded, Recorded])[];
}
type Recorded = readonly [string, number, boolean, string];

const real = JSON.parse(
  readFileSync(new URL('../fixtures/real-verdicts.json', import.meta.url), 'utf8'),
) as { readonly topics: Readonly<Record<string, RealTopic>> };

const yearly: SecondGeneration['recency'] = [
  ['Within 1 year', 'full point value', 1],
  ['1-2 years old', 'half point value', 0.5],
  ['Over 2 years old', 'quarter point value', 0.25],
];
const hidden: SecondGeneration = {
  id: 'G3_hidden_costs_V3',
  terms: ['shared:ACCOUNT_TYPE'],
  severity: 'impact_severity',
  points: { minor: 2, moderate: 5, significant: 10 },
  modifiers: {
    'disclosure_level = none': 5,
    'disclosure_level = fine_print': 3,
    'customer_reaction = upset': 2,
  },
  thresholds: [
    '{ verdict: Critical Risk, min_score: 550, min_score_by_k: { 25: 85, 50: 150, 100: 290 } }',
    '{ verdict: High Risk, min_score: 420, min_score_by_k: { 25: 65, 50: 125, 100: 230 } }',
  ],
};
const hygiene: SecondGeneration = {
  id: 'G1_hygiene_V3',
  terms: ['shared:ACCOUNT_TYPE'],
  severity: 'issue_severity',
  points: { minor: 2, major: 5, severe: 15 },
  modifiers: {
    'illness_reported = true': 10,
    'issue_type = pest': 5,
    'staff_response = dismissive': 3,
    'multiple_reports = true': 3,
  },
  thresholds: [
    '{ verdict: Critical Risk, min_score: 150, min_score_by_k: { 25: 19, 50: 38, 100: 75 } }',
    '{ verdict: High Risk, min_score: 50, min_score_by_k: { 25: 6, 50: 13, 100: 25 } }',
  ],
};
const monthly: SecondGeneration['recency'] = [
  ['Within 6 months', 'full point value', 1],
  ['6 months to 1 year', 'three-quarter point value (multiply by 0.75)', 0.75],
  ['1-2 years old', 'half point value', 0.5],
  ['Over 2 years old', 'quarter point value', 0.25],
];
const { recency: _, ...allergyWithout } = allergy;
const realPolicies: Readonly<Record<string, readonly [SecondGeneration, SecondGeneration]>> = {
  G1_allergy: [allergyWithout, allergy],
  G1_hygiene: [hygiene, { ...hygiene, recency: yearly }],
  G3_hidden_costs: [hidden, { ...hidden, recency: monthly }],
};

// Numbers of the policies and verdicts: ADDM benchmark at commit 239932d, the published files for K
// = 25.
describe('the 600 verdicts on record', () => {
  const cases = Object.entries(real.topics).flatMap(([topic, content]) =>
    [0, 1].map((at) => ({ topic, variant: at === 0 ? 'V3' : 'V4', at, content })),
  );

  it('are 600', () => {
    expect(cases.reduce((sum, { content }) => sum + content.businesses.length, 0)).toBe(600);
  });

  it.each(cases)(
    '$topic $variant: every verdict, score, incident and weighted point',
    ({ topic, at, content }) => {
      const original = readPolicy(secondGeneration(realPolicies[topic]![at]!));
      const { task } = legacyTopic(topic, [original], new Map(), legacyPreset);
      const result = importPolicy(
        original,
        legacyTopic(topic, [original], new Map(), legacyPreset),
      );
      if (!result.ok) throw new Error('expected a policy');
      const compiled = compilePolicy(result.policy, task);
      for (const [categories, incidents, ...recorded] of content.businesses) {
        const judged = incidents.map((incident, place) => {
          const [severity, mask, date] = incident.split(' ') as [string, string, string];
          const modifiers = content.modifiers
            .filter((_one, bit) => (Number(mask) >> bit) % 2 === 1)
            .map((rule) => rule.split(' = '));
          return {
            id: `r${place}`,
            date: readDate(date)!,
            answers: {
              is_relevant: true,
              account_type: 'firsthand',
              [content.severity]: content.values[Number(severity)]!,
              ...Object.fromEntries(modifiers),
            },
          };
        });
        // A business without incidents was judged all the same, by reviews that say nothing about
        // the topic.
        const idle = { id: 'idle', date: readDate('2021-01-01')!, answers: { is_relevant: false } };
        const listed = [...judged, ...(judged.length === 0 ? [idle] : [])];
        const ranks = recencyRanks(listed.map(({ id, date }) => ({ id, time: date.time })));
        const units = listed.map(({ id, date, answers }, place): SubjectUnit => ({
          id,
          state: 'known',
          codes: answerCodes(task, answers),
          strays: null,
          day: date.day,
          ruling: null,
          isPartial: false,
          rank: ranks[place]!,
        }));
        const [verdict] = verdicts(compiled, { id: 'b', fields: { categories }, units }, [25]);
        const { reason } = verdict!;
        if (reason.kind !== 'points') throw new Error('expected points');
        expect([
          verdict!.verdict,
          reason.score,
          reason.subjectModifiers.length > 0,
          reason.incidents.map((incident) => incident.weightedPoints).join(' '),
        ]).toEqual(recorded[at]);
        expect(reason.incidents).toHaveLength(judged.length);
      }
    },
  );

  it('that contradict themselves are read as they are, with a note', () => {
    const text = allergyPolicies['G1/allergy/V2.yaml']!;
    const equal = text.replace(/min_score: \d+/g, 'min_score: 8');
    expect(notesOf(equal)).toEqual([
      expect.stringMatching(/^line \d+: normative\.scoring\.thresholds\.1 is 8, the same limit as/),
    ]);
    expect(notesOf(text)).toEqual([]);
  });
});
