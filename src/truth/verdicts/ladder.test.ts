import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../domain/verdicts/policy.ts';
import { compilePolicy } from './compile-policy.ts';
import { ladderTrace } from './ladder.ts';
import { categoryTokens } from './points.ts';
import { verdicts } from './verdict.ts';
import {
  task,
  head,
  points,
  subjectOf,
  mild,
  severe,
  idle,
  one,
  days,
  given,
} from '../../../test/sample-subjects.ts';

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
