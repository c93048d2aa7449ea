import { describe, expect, it } from 'vitest';
import type { LevelName } from '../src/operations/agreement/agree-ratings.ts';
import { runAssay, temporaryFolder } from './run-assay.ts';
import { load, matrixOf, measure } from './ratings-runs.ts';
import type { Reference } from './ratings-runs.ts';

// The expected numbers are those of the programs that each fixture names under "source", with their
// versions.
describe('assay agree --ratings equals its references', () => {
  const cohen = load<{
    readonly cases: readonly {
      readonly id: string;
      readonly measure: string;
      readonly dataset: string;
      readonly expected: Readonly<
        Record<
          'unweighted' | 'linear' | 'quadratic',
          { readonly kappa: number; readonly ci95: readonly [number, number] }
        >
      >;
    }[];
  }>('agreement-cohen').cases.filter((one) => one.measure === 'cohen_kappa');
  it.each(cohen)('$id: Cohen’s kappa, plain and weighted', ({ dataset, expected }) => {
    const { csv, categories } = matrixOf(dataset);
    const { measures } = measure(csv, 'ordinal', categories);
    for (const [name, key] of [
      ['cohen_kappa', 'unweighted'],
      ['cohen_kappa_linear', 'linear'],
      ['cohen_kappa_quadratic', 'quadratic'],
    ] as const) {
      expect(measures[name].value).toBeCloseTo(expected[key].kappa, 10);
      expect(measures[name]).toMatchObject({
        interval: expected[key].ci95.map((bound) => expect.closeTo(bound, 8)),
        method: { code: 'interval-fleiss-cohen-everitt' },
      });
    }
    expect(measure(csv, 'nominal', null).measures.cohen_kappa_linear).toMatchObject({
      value: null,
      why: { code: 'nominal-weights' },
    });
  });

  const gwet = load<{
    readonly cases: readonly {
      readonly id: string;
      readonly dataset: string;
      readonly expected: Readonly<
        Record<
          'identity' | 'ordinal' | 'quadratic',
          Readonly<Record<'gwet' | 'brennan_prediger' | 'fleiss' | 'percent_agreement', Reference>>
        >
      >;
    }[];
  }>('agreement-gwet').cases;
  it.each(gwet)(
    '$id: AC1, AC2, Fleiss, Brennan–Prediger and percent agreement',
    ({ dataset, expected }) => {
      const { csv, categories } = matrixOf(dataset);
      const { measures } = measure(csv, 'ordinal', categories);
      const { identity, ordinal, quadratic } = expected;
      const pairs = [
        [measures.gwet_ac1, identity.gwet],
        [measures.gwet_ac2, ordinal.gwet],
        [measures.fleiss_kappa, identity.fleiss],
        [measures.brennan_prediger, identity.brennan_prediger],
        [measures.percent_agreement, identity.percent_agreement],
      ] as const;
      for (const [estimate, reference] of pairs) {
        expect(estimate.value).toBeCloseTo(reference.value, 9);
        if (reference.ci95 !== undefined)
          expect(estimate).toMatchObject({
            interval: reference.ci95.map((bound) => expect.closeTo(bound, 7)),
          });
      }
      expect(measure(csv, 'nominal', categories).measures.gwet_ac2).toMatchObject({ value: null });
      // Evenly spaced values: the quadratic weights of positions are those of the values.
      if (categories.every((category) => Number.isInteger(Number(category))))
        expect(measure(csv, 'interval', categories).measures.gwet_ac2.value).toBeCloseTo(
          quadratic.gwet.value,
          9,
        );
    },
  );

  const krippendorff = load<{
    readonly cases: readonly {
      readonly id: string;
      readonly dataset: string;
      readonly expected: Readonly<Record<LevelName, number | undefined>>;
    }[];
  }>('agreement-krippendorff').cases;
  it.each(krippendorff)('$id: Krippendorff’s alpha on all scales', ({ dataset, expected }) => {
    const { csv } = matrixOf(dataset);
    for (const scale of ['nominal', 'ordinal', 'interval', 'ratio'] as const) {
      if (expected[scale] !== undefined)
        expect(measure(csv, scale, null).measures.krippendorff_alpha.value).toBeCloseTo(
          expected[scale],
          9,
        );
    }
  });
});

describe('the categories of ratings', () => {
  it('are declared, or those that occur, and said to be so', async () => {
    const folder = temporaryFolder({ 'm.csv': 'unit,anna,ben\nu1,1,1\nu2,1,3\nu3,3,3\nu4,,1\n' });
    const run = async (words: readonly string[]): Promise<unknown> =>
      JSON.parse(
        (
          await runAssay(
            ['agree', '--ratings', 'm.csv', '--scale', 'ordinal', '--json', ...words],
            folder,
          )
        ).out,
      );
    const inferred = await run([]);
    expect(inferred).toMatchObject({
      units: 4,
      annotators: ['anna', 'ben'],
      scale: 'ordinal',
      categories: ['1', '3'],
      categories_inferred: true,
      seed: null,
      warnings: [],
    });
    expect(Object.keys((inferred as { readonly measures: object }).measures)).toEqual([
      'percent_agreement',
      'positive_agreement',
      'negative_agreement',
      'cohen_kappa',
      'cohen_kappa_linear',
      'cohen_kappa_quadratic',
      'fleiss_kappa',
      'krippendorff_alpha',
      'gwet_ac1',
      'gwet_ac2',
      'brennan_prediger',
    ]);
    const declared = await run(['--categories', '1,2,3']);
    expect(declared).toMatchObject({ categories: ['1', '2', '3'], categories_inferred: false });
    // Brennan-Prediger: agreement 2/3 against 1/2 or 1/3 by chance.
    const chance = (json: unknown): number =>
      (json as { readonly measures: { readonly brennan_prediger: { readonly value: number } } })
        .measures.brennan_prediger.value;
    expect([chance(inferred), chance(declared)]).toEqual([
      expect.closeTo(1 / 3, 12),
      expect.closeTo(1 / 2, 12),
    ]);
    const report = await runAssay(['agree', '--ratings', 'm.csv'], folder);
    expect([report.code, report.out]).toEqual([
      0,
      expect.stringContaining(
        'Categories 1, 3 (as they occur; declare them with --categories where more are\npossible).',
      ),
    ]);
  });

  it('are ordered by value, and the same number in two spellings is one', () => {
    expect(measure('a,b\n10,9.0\n9,10\n2,2.00\n', 'interval', null)).toMatchObject({
      categories: ['2', '9.0', '10'],
      measures: { percent_agreement: { value: expect.closeTo(1 / 3, 12) } },
    });
    expect(measure('a,b\n1.0,1\n2,2.0\n', 'nominal', ['2', '1']).measures.cohen_kappa.value).toBe(
      1,
    );
    expect(
      measure('a,b\nlow,high\nhigh,high\n', 'ordinal', ['low', 'mid', 'high']).categories,
    ).toEqual(['low', 'mid', 'high']);
    expect(measure('a,b\n1,2\n2,2\n', 'interval', ['3', '1', '2']).categories).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('that stand for nothing elsewhere are pointed out', () => {
    expect(measure('a,b\nyes,NA\nno,no\n', 'nominal', null).warnings).toEqual([
      { code: 'missing-word', values: { word: 'NA' } },
    ]);
  });
});

describe('assay agree --votes', () => {
  const matrix = 'anna,ben\n1,1\n0,1\n1,1\n0,0\n1,\n';
  const votes = ['w,u,a', 'anna,u1,1', 'ben,u1,1', 'anna,u2,0', 'ben,u2,1', 'ben,u3,0'];
  const more = ['anna,u3,1', 'ben,u3,1', 'anna,u4,0', 'ben,u4,0', 'anna,u5,1'];

  it('measures a long table as its matrix, with and without a header', async () => {
    const bare = [...votes.slice(1), ...more].map((line) => `${line.replaceAll(',', '\t')}\n`);
    const folder = temporaryFolder({
      'm.csv': matrix,
      'v.csv': `worker,item,label\n${[...votes.slice(1), ...more].join('\n')}\n`,
      'bare.tsv': bare.join(''),
    });
    const measured = async (...words: readonly string[]): Promise<unknown> => {
      const run = await runAssay(['agree', ...words, '--json'], folder);
      expect(run.err).toBe('');
      return JSON.parse(run.out) as unknown;
    };
    const { warnings: none, ...expected } = (await measured('--ratings', 'm.csv')) as {
      warnings: unknown;
    };
    expect(none).toEqual([]);
    // ben revised his vote on u3.
    const warnings = [
      expect.stringMatching(/^1 vote repeats an earlier one .* the last one counts/),
    ];
    expect(await measured('--votes', 'v.csv')).toEqual({ ...expected, warnings });
    const columns = ['--columns', 'annotator,unit,answer'];
    expect(await measured('--votes', 'bare.tsv', ...columns)).toEqual({ ...expected, warnings });
    const wrong = await runAssay(['agree', '--votes', 'v.csv', '--ratings', 'm.csv'], folder);
    expect(wrong.err).toContain('--ratings compares a plain matrix alone, without --votes');
    const scale = await runAssay(['agree', '--votes', 'v.csv', '--categories', '1,2'], folder);
    expect([scale.code, scale.err]).toEqual([2, expect.stringContaining('answer is "0"')]);
  });
});
