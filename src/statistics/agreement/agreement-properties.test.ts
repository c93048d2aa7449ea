import { reasonCodes } from '../reason.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brennanPrediger } from './brennan-prediger.ts';
import { cohenKappa } from './cohen-kappa.ts';
import { confusion } from './confusion.ts';
import { congerKappa } from './conger-kappa.ts';
import type { Estimate } from '../estimate.ts';
import { fleissKappa, fleissKappaPerCategory } from './fleiss-kappa.ts';
import { gwetAc } from './gwet-ac.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { percentAgreement, unanimousShare } from './percent-agreement.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';
import { specificAgreement } from './specific-agreement.ts';
import {
  customWeights,
  linearWeights,
  ordinalWeights,
  positions,
  quadraticWeights,
} from './weights.ts';

type Rows = readonly (readonly (number | null)[])[];
type Measure = (rows: Rows) => Estimate;

const domain = [0, 1, 2, 3];
const bootstrap = { resamples: 30, seed: 1 };
const distinct = domain.map((a) => domain.map((b) => (a === b ? 0 : 1)));
const patternsOf = (rows: Rows, categories = domain) =>
  ratingPatterns(ratingsFromRows(rows, categories));

/** Measures in which every category is as far from the others. */
const nominal: Readonly<Record<string, Measure>> = {
  'percent agreement': (rows) => percentAgreement(patternsOf(rows)),
  unanimity: (rows) => unanimousShare(patternsOf(rows)),
  'Fleiss’ kappa': (rows) => fleissKappa(patternsOf(rows)),
  'Conger’s kappa': (rows) => congerKappa(ratingsFromRows(rows, domain)),
  'Gwet’s AC1': (rows) => gwetAc(patternsOf(rows)),
  'Brennan–Prediger': (rows) => brennanPrediger(patternsOf(rows)),
  'alpha, bootstrap': (rows) => krippendorffAlpha(patternsOf(rows), { bootstrap }),
  'alpha, Gwet': (rows) => krippendorffAlpha(patternsOf(rows), { interval: 'gwet' }),
};

const weighted: Readonly<Record<string, Measure>> = {
  'Gwet’s AC2, ordinal': (rows) => gwetAc(patternsOf(rows), { weights: ordinalWeights(4) }),
  'Gwet’s AC2, quadratic': (rows) =>
    gwetAc(patternsOf(rows), { weights: quadraticWeights([0, 1, 5, 7]) }),
  'Brennan–Prediger, linear': (rows) =>
    brennanPrediger(patternsOf(rows), { weights: linearWeights(domain) }),
  'Fleiss’ kappa, linear': (rows) =>
    fleissKappa(patternsOf(rows), { weights: linearWeights(domain) }),
  'Conger’s kappa, quadratic': (rows) =>
    congerKappa(ratingsFromRows(rows, domain), { weights: quadraticWeights(domain) }),
  'alpha, ordinal': (rows) => krippendorffAlpha(patternsOf(rows), { metric: { kind: 'ordinal' } }),
  'alpha, interval': (rows) =>
    krippendorffAlpha(patternsOf(rows), { metric: { kind: 'interval', values: domain } }),
  'alpha, ratio': (rows) =>
    krippendorffAlpha(patternsOf(rows), { metric: { kind: 'ratio', values: domain } }),
};

const cohen: Readonly<Record<string, Measure>> = {
  'Cohen’s kappa': (rows) => cohenKappa(confusion(ratingsFromRows(rows, domain))),
  'Cohen’s kappa, linear': (rows) =>
    cohenKappa(confusion(ratingsFromRows(rows, domain)), { weights: linearWeights(positions(4)) }),
  'Cohen’s kappa, quadratic': (rows) =>
    cohenKappa(confusion(ratingsFromRows(rows, domain)), {
      weights: quadraticWeights(positions(4)),
    }),
};

const answer = fc.option(fc.nat(3), { nil: null, freq: 5 });
const rowsFor = (annotators: number, of: fc.Arbitrary<number | null> = answer) =>
  fc.array(fc.array(of, { minLength: annotators, maxLength: annotators }), { maxLength: 25 });
const someRows = fc.integer({ min: 1, max: 5 }).chain((annotators) => rowsFor(annotators));
const completeRows = fc
  .integer({ min: 2, max: 4 })
  .chain((annotators) => rowsFor(annotators, fc.nat(3)));

describe.each(Object.entries({ ...nominal, ...weighted, ...cohen }))('%s', (name, measure) => {
  const isForTwo = name.startsWith('Cohen');
  const input = isForTwo ? rowsFor(2) : someRows;

  it('gives a number with finite bounds, or a reason with its code', () => {
    check(input, (rows) => {
      const estimate = measure(rows);
      expect(estimate.n + estimate.skipped).toBe(rows.length);
      if (estimate.value === null) {
        expect(reasonCodes).toContain(estimate.why.code);
        return;
      }
      expect(Number.isFinite(estimate.value)).toBe(true);
      expect(estimate.value).toBeLessThanOrEqual(1);
      expect(reasonCodes).toContain(estimate.method.code);
      for (const bound of estimate.interval ?? []) expect(Number.isFinite(bound)).toBe(true);
      if (estimate.interval !== null)
        expect(estimate.interval[0]).toBeLessThanOrEqual(estimate.interval[1]);
    });
  });

  it('does not change when units or annotators change places', () => {
    check(input, (rows) => {
      expectSame(measure(rows.toReversed()), measure(rows));
      expectSame(measure(rows.map((row) => row.toReversed())), measure(rows));
    });
  });

  it('does not change with a unit that nobody rated, except in what was skipped', () => {
    check(input, (rows) => {
      if (rows.length === 0) return;
      const estimate = measure(rows);
      expect(measure([...rows, rows[0].map(() => null)])).toEqual({
        ...estimate,
        skipped: estimate.skipped + 1,
      });
    });
  });

  it('is 1 under full agreement on two or more categories', () => {
    check(fc.array(fc.nat(3), { minLength: 1, maxLength: 20 }), (truths) => {
      if (new Set(truths).size > 1)
        expect(measure(truths.map((truth) => [truth, truth])).value).toBe(1);
    });
  });

  it('has no value, or 1, when all answers are the same', () => {
    const hasOne = /percent|unanimity|AC|Brennan/.test(name);
    check(fc.array(fc.nat(3), { minLength: 1, maxLength: 60 }), (truths) => {
      expect(measure(truths.map(() => [truths[0], truths[0]])).value).toBe(hasOne ? 1 : null);
    });
  });
});

// Alpha is the exception: it corrects for the number of answers, which grows.
const withoutAlpha = Object.entries({ ...nominal, ...weighted, ...cohen }).filter(
  ([name]) => !name.startsWith('alpha'),
);

describe.each(withoutAlpha)('%s', (name, measure) => {
  it('keeps its value when every unit is there three times, and n is three times as large', () => {
    check(name.startsWith('Cohen') ? rowsFor(2) : someRows, (rows) => {
      const once = measure(rows);
      const thrice = measure([...rows, ...rows, ...rows]);
      expect(thrice.n).toBe(3 * once.n);
      expectClose(thrice.value, once.value);
    });
  });
});

describe.each(Object.entries({ ...nominal, 'Cohen’s kappa': cohen['Cohen’s kappa'] }))(
  '%s',
  (name, measure) => {
    it('does not change when the categories get other names', () => {
      check(name.startsWith('Cohen') ? rowsFor(2) : someRows, (rows) => {
        const renamed = rows.map((row) =>
          row.map((code) => (code === null ? null : [2, 0, 3, 1][code])),
        );
        const estimate = measure(rows);
        expectClose(measure(renamed).value, estimate.value);
        expect(measure(renamed)).toMatchObject({ n: estimate.n, skipped: estimate.skipped });
      });
    });
  },
);

describe('measures that agree with each other', () => {
  it('alpha of the doubled data follows from the number of answers', () => {
    // α = 1 − (N − 1) O / E: O doubles, E quadruples, N doubles.
    check(someRows, (rows) => {
      const once = krippendorffAlpha(patternsOf(rows)).value;
      const twice = krippendorffAlpha(patternsOf([...rows, ...rows])).value;
      const answers = rows
        .map((row) => row.filter((code) => code !== null).length)
        .filter((count) => count >= 2);
      const total = answers.reduce((sum, count) => sum + count, 0);
      expectClose(
        twice,
        once === null ? null : 1 - ((1 - once) * (2 * total - 1)) / (2 * (total - 1)),
      );
    });
  });

  it('nominal alpha is alpha with distance 0 and 1', () => {
    check(someRows, (rows) => {
      const metric = {
        kind: 'distance',
        distance: (a: number, b: number) => (a === b ? 0 : 1),
      } as const;
      expectClose(
        krippendorffAlpha(patternsOf(rows), { metric }).value,
        krippendorffAlpha(patternsOf(rows)).value,
      );
    });
  });

  it('all metrics of alpha are one with two categories', () => {
    check(rowsFor(3, fc.option(fc.nat(1), { nil: null })), (rows) => {
      const patterns = patternsOf(rows, [0, 1]);
      const alpha = krippendorffAlpha(patterns).value;
      expectClose(krippendorffAlpha(patterns, { metric: { kind: 'ordinal' } }).value, alpha);
      expectClose(
        krippendorffAlpha(patterns, { metric: { kind: 'interval', values: [3, 8] } }).value,
        alpha,
      );
      expectClose(
        krippendorffAlpha(patterns, { metric: { kind: 'ratio', values: [0, 1] } }).value,
        alpha,
      );
    });
  });

  it('alpha is Fleiss’ kappa plus its small-sample term on complete data', () => {
    // α = κ + (1 − κ)/N, N the number of answers.
    check(completeRows, (rows) => {
      const kappa = fleissKappa(patternsOf(rows)).value;
      const expected = kappa === null ? null : kappa + (1 - kappa) / rows.flat().length;
      expectClose(krippendorffAlpha(patternsOf(rows)).value, expected);
    });
  });

  it('Fleiss’ kappa with quadratic weights is interval alpha without that term', () => {
    check(completeRows, (rows) => {
      const kappa = fleissKappa(patternsOf(rows), { weights: quadraticWeights(domain) }).value;
      const expected = kappa === null ? null : kappa + (1 - kappa) / rows.flat().length;
      expectClose(
        krippendorffAlpha(patternsOf(rows), { metric: { kind: 'interval', values: domain } }).value,
        expected,
      );
    });
  });

  it('weights that tell only equal from unequal change nothing', () => {
    const weights = customWeights(distinct);
    check(someRows, (rows) => {
      const patterns = patternsOf(rows);
      for (const measure of [percentAgreement, fleissKappa, gwetAc, brennanPrediger]) {
        expectClose(measure(patterns, { weights }).value, measure(patterns).value);
      }
      const ratings = ratingsFromRows(rows, domain);
      expectClose(congerKappa(ratings, { weights }).value, congerKappa(ratings).value);
    });
    check(rowsFor(2), (rows) => {
      const cells = confusion(ratingsFromRows(rows, domain));
      expectClose(cohenKappa(cells, { weights }).value, cohenKappa(cells).value);
    });
  });

  it('weighted and plain Cohen’s kappa are one with two categories', () => {
    check(rowsFor(2, fc.option(fc.nat(1), { nil: null })), (rows) => {
      const cells = confusion(ratingsFromRows(rows, [0, 1]));
      for (const weights of [linearWeights([0, 1]), quadraticWeights([0, 1])]) {
        expectSame(cohenKappa(cells, { weights }), cohenKappa(cells));
      }
    });
  });

  it('Fleiss’ kappa of each of two categories is that of both', () => {
    check(rowsFor(3, fc.option(fc.nat(1), { nil: null })), (rows) => {
      const patterns = patternsOf(rows, [0, 1]);
      for (const estimate of fleissKappaPerCategory(patterns))
        expectClose(estimate.value, fleissKappa(patterns).value);
    });
  });

  it('percent agreement is the mean of specific agreements, weighted by category use', () => {
    check(completeRows, (rows) => {
      const patterns = patternsOf(rows);
      const answers = rows.flat();
      let mean = 0;
      for (const category of domain) {
        const chosen = answers.filter((code) => code === category).length;
        if (chosen > 0)
          mean += (chosen / answers.length) * (specificAgreement(patterns, category).value ?? NaN);
      }
      if (rows.length > 0) expectClose(percentAgreement(patterns).value, mean);
    });
  });

  it('coefficients are never below what full disagreement gives', () => {
    check(someRows, (rows) => {
      const patterns = patternsOf(rows);
      inRange(percentAgreement(patterns), 0);
      inRange(unanimousShare(patterns), 0);
      inRange(gwetAc(patterns), -1);
      inRange(brennanPrediger(patterns), -1 / 3);
    });
    check(completeRows, (rows) => {
      // Two annotators on complete data: Fleiss' kappa is at least −1.
      const kappa = fleissKappa(patternsOf(rows.map((row) => row.slice(0, 2)))).value;
      if (kappa !== null) expect(kappa).toBeGreaterThanOrEqual(-1 - 1e-12);
    });
  });
});

function check(
  arbitrary: fc.Arbitrary<(number | null)[][]>,
  property: (rows: (number | null)[][]) => void,
): void;
function check(arbitrary: fc.Arbitrary<number[]>, property: (values: number[]) => void): void;
function check<Value>(arbitrary: fc.Arbitrary<Value>, property: (value: Value) => void): void {
  fc.assert(fc.property(arbitrary, property), { seed: 1, numRuns: 60 });
}

function inRange(estimate: Estimate, low: number): void {
  if (estimate.value !== null) expect(estimate.value).toBeGreaterThanOrEqual(low - 1e-12);
}

function expectClose(actual: number | null, expected: number | null): void {
  if (expected === null) expect(actual).toBeNull();
  else {
    expect(actual).not.toBeNull();
    expect(actual).toBeCloseTo(expected, 9);
  }
}

/** Equal up to the rounding that another order of summation brings. */
function expectSame(actual: Estimate, expected: Estimate): void {
  expect(actual).toMatchObject({ n: expected.n, skipped: expected.skipped });
  expectClose(actual.value, expected.value);
  if (actual.value === null || expected.value === null) return;
  expect(actual.method).toEqual(expected.method);
  for (const [index, bound] of (expected.interval ?? []).entries())
    expectClose(actual.interval?.[index] ?? null, bound);
}
