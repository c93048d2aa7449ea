import { describe, expect, it } from 'vitest';
import type { Policy } from '../../domain/verdicts/policy.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { thresholdFor } from './points.ts';
import { points, subjectOf, mild, severe, idle, one } from '../../../test/sample-subjects.ts';

describe('points', () => {
  it('add up base points and modifiers, once for the subject, line by line', () => {
    const subject = subjectOf(
      [
        { answers: mild, date: '2021-06-01' },
        { answers: { ...severe, staff: 'rude' }, date: '2016-06-01' },
        { answers: idle, date: '2021-01-01' },
      ],
      { categories: 'Restaurants, Thai' },
    );
    expect(one(points, subject)).toEqual({
      subject: 'b1',
      k: 100,
      verdict: 'critical',
      reason: {
        kind: 'points',
        score: 8,
        incidents: [
          {
            unit: 'r0',
            severity: 'mild',
            basePoints: 2,
            modifiers: [],
            totalPoints: 2,
            recencyWeight: 1,
            weightedPoints: 2,
          },
          // (15 + 3) × 0.25 = 4.5, cut to 4.
          {
            unit: 'r1',
            severity: 'severe',
            basePoints: 15,
            modifiers: [{ title: 'Rude staff', points: 3 }],
            totalPoints: 18,
            recencyWeight: 0.25,
            weightedPoints: 4,
          },
        ],
        subjectModifiers: [{ title: 'Risky kitchen', points: 2, token: 'Thai' }],
        threshold: { verdict: 'critical', min: 8, max: null },
      },
      evidence: { units: 3, judged: 3, missing: [], open: [], excluded: 0 },
    });
  });

  it('give the subject’s modifier only with an incident, and by whole category', () => {
    const scoreOf = (answers: Answers, categories: unknown): number => {
      const { reason } = one(points, subjectOf([{ answers, date: '2021-06-01' }], { categories }));
      return reason.kind === 'points' ? reason.score : -1;
    };
    expect([
      scoreOf(idle, 'Thai'),
      scoreOf(mild, 'Eurasian Grill'),
      scoreOf(mild, 'thai'),
      scoreOf(mild, ['Bars', 'Asian']),
      scoreOf(mild, null),
    ]).toEqual([0, 2, 4, 4, 2]);
  });

  it('have limits of their own for some K', () => {
    const subject = subjectOf([{ answers: severe, date: '2021-06-01' }]);
    expect([one(points, subject, 2).verdict, one(points, subject, 3).verdict]).toEqual([
      'high',
      'critical',
    ]);
  });

  it('may be negative', () => {
    const policy: Policy = {
      ...points,
      points: {
        ...points.points!,
        values: { mild: -3, severe: 15 },
        thresholds: [
          { verdict: 'critical', min: 5 },
          { verdict: 'high', max: -1 },
        ],
      },
    };
    expect(one(policy, subjectOf([{ answers: mild, date: '2015-06-01' }]))).toMatchObject({
      verdict: 'low',
      reason: { score: 0 },
    });
    expect(one(policy, subjectOf([{ answers: mild, date: '2021-06-01' }]))).toMatchObject({
      verdict: 'high',
      reason: { score: -3 },
    });
  });

  it('count an answer without points as an incident of 0, and an unanswered one as none', () => {
    const policy: Policy = { ...points, points: { ...points.points!, values: { severe: 15 } } };
    expect(one(policy, subjectOf([{ answers: mild, date: '2021-06-01' }])).reason).toMatchObject({
      score: 0,
      incidents: [{ severity: 'mild', totalPoints: 0 }],
    });
    expect(
      one(
        points,
        subjectOf([{ answers: { relevant: true, account: 'firsthand' }, date: '2021-06-01' }]),
      ).reason,
    ).toMatchObject({ incidents: [] });
  });

  it('do not let the last bits of a fraction decide', () => {
    const { recency: _, ...unweighted } = points.points!;
    const policy: Policy = {
      ...points,
      points: {
        ...unweighted,
        values: { mild: 0.1, severe: 0.7 },
        rounding: 'none',
        thresholds: [{ verdict: 'high', min: 0.8 }],
      },
    };
    // In binary fractions 0.7 + 0.1 is 0.7999999999999999.
    expect(one(policy, subjectOf([{ answers: severe }, { answers: mild }]))).toMatchObject({
      verdict: 'high',
      reason: { score: 0.8 },
    });
  });
});

describe('thresholdFor', () => {
  it('takes the highest minimum reached, else the lowest maximum, in any order', () => {
    const thresholds = [
      { verdict: 'a', max: 0 },
      { verdict: 'b', min: 4 },
      { verdict: 'c', min: 8 },
      { verdict: 'd', max: -5 },
    ];
    expect(
      [9, 8, 5, 3, 0, -5].map((score) => thresholdFor(thresholds, score, 1)?.verdict ?? null),
    ).toEqual(['c', 'c', 'b', null, 'a', 'd']);
    expect(
      [9, 8, 5, 3, 0, -5].map(
        (score) => thresholdFor(thresholds.toReversed(), score, 1)?.verdict ?? null,
      ),
    ).toEqual(['c', 'c', 'b', null, 'a', 'd']);
  });

  it('takes one with both for a band, and one for other K only for none', () => {
    expect(
      [3, 5, 7].map(
        (score) => thresholdFor([{ verdict: 'band', min: 4, max: 6 }], score, 1)?.verdict ?? null,
      ),
    ).toEqual([null, 'band', null]);
    expect(
      [25, 50].map(
        (k) => thresholdFor([{ verdict: 'a', min_by_k: { 25: 0 } }], 1, k)?.verdict ?? null,
      ),
    ).toEqual(['a', null]);
  });
});
