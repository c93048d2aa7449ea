import { describe, expect, it } from 'vitest';
import { brennanPrediger } from './brennan-prediger.ts';
import { cohenKappa, cohenKappaMaximum, cohenKappaNullTest } from './cohen-kappa.ts';
import { confusion, confusionOfTable, confusionTable } from './confusion.ts';
import { congerKappa } from './conger-kappa.ts';
import type { Interval } from '../estimate.ts';
import { fleissKappa, fleissKappaNullTest, fleissKappaPerCategory } from './fleiss-kappa.ts';
import { gwetAc } from './gwet-ac.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { labelPatterns, labelRatings } from './label-masks.ts';
import { macroMean } from './macro-mean.ts';
import { pairwiseAgreement } from './pairwise-agreement.ts';
import { percentAgreement, percentAgreementOfTwo } from './percent-agreement.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';
import type { AgreementWeights } from './weights.ts';
import {
  customWeights,
  identityWeights,
  linearWeights,
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
