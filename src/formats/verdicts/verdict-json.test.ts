import { describe, expect, it } from 'vitest';
import type { Policy } from '../../domain/verdicts/policy.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';
import type { SubjectUnit, SubjectTruth } from '../../truth/verdicts/subject-truth.ts';
import {
  subjectJson,
  verdictFileEnd,
  verdictFileEntry,
  verdictFileName,
  verdictFileStart,
} from './verdict-json.ts';

const policy: Policy = {
  policy: 'G1_allergy_V2',
  title: 't',
  task: 'allergy',
  verdicts: ['Low Risk', 'Critical Risk'],
  default: 'Low Risk',
  points: {
    by: 'severity',
    values: {},
    modifiers: [],
    subject_modifiers: [],
    rounding: 'none',
    thresholds: [{ verdict: 'Critical Risk', min: 8 }],
  },
};
const { points: _, ...bare } = policy;
const ladder: Policy = {
  ...bare,
  ladder: [{ verdict: 'Critical Risk', any: [{ exists: 'severe' }] }],
};
const unit: SubjectUnit = {
  id: 'rev1',
  state: 'known',
  codes: [],
  strays: null,
  day: null,
  ruling: null,
  isPartial: false,
  rank: 0,
};
const subject: SubjectTruth = {
  id: 'biz123',
  fields: { name: 'Thai Kitchen', categories: 'Thai, Asian' },
  units: [unit],
};
const incident = {
  unit: 'rev1',
  severity: 'severe',
  basePoints: 15,
  modifiers: [{ title: 'False assurance', points: 5 }],
  totalPoints: 20,
  recencyWeight: 0.25,
  weightedPoints: 5,
};
const evidence = { units: 50, judged: 50, missing: [], open: [], excluded: 0 };
const verdict: Verdict = {
  subject: 'biz123',
  k: 50,
  verdict: 'Critical Risk',
  evidence,
  reason: {
    kind: 'points',
    score: 22,
    incidents: [incident],
    subjectModifiers: [{ title: 'High-risk cuisine', points: 2, token: 'Thai' }],
    threshold: null,
  },
};

describe('a file of verdicts', () => {
  it('is the document’s, with the hashes of what went in after it', () => {
    const summary = {
      subjects: 2,
      distribution: { 'Low Risk': 0, 'Critical Risk': 2 },
      units: 100,
      missing: 0,
      open: 0,
      partial: 0,
      insufficient: 0,
      overrides: { applied: 0, unused: 0, stale: 0 },
    };
    const text = [
      verdictFileStart({
        policy,
        topic: 'G1_allergy',
        domain: 'yelp',
        k: 50,
        computedAt: '2024-01-18T12:00:00',
      }),
      verdictFileEntry(true, policy, subject, verdict, []),
      verdictFileEntry(false, policy, { ...subject, id: 'biz "2"' }, verdict, []),
      verdictFileEnd(summary, {
        term_hash: 't',
        policy_hash: 'p',
        weights_hash: null,
        overrides_hash: null,
      }),
    ].join('');
    const entry = {
      name: 'Thai Kitchen',
      categories: 'Thai, Asian',
      n_reviews: 50,
      n_judgments: 50,
      ground_truth: {
        verdict: 'Critical Risk',
        score: 22,
        n_incidents: 1,
        incidents: [
          {
            review_id: 'rev1',
            severity: 'severe',
            base_points: 15,
            modifiers: ['False assurance'],
            total_points: 20,
          },
        ],
        cuisine_modifier: true,
        policy_id: 'G1_allergy_V2',
      },
    };
    const expected = {
      policy_id: 'G1_allergy_V2',
      topic: 'G1_allergy',
      domain: 'yelp',
      k: 50,
      computed_at: '2024-01-18T12:00:00',
      has_scoring: true,
      restaurants: { biz123: entry, 'biz "2"': entry },
      summary: {
        total_restaurants: 2,
        verdict_distribution: { 'Low Risk': 0, 'Critical Risk': 2 },
        missing_judgments: 0,
        open_judgments: 0,
        insufficient_evidence: 0,
        overrides: { applied: 0, unused: 0, stale: 0 },
      },
      term_hash: 't',
      policy_hash: 'p',
      weights_hash: null,
      overrides_hash: null,
    };
    // Also the order of keys and the indentation.
    expect(text).toBe(`${JSON.stringify(expected, null, 2)}\n`);
  });

  it('has a name of policy and K', () => {
    expect(verdictFileName('G1_allergy_V2', 50)).toBe('G1_allergy_V2_K50_groundtruth.json');
  });
});

describe('subjectJson', () => {
  it('gives recency weights where the policy weighs or rounds', () => {
    const weighing = { ...policy, points: { ...policy.points!, rounding: 'truncate' as const } };
    expect(subjectJson(weighing, subject, verdict, [])).toMatchObject({
      ground_truth: { incidents: [{ total_points: 20, recency_weight: 0.25, weighted_points: 5 }] },
    });
  });

  it('gives the rule that matched', () => {
    expect(
      subjectJson(
        ladder,
        subject,
        { ...verdict, reason: { kind: 'ladder', label: 'CRITICAL' } },
        [],
      ),
    ).toMatchObject({
      ground_truth: {
        verdict: 'Critical Risk',
        matched_rule: 'CRITICAL',
        policy_id: 'G1_allergy_V2',
      },
    });
  });

  it('marks missing evidence, overrides and partial units', () => {
    const ruled = { ...unit, ruling: { by: 'lead', reason: 'praise' } };
    const marked = [
      ruled,
      { ...unit, id: 'rev2', isPartial: true },
      { ...ruled, id: 'rev3', rank: 50 },
    ];
    const json = subjectJson(
      policy,
      subject,
      { ...verdict, evidence: { ...evidence, judged: 48, missing: ['a'], open: ['b'] } },
      marked,
    );
    expect(json).toMatchObject({
      n_judgments: 48,
      missing_judgments: ['a'],
      open_judgments: ['b'],
      partial_judgments: ['rev2'],
      overrides: [{ review_id: 'rev1', _override_applied: true, reason: 'praise', by: 'lead' }],
    });
  });

  it('never has the mildest verdict for a subject without evidence', () => {
    const nothing: Verdict = { ...verdict, verdict: null, reason: { kind: 'insufficient' } };
    expect(subjectJson(policy, subject, nothing, [])).toMatchObject({
      ground_truth: {
        verdict: 'Insufficient evidence',
        insufficient_evidence: true,
        score: null,
        incidents: [],
      },
    });
    expect(subjectJson(ladder, subject, nothing, [])).toMatchObject({
      ground_truth: {
        verdict: 'Insufficient evidence',
        insufficient_evidence: true,
        matched_rule: null,
      },
    });
  });
});
