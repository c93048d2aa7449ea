import { describe, expect, it } from 'vitest';
import fixture from '../fixtures/proportion-intervals.json' with { type: 'json' };
import { hasValue } from '../estimate.ts';
import type { Estimate, Interval } from '../estimate.ts';
import { seededRandom } from '../seeded-random.ts';
import { clopperPearsonInterval, exactShare } from './clopper-pearson-interval.ts';
import { rateDifference } from './rate-difference.ts';
import { roganGladen } from './rogan-gladen.ts';
import { binaryCounts, sensitivitySpecificity } from './sensitivity-specificity.ts';

function intervalOf(estimate: Estimate): Interval {
  if (!hasValue(estimate) || estimate.interval === null) throw new Error('there is no interval');
  return estimate.interval;
}

describe('clopperPearsonInterval', () => {
  it.each(fixture.cases)('$count of $n as statsmodels has it', ({ count, n, clopperPearson }) => {
    const [low, high] = clopperPearsonInterval(count, n);
    expect(low).toBeCloseTo(clopperPearson[0]!, 11);
    expect(high).toBeCloseTo(clopperPearson[1]!, 11);
  });

  it('knows nothing without units, and refuses more than there are', () => {
    expect(clopperPearsonInterval(0, 0)).toEqual([0, 1]);
    expect(exactShare(0, 0, 'no-positives')).toMatchObject({ value: null });
    expect(() => clopperPearsonInterval(8, 7)).toThrow('count is 8, expected 0 to 7');
  });
});

describe('sensitivitySpecificity', () => {
  const truth = Int8Array.of(1, 1, 1, 0, 0, -1, 1);
  const judge = Int8Array.of(1, 1, 0, 0, 1, 1, -1);

  it('counts units on which both have an answer', () => {
    expect(binaryCounts(truth, judge, (code) => code === 1)).toEqual({
      truePositives: 2,
      falseNegatives: 1,
      trueNegatives: 1,
      falsePositives: 1,
    });
  });

  it('are the shares of true yes and true no that are found', () => {
    const { sensitivity, specificity } = sensitivitySpecificity(
      binaryCounts(truth, judge, (code) => code === 1),
    );
    expect(sensitivity).toMatchObject({ value: 2 / 3, n: 3 });
    expect(specificity).toMatchObject({ value: 1 / 2, n: 2 });
  });

  it('change places when yes and no do', () => {
    const yes = sensitivitySpecificity(binaryCounts(truth, judge, (code) => code === 1));
    const no = sensitivitySpecificity(binaryCounts(truth, judge, (code) => code === 0));
    expect(no.sensitivity.value).toBe(yes.specificity.value);
    expect(no.specificity.value).toBe(yes.sensitivity.value);
  });

  it('have no value without a true yes, or without a true no', () => {
    const counts = { truePositives: 0, falseNegatives: 0, trueNegatives: 3, falsePositives: 1 };
    expect(sensitivitySpecificity(counts).sensitivity).toMatchObject({
      value: null,
      why: { code: 'no-positives' },
    });
  });
});

describe('roganGladen', () => {
  const known = { truePositives: 90, falseNegatives: 10, trueNegatives: 80, falsePositives: 20 };

  it('undoes what the errors of the judge do: 0.9·π + 0.2·(1 − π) becomes π', () => {
    for (const share of [0, 0.2, 0.5, 1]) {
      const yes = 10_000 * (0.9 * share + 0.2 * (1 - share));
      expect(roganGladen({ yes, n: 10_000, known }).value).toBeCloseTo(share, 12);
    }
  });

  it('stays within 0 and 1, and its interval contains it', () => {
    for (const yes of [0, 5, 100]) {
      const estimate = roganGladen({ yes, n: 100, known });
      const { value } = estimate;
      const interval = intervalOf(estimate);
      expect(interval[0]).toBeGreaterThanOrEqual(0);
      expect(interval[1]).toBeLessThanOrEqual(1);
      expect(value! >= interval[0] && value! <= interval[1]).toBe(true);
    }
  });

  it('has no value without known yes, without known no, and for a judge by chance', () => {
    const without = (change: object): unknown =>
      roganGladen({ yes: 3, n: 9, known: { ...known, ...change } });
    expect(without({ truePositives: 0, falseNegatives: 0 })).toMatchObject({ value: null });
    expect(without({ trueNegatives: 0, falsePositives: 0 })).toMatchObject({ value: null });
    expect(without({ truePositives: 10, falseNegatives: 90 })).toMatchObject({
      value: null,
      why: { code: 'judge-by-chance' },
    });
  });

  it('holds the true share in about 95 of 100 simulated studies', () => {
    const random = seededRandom(16);
    const draw = (n: number, share: number): number => {
      let count = 0;
      for (let at = 0; at < n; at += 1) if (random.next() < share) count += 1;
      return count;
    };
    let held = 0;
    const repetitions = 2000;
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const truePositives = draw(60, 0.85);
      const trueNegatives = draw(100, 0.9);
      const yes = draw(500, 0.85 * 0.3 + 0.1 * 0.7);
      const study = {
        yes,
        n: 500,
        known: {
          truePositives,
          falseNegatives: 60 - truePositives,
          trueNegatives,
          falsePositives: 100 - trueNegatives,
        },
      };
      const [low, high] = intervalOf(roganGladen(study));
      if (low <= 0.3 && high >= 0.3) held += 1;
    }
    expect(held / repetitions).toBeGreaterThan(0.935);
    expect(held / repetitions).toBeLessThan(0.97);
  });
});

describe('rateDifference', () => {
  // Newcombe 1998, table II, method 10: 56/70 − 48/80 and 9/10 − 3/10 and 10/10 − 0/10.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 10, 0.6075, 1],
    [5, 56, 0, 29, -0.0381, 0.1926],
  ])('%i of %i less %i of %i', (a, n, b, m, low, high) => {
    const estimate = rateDifference({ count: a, n }, { count: b, n: m });
    const interval = intervalOf(estimate);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  it('has no value without units on one side', () => {
    expect(rateDifference({ count: 1, n: 2 }, { count: 0, n: 0 })).toMatchObject({ value: null });
  });
});
