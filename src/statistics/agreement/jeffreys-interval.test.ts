import { describe, expect, it } from 'vitest';
import type { Estimate, Interval } from '../estimate.ts';
import { seededRandom } from '../seeded-random.ts';
import { cohenKappa } from './cohen-kappa.ts';
import { confusion, confusionOfTable } from './confusion.ts';
import { fleissKappa } from './fleiss-kappa.ts';
import { gwetAc } from './gwet-ac.ts';
import { jeffreysPrior } from './jeffreys-prior.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { percentAgreement, percentAgreementOfTwo } from './percent-agreement.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';
import { positiveAgreement } from './specific-agreement.ts';

const patternsOf = (rows: readonly (readonly (number | null)[])[], domain = [0, 1]) =>
  ratingPatterns(ratingsFromRows(rows, domain));
const times = <T>(count: number, row: T): T[] => Array.from({ length: count }, () => row);

/** Rows of three annotators who mostly agree, some answers missing. */
function someRows(seed: number, units: number): (number | null)[][] {
  const random = seededRandom(seed);
  return Array.from({ length: units }, () => {
    const truth = random.next() < 0.25 ? 1 : 0;
    return [0, 1, 2].map(() => {
      const draw = random.next();
      return draw < 0.1 ? null : draw < 0.22 ? 1 - truth : truth;
    });
  });
}

const measures: Readonly<
  Record<string, (rows: readonly (readonly (number | null)[])[]) => Estimate>
> = {
  'percent agreement': (rows) => percentAgreement(patternsOf(rows)),
  'Fleiss’ kappa': (rows) => fleissKappa(patternsOf(rows)),
  AC1: (rows) => gwetAc(patternsOf(rows)),
  alpha: (rows) => krippendorffAlpha(patternsOf(rows)),
  'positive agreement': (rows) => positiveAgreement(patternsOf(rows)),
  'Cohen’s kappa': (rows) => cohenKappa(confusion(ratingsFromRows(rows, [0, 1]))),
};

function intervalOf(estimate: Estimate): Interval {
  if (estimate.value === null || estimate.interval === null) throw new Error('no interval');
  return estimate.interval;
}

describe('Jeffreys’ interval', () => {
  it('of a share of the units is the quantiles of a Beta distribution', () => {
    const [low, high] = intervalOf(
      percentAgreementOfTwo(
        confusionOfTable([
          [20, 3],
          [0, 7],
        ]),
      ),
    );
    // Simpson's rule on x^26.5 (1 − x)^2.5, independent of the continued fraction.
    expect(shareBelow(low, 26.5, 2.5)).toBeCloseTo(0.025, 6);
    expect(shareBelow(high, 26.5, 2.5)).toBeCloseTo(0.975, 6);
  });

  it('of two annotators and one category more than never used is that share’s, too', () => {
    // With three patterns and half a unit each, agreement is Beta(27 + 2 · ½, 3 + ½).
    const rows = [...times(20, [0, 0]), ...times(7, [1, 1]), ...times(3, [0, 1])];
    const [low, high] = intervalOf(percentAgreement(patternsOf(rows)));
    expect(shareBelow(low, 27, 2.5)).toBeCloseTo(0.025, 6);
    expect(shareBelow(high, 27, 2.5)).toBeCloseTo(0.975, 6);
  });

  it('has a width where nobody differs, and ends at 1', () => {
    const rows = [...times(25, [0, 0]), ...times(5, [1, 1])];
    for (const [name, measure] of Object.entries(measures)) {
      const [low, high] = intervalOf(measure(rows));
      expect([name, high]).toEqual([name, 1]);
      expect(low).toBeGreaterThan(0.3);
      expect(low).toBeLessThan(0.95);
    }
  });

  it('is not there below ten units, which is the reason given', () => {
    expect(fleissKappa(patternsOf([...times(8, [0, 0]), [1, 1]]))).toMatchObject({
      value: 1,
      interval: null,
      method: { code: 'no-interval-few', values: { n: 9, least: 10 } },
    });
  });

  it.each(Object.entries(measures))('of %s keeps its laws', (name, measure) => {
    for (let seed = 1; seed <= 20; seed++) {
      const rows = someRows(seed, 30);
      const estimate = measure(rows);
      if (estimate.value === null) continue;
      const [low, high] = intervalOf(estimate);
      expect(low).toBeLessThanOrEqual(estimate.value);
      expect(high).toBeGreaterThanOrEqual(estimate.value);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeGreaterThanOrEqual(name.endsWith('agreement') ? 0 : -1);
      expect(intervalOf(measure(rows.toReversed()))).toEqual([low, high]);
      const [doubledLow, doubledHigh] = intervalOf(measure([...rows, ...rows]));
      expect(doubledHigh - doubledLow).toBeLessThan(high - low);
      const swapped = intervalOf(measure(rows.map(([a, b, c]) => [b!, a!, c!])));
      expect(swapped[0]).toBeCloseTo(low, 8);
      expect(swapped[1]).toBeCloseTo(high, 8);
    }
  });
});

describe('Jeffreys’ prior', () => {
  it('is half a unit per pattern, and two units for many patterns', () => {
    const two = jeffreysPrior(patternsOf([...times(4, [0, 0]), [1, 1]]));
    expect([...two.counts]).toEqual([1.5, 0.5, 4.5]);
    const five = jeffreysPrior(patternsOf(times(4, [0, 0, 0]), [0, 1, 2, 3, 4]));
    expect(five.counts.length).toBe(35);
    expect(five.counts.reduce((sum, count) => sum + count, 0)).toBeCloseTo(6, 12);
  });

  it('makes disagreement possible where answers have very many values', () => {
    const domain = Array.from({ length: 400 }, (_, value) => value);
    const rows = Array.from({ length: 40 }, (_, unit) => [unit, unit]);
    const [low, high] = intervalOf(krippendorffAlpha(patternsOf(rows, domain)));
    expect(high).toBe(1);
    expect(low).toBeLessThan(1);
  });
});

/** The share of the density x^a (1 − x)^b below a bound, by Simpson's rule. */
function shareBelow(bound: number, a: number, b: number): number {
  const area = (to: number): number => {
    const steps = 20_000;
    let sum = 0;
    for (let step = 0; step <= steps; step++) {
      const x = (to * step) / steps;
      const weight = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2;
      sum += weight * x ** a * (1 - x) ** b;
    }
    return (sum * to) / (3 * steps);
  };
  return area(bound) / area(1);
}
