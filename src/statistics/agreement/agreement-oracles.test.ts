import { reasonCodes } from '../reason.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alphaStandardError } from './alpha-variance.ts';
import { brennanPrediger } from './brennan-prediger.ts';
import { cohenKappa, cohenKappaMaximum, cohenKappaNullTest } from './cohen-kappa.ts';
import { confusion, confusionOfTable, confusionTable } from './confusion.ts';
import { congerKappa } from './conger-kappa.ts';
import type { Estimate, Interval } from '../estimate.ts';
import { fleissKappa, fleissKappaNullTest, fleissKappaPerCategory } from './fleiss-kappa.ts';
import { gwetAc } from './gwet-ac.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { labelPatterns, labelRatings } from './label-masks.ts';
import { macroMean } from './macro-mean.ts';
import { pairwiseAgreement } from './pairwise-agreement.ts';
import { percentAgreement, percentAgreementOfTwo, unanimousShare } from './percent-agreement.ts';
import { ratingPatterns } from './rating-patterns.ts';
import type { Ratings } from './ratings.ts';
import { ratingsFromRows } from './ratings.ts';
import { studentTQuantile } from '../student-t.ts';
import type { AgreementWeights } from './weights.ts';
import {
  customWeights,
  identityWeights,
  linearWeights,
  ordinalWeights,
  positions,
  quadraticWeights,
} from './weights.ts';

// The expected numbers are those of the programs that each fixture names under "source", with their
// versions.

interface Reference {
  readonly value: number;
  readonly pa?: number;
  readonly pe?: number;
  readonly se?: number;
  readonly ci95?: Interval;
}

const { datasets } = load<{
  readonly datasets: Readonly<
    Record<
      string,
      { readonly categories: (number | string)[]; readonly codes: string | number[][] }
    >
  >;
}>('agreement-datasets');

describe('Cohen’s kappa equals statsmodels', () => {
  interface Cohen {
    readonly kappa: number;
    readonly ase: number;
    readonly ci95: Interval;
    readonly ase_null: number;
    readonly z: number;
    readonly kappa_max?: number;
  }
  const { cases } = load<{
    readonly cases: readonly {
      readonly id: string;
      readonly measure: string;
      readonly dataset?: string;
      readonly input?: Record<string, unknown>;
      readonly expected: Record<string, unknown>;
    }[];
  }>('agreement-cohen');

  it.each(cases.filter(({ measure }) => measure === 'cohen_kappa'))(
    '$id',
    ({ dataset, expected }) => {
      const { ratings, categories } = dataOf(dataset);
      const cells = confusion(ratings);
      expect(confusionTable(cells)).toEqual(expected['table']);
      expect(cells.n).toBe(expected['n_used']);
      expect(cells.skipped).toBe(ratings.units - cells.n);
      expect(percentAgreementOfTwo(cells).value).toBeCloseTo(
        expected['percent_agreement'] as number,
        12,
      );
      const places = positions(categories.length);
      checkCohen(expected['unweighted'] as Cohen, identityWeights(categories.length));
      checkCohen(expected['linear'] as Cohen, linearWeights(places));
      checkCohen(expected['quadratic'] as Cohen, quadraticWeights(places));
      expect(cohenKappaMaximum(cells)).toBeCloseTo(
        (expected['unweighted'] as Cohen).kappa_max ?? NaN,
        10,
      );
      const pairs = ratingPatterns(onlyComplete(ratings));
      expect(fleissKappa(pairs).value).toBeCloseTo(expected['scott_pi'] as number, 10);
      expect(brennanPrediger(pairs).value).toBeCloseTo(expected['bennett_s'] as number, 10);

      function checkCohen(reference: Cohen, weights: AgreementWeights): void {
        const kappa = cohenKappa(cells, { weights, interval: 'gwet' });
        expectEstimate(kappa, { value: reference.kappa, ci95: reference.ci95 });
        expect(kappa).toMatchObject({
          n: expected['n_used'],
          method: { code: 'interval-fleiss-cohen-everitt' },
        });
        const atChance = cohenKappaNullTest(cells, { weights });
        expect(atChance?.standardError).toBeCloseTo(reference.ase_null, 10);
        expect(atChance?.z).toBeCloseTo(reference.z, 8);
      }
    },
  );

  it.each(cases.filter(({ measure }) => measure === 'cohen_kappa_custom_weights'))(
    '$id',
    ({ input, expected }) => {
      const cells = confusionOfTable(input?.['table'] as number[][]);
      const weights = customWeights(input?.['disagreement_weights'] as number[][]);
      expectEstimate(cohenKappa(cells, { weights, interval: 'gwet' }), {
        value: expected['kappa'] as number,
        ci95: expected['ci95'] as Interval,
      });
      expect(cohenKappaNullTest(cells, { weights })?.standardError).toBeCloseTo(
        expected['ase_null'] as number,
        10,
      );
      expect(cohenKappaNullTest(cells, { weights })?.z).toBeCloseTo(expected['z'] as number, 8);
    },
  );

  it.each(cases.filter(({ measure }) => measure === 'cohen_kappa_domain'))(
    '$id',
    ({ input, expected }) => {
      for (const [name, domain] of Object.entries(input?.['domains'] as Record<string, number[]>)) {
        const cells = confusion(ratingsFromRows(input?.['ratings'] as (number | null)[][], domain));
        const reference = expected[name] as Record<string, number>;
        const places = positions(domain.length);
        expect(cohenKappa(cells).value).toBeCloseTo(reference['unweighted'], 10);
        expect(cohenKappa(cells, { weights: linearWeights(places) }).value).toBeCloseTo(
          reference['linear'],
          10,
        );
        expect(cohenKappa(cells, { weights: quadraticWeights(places) }).value).toBeCloseTo(
          reference['quadratic'],
          10,
        );
      }
    },
  );
});

describe('Fleiss’ kappa equals statsmodels, irr and irrCAC', () => {
  interface FleissExpected {
    readonly fleiss_kappa?: number;
    readonly randolph_kappa?: number;
    readonly se_null_fleiss1979?: number;
    readonly z_null?: number;
    readonly per_category?: readonly number[];
    readonly irrCAC: { readonly kappa: number; readonly se: number; readonly ci95: Interval };
    readonly conger_exact_kappa?: number;
    readonly light_kappa?: number;
    readonly per_label?: readonly Record<string, number>[];
  }
  const { cases } = load<{
    readonly cases: readonly {
      readonly id: string;
      readonly dataset?: string;
      readonly input?: { readonly units: string[][]; readonly labels: number };
      readonly expected: FleissExpected;
    }[];
  }>('agreement-fleiss');

  it.each(cases.filter(({ dataset }) => dataset !== undefined))('$id', ({ dataset, expected }) => {
    const { ratings } = dataOf(dataset);
    const patterns = ratingPatterns(ratings);
    const kappa = fleissKappa(patterns, { interval: 'gwet' });
    expectEstimate(
      kappa,
      { value: expected.irrCAC.kappa, se: expected.irrCAC.se, ci95: expected.irrCAC.ci95 },
      ratedUnits(ratings),
    );
    if (expected.fleiss_kappa === undefined) {
      expect(fleissKappaNullTest(patterns)).toBeNull();
      return;
    }
    expect(kappa).toMatchObject({
      method: { code: 'interval-gwet' },
      n: ratings.units,
      skipped: 0,
    });
    expect(kappa.value).toBeCloseTo(expected.fleiss_kappa, 10);
    expect(brennanPrediger(patterns).value).toBeCloseTo(expected.randolph_kappa ?? NaN, 10);
    expect(fleissKappaNullTest(patterns)?.standardError).toBeCloseTo(
      expected.se_null_fleiss1979 ?? NaN,
      10,
    );
    expect(fleissKappaNullTest(patterns)?.z).toBeCloseTo(expected.z_null ?? NaN, 8);
    expectAll(
      fleissKappaPerCategory(patterns).map(({ value }) => value),
      expected.per_category ?? [],
    );
    if (expected.conger_exact_kappa !== undefined) {
      expect(congerKappa(ratings).value).toBeCloseTo(expected.conger_exact_kappa, 10);
    }
    if (expected.light_kappa !== undefined) {
      const light = macroMean(pairwiseAgreement(ratings).map((pair) => pair.kappa));
      expect(light.value).toBeCloseTo(expected.light_kappa, 10);
    }
  });

  it.each(cases.filter(({ input }) => input !== undefined))(
    '$id: every label of a panel, from masks',
    ({ input, expected }) => {
      const masks = masksOf(
        (input?.units ?? []).map((unit) => unit.map(maskOfText)),
        input?.labels ?? 0,
      );
      const patterns = labelPatterns(masks);
      for (const [label, reference] of (expected.per_label ?? []).entries()) {
        expect(fleissKappa(patterns[label]).value).toBeCloseTo(reference['fleiss_kappa'], 10);
        expect(krippendorffAlpha(patterns[label]).value).toBeCloseTo(
          reference['krippendorff_nominal'],
          10,
        );
        expectEstimate(
          gwetAc(patterns[label], { interval: 'gwet' }),
          { value: reference['ac1'], se: reference['ac1_se'] },
          masks.units,
        );
        expect(percentAgreement(patterns[label]).value).toBeCloseTo(
          reference['percent_agreement_pairwise'],
          10,
        );
        const pairs = pairwiseAgreement(labelRatings(masks, label));
        expect(macroMean(pairs.map((pair) => pair.kappa)).value).toBeCloseTo(
          reference['mean_pairwise_cohen'],
          10,
        );
      }
    },
  );
});

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

function load<Content>(name: string): Content {
  return JSON.parse(
    readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'),
  ) as Content;
}

function dataOf(name: string | undefined): {
  readonly ratings: Ratings;
  readonly categories: (number | string)[];
} {
  const { categories, codes } = datasets[name ?? ''];
  const rows =
    typeof codes === 'string'
      ? codes
          .split(' ')
          .map((word) =>
            Array.from(word, (digit) => (digit === '.' ? null : categories[Number(digit)])),
          )
      : codes.map((row) => row.map((code) => (code < 0 ? null : categories[code])));
  return { ratings: ratingsFromRows(rows, categories), categories };
}

function masksOf(rows: readonly (readonly number[])[], labels: number) {
  return {
    units: rows.length,
    annotators: rows[0].length,
    labels,
    masks: Uint16Array.from(rows.flat()),
  };
}

/** '100…' is label 0. */
function maskOfText(text: string): number {
  return Array.from(text).reduce((mask, digit, label) => mask | (Number(digit) << label), 0);
}

function onlyComplete(ratings: Ratings): Ratings {
  const rows = Array.from({ length: ratings.units }, (_, unit) =>
    Array.from(ratings.codes.subarray(unit * ratings.annotators, (unit + 1) * ratings.annotators)),
  ).filter((row) => row.every((code) => code >= 0));
  return ratingsFromRows(rows, [...positions(ratings.categories)]);
}

function ratedUnits(ratings: Ratings): number {
  let rated = 0;
  for (let unit = 0; unit < ratings.units; unit++) {
    if (
      ratings.codes
        .subarray(unit * ratings.annotators, (unit + 1) * ratings.annotators)
        .some((code) => code >= 0)
    )
      rated++;
  }
  return rated;
}

function namedWeights(
  name: string,
  categories: number,
  values: ArrayLike<number> | readonly (number | string)[],
): AgreementWeights {
  if (name === 'linear') return linearWeights(values as ArrayLike<number>);
  if (name === 'quadratic') return quadraticWeights(values as ArrayLike<number>);
  return name === 'ordinal' ? ordinalWeights(categories) : identityWeights(categories);
}

function expectAll(actual: readonly (number | null)[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [index, value] of expected.entries()) expectNear(actual[index], value);
}

/** To 1e-9: some of the references' own quantiles are no better. */
function expectNear(actual: number | null, expected: number): void {
  expect(actual).not.toBeNull();
  expect(Math.abs((actual ?? NaN) - expected), `${actual} instead of ${expected}`).toBeLessThan(
    1e-9,
  );
}

/** The standard error is read back from the lower bound, which is never cut off. */
function expectEstimate(estimate: Estimate, reference: Reference, rated?: number): void {
  expect(estimate.value).toBeCloseTo(reference.value, 10);
  if (estimate.value === null) return;
  if (reference.ci95 !== undefined) expectAll(estimate.interval ?? [], reference.ci95);
  if (reference.se !== undefined && rated !== undefined && estimate.interval !== null) {
    const standardError =
      (estimate.value - estimate.interval[0]) / studentTQuantile(0.975, rated - 1);
    expectNear(standardError, reference.se);
  }
}
