import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { answerCodes } from '../protocol/answer-codes.ts';
import { compilePolicy } from './compile-policy.ts';
import type { SubjectUnit, SubjectTruth } from './subject-truth.ts';
import { ladderTrace } from './ladder.ts';
import { recencyRanks } from './most-recent.ts';
import { categoryTokens, thresholdFor } from './points.ts';
import { readDate } from './recency.ts';
import { verdicts } from './verdict.ts';

const task = buildTask({
  questions: {
    relevant: {},
    account: { scale: { nominal: ['firsthand', 'secondhand'] } },
    severity: { scale: { nominal: ['none', 'mild', 'severe'] } },
    staff: { scale: { nominal: ['kind', 'rude'] } },
  },
});

const head = { title: 'Risk', task: 'task', verdicts: ['low', 'high', 'critical'], default: 'low' };
const points: Policy = {
  ...head,
  policy: 'points',
  counts: 'relevant and account = firsthand and severity != none',
  points: {
    by: 'severity',
    values: { mild: 2, severe: 15 },
    modifiers: [{ title: 'Rude staff', when: 'staff = rude', points: 3 }],
    subject_modifiers: [
      { title: 'Risky kitchen', field: 'categories', tokens: ['Thai', 'Asian'], points: 2 },
    ],
    recency: {
      reference: '2022-01-01',
      undated: 1,
      steps: [{ within_years: 2, weight: 1 }, { weight: 0.25 }],
    },
    rounding: 'truncate',
    thresholds: [
      { verdict: 'high', min: 4 },
      { verdict: 'critical', min: 8, min_by_k: { 2: 20 } },
    ],
  },
};
const ladder: Policy = {
  ...head,
  policy: 'ladder',
  default: { verdict: 'low', label: 'LOW' },
  counts: 'relevant',
  ladder: [
    {
      verdict: 'critical',
      label: 'CRITICAL',
      any: [
        {
          count: 'severity = severe and account = firsthand',
          at_least: 2,
          at_least_by_k: { 1: 1 },
        },
        { exists: 'severity = severe', requires: 'staff = rude', text: 'severe with rude staff' },
      ],
    },
    {
      verdict: 'high',
      all: [{ count: 'staff = rude', at_least: 2 }, { exists: 'severity != none' }],
    },
  ],
};

interface Given {
  readonly answers?: Answers;
  readonly date?: string;
  readonly state?: SubjectUnit['state'];
}

function subjectOf(given: readonly Given[], fields: SubjectTruth['fields'] = {}): SubjectTruth {
  const dated = given.map(({ date }, at) => ({ id: `r${at}`, time: readDate(date)?.time ?? null }));
  const ranks = recencyRanks(dated);
  const units = given.map(({ answers, date, state = 'known' }, at): SubjectUnit => ({
    id: `r${at}`,
    state,
    codes: state === 'known' ? answerCodes(task, answers ?? { relevant: false }) : [],
    strays: null,
    day: readDate(date)?.day ?? null,
    ruling: null,
    isPartial: false,
    rank: ranks[at]!,
  }));
  return { id: 'b1', fields, units };
}

const mild: Answers = { relevant: true, account: 'firsthand', severity: 'mild', staff: 'kind' };
const severe: Answers = { ...mild, severity: 'severe' };
const idle: Answers = { relevant: false };
const one = (policy: Policy, subject: SubjectTruth, k = 100): ReturnType<typeof verdicts>[number] =>
  verdicts(compilePolicy(policy, task), subject, [k])[0]!;

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

describe('a ladder', () => {
  it('gives the verdict of the first rule that applies', () => {
    expect(one(ladder, subjectOf([{ answers: severe }, { answers: severe }]))).toMatchObject({
      verdict: 'critical',
      reason: { kind: 'ladder', label: 'CRITICAL' },
    });
    expect(
      one(
        ladder,
        subjectOf([{ answers: severe }, { answers: { ...severe, account: 'secondhand' } }]),
      ),
    ).toMatchObject({ verdict: 'low', reason: { label: 'LOW' } });
  });

  it('asks of one and the same unit what it requires besides', () => {
    expect(
      one(ladder, subjectOf([{ answers: { ...severe, account: 'secondhand', staff: 'rude' } }]))
        .verdict,
    ).toBe('critical');
    expect(
      one(
        ladder,
        subjectOf([
          { answers: { ...severe, account: 'secondhand' } },
          { answers: { ...mild, severity: 'none', staff: 'rude' } },
        ]),
      ).verdict,
    ).toBe('low');
  });

  it('joins conditions by any or all, and names a rule by its verdict when it has no label', () => {
    const rude = { ...mild, staff: 'rude' };
    expect(one(ladder, subjectOf([{ answers: rude }, { answers: rude }]))).toMatchObject({
      verdict: 'high',
      reason: { label: 'HIGH' },
    });
    expect(
      one(
        ladder,
        subjectOf([
          { answers: { ...rude, severity: 'none' } },
          { answers: { ...rude, severity: 'none' } },
        ]),
      ).verdict,
    ).toBe('low');
  });

  it('may ask for fewer units with a smaller K, and looks at no others', () => {
    const subject = subjectOf([
      { answers: severe, date: '2021-01-01' },
      { answers: idle, date: '2020-01-01' },
      { answers: severe, date: '2019-01-01' },
    ]);
    expect([1, 2, 3].map((k) => one(ladder, subject, k).verdict)).toEqual([
      'critical',
      'low',
      'critical',
    ]);
  });

  it('traces only the K most recent units', () => {
    const subject = subjectOf([
      { answers: severe, date: '2021-01-01' },
      { answers: severe, date: '2020-01-01' },
      { answers: severe, date: '2019-01-01' },
    ]);
    const [first] = ladderTrace(compilePolicy(ladder, task), subject, 2);
    expect(first!.conditions[0]).toMatchObject({ count: 2, needed: 2, units: ['r0', 'r1'] });
  });

  it('traces every rule down to the one that applied, with the units that meet it', () => {
    const rude = { ...mild, staff: 'rude' };
    const trace = ladderTrace(
      compilePolicy(ladder, task),
      subjectOf([{ answers: rude }, { answers: severe }, { answers: rude }]),
      50,
    );
    expect(
      trace.map((rule) => [
        rule.label,
        rule.logic,
        rule.holds,
        rule.conditions.map((condition) => [
          condition.count,
          condition.needed,
          condition.units.join(' '),
        ]),
      ]),
    ).toEqual([
      [
        'CRITICAL',
        'any',
        false,
        [
          [1, 2, 'r1'],
          [0, 1, ''],
        ],
      ],
      [
        'HIGH',
        'all',
        true,
        [
          [2, 2, 'r0 r2'],
          [3, 1, 'r0 r1 r2'],
        ],
      ],
    ]);
  });
});

describe('evidence', () => {
  it('without any truth gives no verdict, never the mildest one', () => {
    for (const policy of [points, ladder]) {
      expect(one(policy, subjectOf([]))).toMatchObject({
        verdict: null,
        reason: { kind: 'insufficient' },
      });
      expect(
        one(policy, subjectOf([{ state: 'missing' }, { state: 'open' }, { state: 'excluded' }])),
      ).toMatchObject({
        verdict: null,
        evidence: { units: 3, judged: 0, missing: ['r0'], open: ['r1'], excluded: 1 },
      });
    }
  });

  it('that is missing or open beyond the K most recent is not missed', () => {
    const subject = subjectOf([
      { answers: idle, date: '2021-01-01' },
      { state: 'missing', date: '2020-01-01' },
    ]);
    expect(
      verdicts(compilePolicy(points, task), subject, [1, 2]).map(
        (verdict) => verdict.evidence.missing,
      ),
    ).toEqual([[], ['r1']]);
  });
});

const answers = fc.record({
  relevant: fc.boolean(),
  account: fc.constantFrom('firsthand', 'secondhand'),
  severity: fc.constantFrom('none', 'mild', 'severe'),
  staff: fc.constantFrom('kind', 'rude'),
});
const days = fc.integer({ min: 2015, max: 2021 }).map((year) => `${year}-06-01`);
const given = fc.array(fc.record({ answers, date: days }), { minLength: 1, maxLength: 12 });

describe('for any units', () => {
  it('the order of the units changes nothing but the order of incidents', () => {
    fc.assert(
      fc.property(
        given.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(
              list.map((_, at) => at),
              { minLength: list.length },
            ),
          ),
        ),
        fc.integer({ min: 1, max: 12 }),
        ([list, order], k) => {
          const subject = subjectOf(list);
          const shuffled = { ...subject, units: order.map((at) => subject.units[at]!) };
          for (const policy of [points, ladder]) {
            const [first, second] = [one(policy, subject, k), one(policy, shuffled, k)];
            const sorted = (reason: typeof first.reason): unknown =>
              reason.kind === 'points'
                ? {
                    ...reason,
                    incidents: reason.incidents.toSorted((a, b) => (a.unit < b.unit ? -1 : 1)),
                  }
                : reason;
            expect([second.verdict, sorted(second.reason)]).toEqual([
              first.verdict,
              sorted(first.reason),
            ]);
          }
        },
      ),
      { seed: 1 },
    );
  });

  it('the score is what adding it up by hand gives', () => {
    fc.assert(
      fc.property(given, (list) => {
        const expected = list.reduce(
          (sum, { answers: { relevant, account, severity, staff }, date }) => {
            if (!relevant || account !== 'firsthand' || severity === 'none') return sum;
            return (
              sum +
              Math.trunc(
                ((severity === 'mild' ? 2 : 15) + (staff === 'rude' ? 3 : 0)) *
                  (date >= '2020-01-02' ? 1 : 0.25),
              )
            );
          },
          0,
        );
        expect(one(points, subjectOf(list)).reason).toMatchObject({ score: expected });
      }),
      { seed: 1 },
    );
  });

  it('a further severe incident never lowers the score, nor the verdict', () => {
    const grade = (verdict: string | null): number => head.verdicts.indexOf(verdict ?? '');
    fc.assert(
      fc.property(given, days, fc.constantFrom('kind', 'rude'), (list, date, staff) => {
        for (const policy of [points, ladder]) {
          const before = one(policy, subjectOf(list));
          const after = one(policy, subjectOf([...list, { answers: { ...severe, staff }, date }]));
          if (before.reason.kind === 'points' && after.reason.kind === 'points')
            expect(after.reason.score).toBeGreaterThanOrEqual(before.reason.score);
          expect(grade(after.verdict)).toBeGreaterThanOrEqual(grade(before.verdict));
        }
      }),
      { seed: 1 },
    );
  });

  it('several K at once say the same as one by one', () => {
    fc.assert(
      fc.property(given, (list) => {
        for (const policy of [points, ladder])
          expect(verdicts(compilePolicy(policy, task), subjectOf(list), [1, 3, 12])).toEqual(
            [1, 3, 12].map((k) => one(policy, subjectOf(list), k)),
          );
      }),
      { seed: 1 },
    );
  });
});

describe('categoryTokens', () => {
  it('takes lists and texts with commas apart', () => {
    expect([
      categoryTokens('Thai,  Asian Fusion ,'),
      categoryTokens(['Bars', 1, ' Thai ']),
      categoryTokens(null),
    ]).toEqual([['Thai', 'Asian Fusion'], ['Bars', 'Thai'], []]);
  });
});
