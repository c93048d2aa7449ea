import { reasonCodes } from '../reason.ts';
import { describe, expect, it } from 'vitest';
import { alphaStandardError } from './alpha-variance.ts';
import { brennanPrediger } from './brennan-prediger.ts';
import { cohenKappa } from './cohen-kappa.ts';
import { confusion } from './confusion.ts';
import { congerKappa } from './conger-kappa.ts';
import type { Estimate, Interval } from '../estimate.ts';
import { fleissKappa } from './fleiss-kappa.ts';
import { gwetAc } from './gwet-ac.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { percentAgreement, unanimousShare } from './percent-agreement.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';
import type { AgreementWeights } from './weights.ts';
import {
  identityWeights,
  linearWeights,
  ordinalWeights,
  positions,
  quadraticWeights,
} from './weights.ts';
import {
  load,
  dataOf,
  onlyComplete,
  ratedUnits,
  expectAll,
  expectEstimate,
} from '../../../test/agreement-references.ts';
import type { Reference } from '../../../test/agreement-references.ts';

describe('AC1, AC2, Brennan–Prediger, Conger, Fleiss and percent agreement equal irrCAC', () => {
  type Weighted = Readonly<
    Record<'gwet' | 'brennan_prediger' | 'conger' | 'fleiss' | 'percent_agreement', Reference>
  > & { readonly weights_matrix: readonly (readonly number[])[] };
  const { cases } = load<{
    readonly cases: readonly {
      readonly id: string;
      readonly dataset: string;
      readonly expected: Readonly<Record<string, Weighted>>;
      readonly unanimousPercent: number | null;
    }[];
  }>('agreement-gwet');

  it.each(cases)('$id', ({ dataset, expected, unanimousPercent }) => {
    const { ratings, categories } = dataOf(dataset);
    const patterns = ratingPatterns(ratings);
    const rated = ratedUnits(ratings);
    const values = categories.every((category) => typeof category === 'number')
      ? categories
      : positions(categories.length);
    for (const [name, reference] of Object.entries(expected)) {
      const weights = namedWeights(name, categories.length, values);
      for (const [first, row] of reference.weights_matrix.entries()) {
        expectAll(
          row.map((_, second) => 1 - weights.disagreement(first, second)),
          row,
        );
      }
      const options = { weights, interval: 'gwet' } as const;
      expectEstimate(gwetAc(patterns, options), reference.gwet, rated);
      expectEstimate(brennanPrediger(patterns, options), reference.brennan_prediger, rated);
      expectEstimate(fleissKappa(patterns, options), reference.fleiss, rated);
      expectEstimate(percentAgreement(patterns, options), reference.percent_agreement, rated);
      expectEstimate(congerKappa(ratings, { weights }), reference.conger, rated);
    }
    const complete = unanimousShare(ratingPatterns(onlyComplete(ratings)), { interval: 'gwet' });
    if (unanimousPercent !== null) expect(complete.value).toBeCloseTo(unanimousPercent / 100, 10);
  });
});

describe('Krippendorff’s alpha equals fast-krippendorff, and its interval irrCAC for R', () => {
  const { cases } = load<{
    readonly cases: readonly {
      readonly id: string;
      readonly dataset: string;
      readonly expected: Readonly<Record<string, number>> & {
        readonly nominal_irrCAC?: {
          readonly alpha: number;
          readonly se: number;
          readonly ci95: Interval;
        };
      };
    }[];
  }>('agreement-krippendorff');

  it.each(cases)('$id', ({ dataset, expected }) => {
    const { ratings, categories } = dataOf(dataset);
    const patterns = ratingPatterns(ratings);
    const values = categories as number[];
    expect(krippendorffAlpha(patterns).value).toBeCloseTo(expected['nominal'], 10);
    const ordinal = krippendorffAlpha(patterns, { metric: { kind: 'ordinal' } }).value;
    expect(ordinal).toBeCloseTo(expected['ordinal'] ?? expected['ordinal_by_domain_order'], 10);
    if (expected['interval'] !== undefined) {
      expect(
        krippendorffAlpha(patterns, { metric: { kind: 'interval', values } }).value,
      ).toBeCloseTo(expected['interval'], 10);
    }
    if (expected['ratio'] !== undefined) {
      expect(krippendorffAlpha(patterns, { metric: { kind: 'ratio', values } }).value).toBeCloseTo(
        expected['ratio'],
        10,
      );
    }
    const reference = expected.nominal_irrCAC;
    if (reference === undefined) return;
    expectEstimate(krippendorffAlpha(patterns, { interval: 'gwet' }), {
      value: reference.alpha,
      ci95: reference.ci95,
    });
    expect(
      alphaStandardError(patterns, identityWeights(categories.length))?.standardError,
    ).toBeCloseTo(reference.se, 10);
  });
});

describe('input without variance, pairs or units', () => {
  const { cases } = load<{
    readonly cases: readonly {
      readonly id: string;
      readonly ratings: readonly (readonly (number | null)[])[];
      readonly categories: number[];
      readonly recommended: Readonly<Record<string, number | null>>;
      readonly reference: Readonly<Record<string, number | Interval>>;
    }[];
  }>('agreement-degenerate');

  it.each(cases)('$id', ({ ratings: rows, categories, recommended, reference }) => {
    const ratings = ratingsFromRows(rows, categories);
    const patterns = ratingPatterns(ratings);
    const alpha = (kind: 'interval' | 'ordinal'): Estimate =>
      krippendorffAlpha(patterns, {
        metric: kind === 'ordinal' ? { kind } : { kind, values: categories },
      });
    const ours: Record<string, Estimate> = {
      fleiss: fleissKappa(patterns, { interval: 'gwet' }),
      ac1: gwetAc(patterns, { interval: 'gwet' }),
      alpha: krippendorffAlpha(patterns, { interval: 'gwet' }),
      percent_agreement: percentAgreement(patterns, { interval: 'gwet' }),
    };
    if (ratings.annotators === 2 || ratings.units === 0)
      ours['cohen'] = cohenKappa(confusion(ratings), { interval: 'gwet' });
    for (const [measure, value] of Object.entries(recommended)) {
      if (value === null)
        expect(ours[measure], measure).toMatchObject({
          value: null,
          why: { code: expect.toBeOneOf([...reasonCodes]) },
        });
      else expect(ours[measure].value, measure).toBeCloseTo(value, 10);
    }
    const others = {
      ...ours,
      percent: ours['percent_agreement'],
      brennanPrediger: brennanPrediger(patterns, { interval: 'gwet' }),
    };
    for (const [measure, estimate] of Object.entries(others)) {
      const value = reference[measure];
      if (recommended[measure] === undefined && typeof value === 'number')
        expect(estimate.value, measure).toBeCloseTo(value, 10);
      const interval = reference[`${measure}Interval`];
      if (estimate.value !== null && Array.isArray(interval))
        expectAll(estimate.interval ?? [], interval);
    }
    for (const [measure, kind] of [
      ['alphaInterval', 'interval'],
      ['alphaOrdinal', 'ordinal'],
    ] as const) {
      if (typeof reference[measure] === 'number')
        expect(alpha(kind).value).toBeCloseTo(reference[measure], 10);
    }
  });

  it('zeros on a ratio scale are equal to each other', () => {
    // fast-krippendorff 0.8.3.dev0
    const ratings = ratingsFromRows(
      [
        [0, 0, 0],
        [0, 1, 0],
        [1, 1, 1],
        [2, 3, 2],
        [0, 0, 5],
      ],
      [0, 1, 2, 3, 5],
    );
    const alpha = krippendorffAlpha(ratingPatterns(ratings), {
      metric: { kind: 'ratio', values: [0, 1, 2, 3, 5] },
    });
    expect(alpha.value).toBeCloseTo(0.5253962336991035, 12);
  });
});

function namedWeights(
  name: string,
  categories: number,
  values: ArrayLike<number> | readonly (number | string)[],
): AgreementWeights {
  if (name === 'linear') return linearWeights(values as ArrayLike<number>);
  if (name === 'quadratic') return quadraticWeights(values as ArrayLike<number>);
  return name === 'ordinal' ? ordinalWeights(categories) : identityWeights(categories);
}
