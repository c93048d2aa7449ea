import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaveOneOut } from './leave-one-out.ts';
import { outlierRule, outliers, tellingGap } from './outliers.ts';
import { seededRandom } from '../seeded-random.ts';
import { votesFrom } from '../votes.ts';

const panel = (
  accuracies: readonly number[],
  units: number,
  weights: readonly number[] = [],
): ReturnType<typeof leaveOneOut> => {
  const random = seededRandom(`panel ${accuracies.join()} ${units}`);
  const rows: number[][] = [];
  for (let unit = 0; unit < units; unit++) {
    const truth = random.integer(2);
    accuracies.forEach((accuracy, annotator) =>
      rows.push([
        unit,
        annotator,
        random.next() < accuracy ? truth : 1 - truth,
        weights[annotator] ?? 1,
      ]),
    );
  }
  return leaveOneOut(votesFrom(rows));
};

describe('leaveOneOut', () => {
  it('compares with the majority of the others, by hand', () => {
    // Unit 0: 1 1 0. Unit 1: 1 1 1. Unit 2: 0 and 1 by annotators 0 and 1 only. Unit 3: annotator 2
    // alone.
    const votes = votesFrom([
      [0, 0, 1],
      [0, 1, 1],
      [0, 2, 0],
      [1, 0, 1],
      [1, 1, 1],
      [1, 2, 1],
      [2, 0, 0],
      [2, 1, 1],
      [3, 2, 0],
    ]);
    const { annotators } = leaveOneOut(votes);
    // Annotator 0: tied others on unit 0 (1 against 0), agrees on 1, disagrees on 2.
    expect(annotators[0]).toMatchObject({
      agreement: { value: 0.5, n: 2, skipped: 1 },
      othersTied: 1,
      alone: 0,
    });
    expect(annotators[0].counts).toEqual([
      { majority: 1, answer: 0, votes: 1 },
      { majority: 1, answer: 1, votes: 1 },
    ]);
    // Annotator 2: the others agree on 1 for unit 0, where they said 0; unit 3 has nobody else.
    expect(annotators[2]).toMatchObject({
      agreement: { value: 0.5, n: 2, skipped: 1 },
      othersTied: 0,
      alone: 1,
    });
  });

  it('gives the documented example', () => {
    expect(
      leaveOneOut(
        votesFrom([
          [0, 0, 1],
          [0, 1, 1],
          [0, 2, 0],
        ]),
      ).annotators[2].agreement,
    ).toMatchObject({ value: 0, n: 1 });
  });

  it('has no value, with the reason, where there is nothing to compare with', () => {
    const { annotators, median } = leaveOneOut(
      votesFrom(
        [
          [0, 0, 1],
          [1, 0, 1],
        ],
        { annotators: 2 },
      ),
    );
    expect(annotators[0].agreement).toEqual({
      value: null,
      n: 0,
      skipped: 2,
      why: { code: 'no-majority', values: {} },
    });
    expect(annotators[1].agreement).toEqual({
      value: null,
      n: 0,
      skipped: 0,
      why: { code: 'no-votes', values: {} },
    });
    expect(median).toBeNull();
  });

  it('calls the one who reads the guideline differently an outlier, and nobody else', () => {
    expect(
      panel([0.95, 0.94, 0.93, 0.95, 0.6], 100).annotators.map(({ outlier }) => outlier),
    ).toEqual([false, false, false, false, true]);
    expect(
      panel([0.95, 0.94, 0.93, 0.95, 0.94], 100).annotators.some(({ outlier }) => outlier),
    ).toBe(false);
  });

  it('calls nobody an outlier for a difference that nobody would act on', () => {
    // 98.7 %, 98.8 % and 98.1 %: more than 3 deviations of 0.1 points apart, and more than chance,
    // but not twice as often as the 1.3 % of the median.
    const isOutlier = (value: number, median: number, deviation: number): boolean => {
      const estimates = [median - deviation, median, median + deviation, value].map((one) => ({
        value: one,
        n: 1e6,
        skipped: 0,
        interval: [one, one] as const,
        method: { code: 'no-interval-asked', values: {} },
      }));
      return outliers(estimates, [true, true, true, false], outlierRule).isOutlier[3];
    };
    expect(tellingGap(0.987)).toBeCloseTo(0.013, 12);
    expect(isOutlier(0.981, 0.987, 0.001)).toBe(false);
    expect(isOutlier(0.974, 0.987, 0.001)).toBe(true);
    // Where everybody else is always right, a point; where everybody differs often, five.
    expect([
      isOutlier(0.995, 1, 0),
      isOutlier(0.99, 1, 0),
      isOutlier(0.66, 0.7, 0.01),
      isOutlier(0.65, 0.7, 0.01),
    ]).toEqual([false, true, false, true]);
    expect(isOutlier(0.6, 0.7, 0.05)).toBe(false);
  });

  it('calls nobody an outlier on fewer than 20 votes', () => {
    expect(panel([1, 1, 1, 1, 0], 19).annotators[4]).toMatchObject({
      agreement: { value: 0, n: 19 },
      outlier: false,
    });
    expect(panel([1, 1, 1, 1, 0], 20).annotators[4]).toMatchObject({
      agreement: { value: 0, n: 20 },
      outlier: true,
    });
  });

  it('hears a weight of 0 but never counts it', () => {
    const without = panel([0.9, 0.9, 0.8], 60);
    const { annotators, median } = panel([0.9, 0.9, 0.8], 60, [1, 1, 1]);
    expect(annotators).toEqual(without.annotators);
    const random = seededRandom('rule');
    const rows = Array.from({ length: 60 }, (_, unit) => [
      [unit, 0, unit % 2, 1],
      [unit, 1, unit % 2, 1],
      [unit, 2, unit % 2, 1],
      [unit, 3, random.integer(2), 0],
    ]).flat();
    const heard = leaveOneOut(votesFrom(rows));
    expect(heard.annotators.slice(0, 3)).toEqual(
      leaveOneOut(votesFrom(rows.filter(([, annotator]) => annotator < 3))).annotators,
    );
    expect(heard.annotators[3].agreement.n).toBe(60);
    expect(heard.annotators[3].outlier).toBe(true);
    expect(heard.median).toBe(1);
    expect(median).not.toBeNull();
  });

  it('permuting votes, annotators and units permutes the result', () => {
    const rows = fc.array(fc.tuple(fc.nat(5), fc.nat(3), fc.nat(2), fc.constantFrom(0, 1, 2)), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(rows, fc.nat(), (input, shift) => {
        const sizes = { units: 6, annotators: 4, categories: 3 };
        const before = leaveOneOut(votesFrom(input, sizes)).annotators;
        const after = leaveOneOut(
          votesFrom(
            input
              .toReversed()
              .map(([unit, annotator, answer, weight]) => [
                (unit + shift) % 6,
                (annotator + shift) % 4,
                answer,
                weight,
              ]),
            sizes,
          ),
        ).annotators;
        expect(before.map((_, annotator) => after[(annotator + shift) % 4])).toEqual(before);
      }),
      { seed: 1 },
    );
  });

  it('refuses votes that are out of range', () => {
    expect(() => leaveOneOut(votesFrom([[0, 0, 3]], { categories: 2 }))).toThrow(
      'answer of vote 0 is 3',
    );
  });
});
