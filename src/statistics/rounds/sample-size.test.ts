import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { expectedKappaWidth, unitsForKappaWidth } from './sample-size.ts';

const z = 1.959963984540054;

/**
 * How many of m annotators say yes, one after the other: Pólya's urn gives the beta-binomial
 * distribution with correlation κ.
 */
const drawYes = (
  random: SeededRandom,
  { kappa, prevalence, annotators }: { kappa: number; prevalence: number; annotators: number },
): number => {
  let yes = 0;
  for (let annotator = 0; annotator < annotators; annotator++) {
    const chance = (prevalence * (1 - kappa) + yes * kappa) / (1 - kappa + annotator * kappa);
    if (random.next() < chance) yes++;
  }
  return yes;
};

const fleissKappa = (yes: readonly number[], annotators: number): number => {
  const share = yes.reduce((sum, count) => sum + count, 0) / (yes.length * annotators);
  const disagreement =
    yes.reduce(
      (sum, count) => sum + (2 * count * (annotators - count)) / (annotators * (annotators - 1)),
      0,
    ) / yes.length;
  return 1 - disagreement / (2 * share * (1 - share));
};

const widthOf = (change: object, units = 100): number =>
  expectedKappaWidth({ kappa: 0.7, prevalence: 0.2, annotators: 3, ...change }, units).width ?? 0;

const why = (change: object): string | undefined => {
  const result = expectedKappaWidth({ kappa: 0.7, prevalence: 0.2, annotators: 3, ...change }, 100);
  return result.width === null ? result.why.code : undefined;
};

describe('expectedKappaWidth', () => {
  it.each([
    { kappa: 0.7, prevalence: 0.2, annotators: 3 },
    { kappa: 0.75, prevalence: 0.5, annotators: 2 },
    { kappa: 0.4, prevalence: 0.1, annotators: 5 },
    { kappa: 0, prevalence: 0.3, annotators: 3 },
  ])(
    'is what simulated panels show: κ $kappa, prevalence $prevalence, $annotators annotators',
    (expectation) => {
      const random = seededRandom(`width ${JSON.stringify(expectation)}`);
      const units = 1000;
      const values = Array.from({ length: 1500 }, () =>
        fleissKappa(
          Array.from({ length: units }, () => drawYes(random, expectation)),
          expectation.annotators,
        ),
      );
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const deviation = Math.sqrt(
        values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
      );
      // The standard deviation of 1,500 draws is itself known to about 2 %.
      expect(
        Math.abs((2 * z * deviation) / (expectedKappaWidth(expectation, units).width ?? 0) - 1),
      ).toBeLessThan(0.06);
    },
  );

  it('is the formula of Bloch and Kraemer for two annotators', () => {
    for (const kappa of [-0.1, 0, 0.3, 0.6, 0.95]) {
      for (const prevalence of [0.2, 0.5, 0.7]) {
        const variance =
          (1 - kappa) *
          ((1 - kappa) * (1 - 2 * kappa) +
            (kappa * (2 - kappa)) / (2 * prevalence * (1 - prevalence)));
        expect(expectedKappaWidth({ kappa, prevalence, annotators: 2 }, 100).width).toBeCloseTo(
          2 * z * Math.sqrt(variance / 100),
          12,
        );
      }
    }
  });

  it('gives the documented example, and an interval that ends at 1', () => {
    const result = expectedKappaWidth({ kappa: 0.7, prevalence: 0.2, annotators: 3 }, 100);
    expect(result.width).toBeCloseTo(0.279, 3);
    const small = expectedKappaWidth({ kappa: 0.95, prevalence: 0.5, annotators: 2 }, 10);
    expect('interval' in small && small.interval[1]).toBe(1);
  });

  it('is symmetric, narrower with more units and annotators, wider for rare labels', () => {
    expect(widthOf({ prevalence: 0.8 })).toBeCloseTo(widthOf({}), 12);
    expect(widthOf({}, 400)).toBeCloseTo(widthOf({}) / 2, 12);
    expect(widthOf({ annotators: 4 })).toBeLessThan(widthOf({}));
    expect(widthOf({ prevalence: 0.05 })).toBeGreaterThan(widthOf({}));
    expect(widthOf({ level: 0.99 })).toBeGreaterThan(widthOf({}));
  });

  it('has no value, with the reason, where κ has none or the formula says nothing', () => {
    expect(why({ annotators: 1 })).toBe('one-annotator');
    expect(why({ prevalence: 0 })).toBe('extreme-prevalence');
    expect(why({ prevalence: 1 })).toBe('extreme-prevalence');
    expect(why({ kappa: 1 })).toBe('full-kappa');
    expect(why({ kappa: -0.9 })).toBe('impossible-kappa');
  });
});

describe('unitsForKappaWidth', () => {
  it('is the smallest number whose width is at most the wanted one', () => {
    const expectation = { kappa: 0.7, prevalence: 0.2, annotators: 3 };
    expect(unitsForKappaWidth(expectation, 0.2)).toEqual({ units: 195 });
    for (const width of [0.05, 0.2, 0.37]) {
      const { units } = unitsForKappaWidth(expectation, width);
      expect(expectedKappaWidth(expectation, units ?? 0).width).toBeLessThanOrEqual(width);
      expect(expectedKappaWidth(expectation, (units ?? 0) - 1).width).toBeGreaterThan(width);
    }
  });

  it('passes on why there is none', () => {
    expect(unitsForKappaWidth({ kappa: 1, prevalence: 0.2, annotators: 3 }, 0.2)).toMatchObject({
      units: null,
      why: { code: 'full-kappa' },
    });
  });
});
