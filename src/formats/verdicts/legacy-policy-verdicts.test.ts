import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  allergyPolicies,
  legacyPreset,
  secondGeneration,
} from '../../../test/legacy-policy-files.ts';
import type { SecondGeneration } from '../../../test/legacy-policy-files.ts';
import { answerCodes } from '../../truth/protocol/answer-codes.ts';
import { compilePolicy } from '../../truth/verdicts/compile-policy.ts';
import type { SubjectUnit } from '../../truth/verdicts/subject-truth.ts';
import { recencyRanks } from '../../truth/verdicts/most-recent.ts';
import { readDate } from '../../truth/verdicts/recency.ts';
import { verdicts } from '../../truth/verdicts/verdict.ts';
import { importPolicy } from './legacy-policy-import.ts';
import { legacyTopic } from './legacy-topic.ts';
import { readPolicy, notesOf, allergy } from '../../../test/legacy-policies.ts';

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
