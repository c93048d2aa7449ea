import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../src/cli/text-width.ts';
import { InputError, printFault } from '../src/domain/fault.ts';
import { agreeOnRatings } from '../src/operations/agreement/agree-ratings.ts';
import type { LevelName, MatrixAgreement } from '../src/operations/agreement/agree-ratings.ts';
import { runAssay, temporaryFolder } from './run-assay.ts';

interface Reference {
  readonly value: number;
  readonly ci95?: readonly [number, number];
}

const load = <T>(name: string): T =>
  JSON.parse(
    readFileSync(new URL(`../src/statistics/fixtures/${name}.json`, import.meta.url), 'utf8'),
  ) as T;
const { datasets } = load<{
  readonly datasets: Readonly<
    Record<
      string,
      {
        readonly categories: readonly (string | number)[];
        readonly codes: string | readonly (readonly number[])[];
      }
    >
  >;
}>('agreement-datasets');

/** A data set as a CSV matrix with a header. */
function matrixOf(name: string): { readonly csv: string; readonly categories: readonly string[] } {
  const { categories, codes } = datasets[name]!;
  const rows =
    typeof codes === 'string'
      ? codes
          .split(' ')
          .map((word) => [...word].map((digit) => (digit === '.' ? -1 : Number(digit))))
      : codes;
  const cells = rows.map((row) =>
    row.map((code) => (code < 0 ? '' : String(categories[code]))).join(','),
  );
  return {
    csv: `${rows[0]!.map((_, at) => `annotator ${at + 1}`).join(',')}\n${cells.join('\n')}\n`,
    categories: categories.map(String),
  };
}

function measure(
  csv: string,
  scale: LevelName,
  categories: readonly string[] | null,
  hasHeader: boolean | null = null,
): MatrixAgreement {
  const file = join(temporaryFolder(), 'm.csv');
  writeFileSync(file, csv);
  return agreeOnRatings(file, scale, categories, 'gwet', undefined, hasHeader);
}

function refusal(act: () => unknown): readonly string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError)
      return error.faults.map((one) =>
        printFault({ ...one, ...(one.file === undefined ? {} : { file: 'm.csv' }) }),
      );
    throw error;
  }
  return [];
}

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

describe('the first row of ratings', () => {
  it('names the annotators, unless all of it occurs as ratings below', () => {
    expect(measure('anna,ben\n1,1\n2,1\n', 'nominal', null)).toMatchObject({
      units: 2,
      annotators: ['anna', 'ben'],
      warnings: [],
    });
    expect(measure('1,1\n2,1\n2,2\n', 'nominal', null)).toMatchObject({
      units: 3,
      annotators: ['1', '2'],
      warnings: [{ code: 'read-as-ratings' }],
    });
    expect(measure('yes,no\nno,no\nyes,yes\n', 'nominal', null).units).toBe(3);
    expect(measure(',2,3\n1,2,3\n2,2,3\n', 'nominal', null)).toMatchObject({
      units: 3,
      annotators: ['1', '2', '3'],
    });
    expect(measure('3,3\n', 'nominal', ['1', '3']).units).toBe(1);
  });

  it('is never lost when it holds numbers such as are below it, and what is doubtful is said', () => {
    const asRatings = { warnings: [{ code: 'read-as-ratings' }] };
    const asNames = { warnings: [{ code: 'read-as-header' }] };
    expect(measure('3.7,4.2\n1.1,1.2\n2.0,2.5\n5.5,5.1\n', 'interval', null)).toMatchObject({
      units: 4,
      annotators: ['1', '2'],
      ...asRatings,
    });
    expect(measure('5,1\n1,1\n2,2\n1,2\n', 'ordinal', null)).toMatchObject({
      units: 4,
      categories: ['1', '2', '5'],
      ...asRatings,
    });
    expect(measure('5,5\n1,1\n2,1\n', 'nominal', null)).toMatchObject({ units: 3, ...asRatings });
    expect(measure('101,102\n1,1\n2,1\n', 'interval', null)).toMatchObject({
      units: 2,
      annotators: ['101', '102'],
      ...asNames,
    });
    expect(measure('yes,maybe\nyes,no\nno,no\n', 'nominal', null)).toMatchObject({
      units: 2,
      annotators: ['yes', 'maybe'],
      ...asNames,
    });
    expect(measure('101,102\n1,1\n2,1\n', 'interval', null, true).warnings).toEqual([]);
    expect(measure('101,102\n1,1\n2,2\n', 'interval', null, true).warnings).toMatchObject([
      { code: 'no-spread', values: { n: 2 } },
    ]);
  });

  it('is a header when it only numbers the columns, which is said', () => {
    expect(measure('0,1,2\n1,1,1\n2,0,0\n', 'nominal', null)).toMatchObject({
      units: 2,
      annotators: ['0', '1', '2'],
      warnings: [{ code: 'read-as-header' }],
    });
    expect(measure('0,1,2\n1,1,1\n2,0,0\n', 'nominal', null, false)).toMatchObject({
      units: 3,
      annotators: ['1', '2', '3'],
      warnings: [],
    });
    expect(measure('1,1\n2,1\n2,2\n', 'nominal', null, false)).toMatchObject({
      units: 3,
      warnings: [],
    });
    expect(measure('yes,no\nno,no\nyes,yes\n', 'nominal', null, true)).toMatchObject({
      units: 2,
      annotators: ['yes', 'no'],
    });
  });

  it('may begin with the name of the units, or with nothing', () => {
    for (const name of ['unit', 'ID', 'chunk_id', 'item'])
      expect(measure(`${name},anna,ben\nx,1,1\ny,2,1\n`, 'ratio', null)).toMatchObject({
        units: 2,
        annotators: ['anna', 'ben'],
      });
    expect(measure(',anna,ben\n0,1,1\n1,2,1\n', 'nominal', null)).toMatchObject({
      units: 2,
      annotators: ['anna', 'ben'],
    });
    expect(measure(',0,1\n0,1,1\n1,2,1\n', 'nominal', null)).toMatchObject({
      units: 2,
      annotators: ['0', '1'],
    });
  });

  it('may come after a byte order mark and before CRLF and blank lines', () => {
    expect(measure('\uFEFFanna,ben\r\n\r\n1,1\r\n 2 ,"1"\r\n', 'nominal', null)).toMatchObject({
      units: 2,
      annotators: ['anna', 'ben'],
      categories: ['1', '2'],
    });
  });
});

describe('wrong ratings', () => {
  it.each<[string, LevelName, readonly string[] | null, readonly string[]]>([
    [
      'a,b\n1,x\n,-1\n1\n2,3\n',
      'interval',
      null,
      [
        'm.csv:2 b is "x", expected a number',
        'm.csv:4 the row has 1 field, expected 2 as in the header',
      ],
    ],
    ['a,b\n1,-1\n', 'ratio', null, ['m.csv:2 b is "-1", expected a number of at least 0']],
    [
      'a,b\n1,4\n5,2.0\n',
      'ordinal',
      ['1', '2', '3'],
      ['m.csv:2 b is "4", expected 1, 2 or 3', 'm.csv:3 a is "5", expected 1, 2 or 3'],
    ],
    [
      'a,a\n1,2\n',
      'nominal',
      null,
      ['m.csv:1 the header names a column twice or not at all, expected each annotator once'],
    ],
    [
      'a,b\n',
      'nominal',
      null,
      [
        'm.csv:1 there is only one row, and it was read as the names of the annotators; ' +
          'pass --no-header if it holds ratings',
      ],
    ],
    ['', 'nominal', null, ['m.csv: the file is empty, expected at least one row']],
    [
      'a\n1\n',
      'nominal',
      null,
      ['m.csv:1 the rows have 1 column of ratings, expected at least two, one per annotator'],
    ],
    [
      'a,b\n1,\u00002\n',
      'nominal',
      null,
      ['m.csv:2 expected UTF-8 text, got binary data (a zero byte)'],
    ],
    [
      'a,b\n1,"2\n',
      'nominal',
      null,
      ['m.csv:2 a quoted field is not closed, expected a double quote at its end'],
    ],
    [
      'a,b\n1,2\n',
      'interval',
      ['1', 'x'],
      ['--categories names x, expected a number on the interval scale.'],
    ],
    [
      'a,b\n1,2\n',
      'nominal',
      ['1', '1.0'],
      ['--categories names 1.0 twice, expected each value once.'],
    ],
  ])('%j on a %s scale is refused', (csv, scale, categories, expected) => {
    expect(refusal(() => measure(csv, scale, categories))).toEqual(expected);
  });

  it('end with exit code 2, the first 50 faults and the number of the rest', async () => {
    const folder = temporaryFolder({ 'm.csv': `a,b\n${'x,1\n'.repeat(60)}` });
    const run = await runAssay(
      ['agree', '--ratings', 'm.csv', '--scale', 'ratio', '--json'],
      folder,
    );
    expect([run.code, run.out, run.err.trimEnd().split('\n').slice(-2)]).toEqual([
      2,
      '',
      ['m.csv:51 a is "x", expected a number', '… and 10 more'],
    ]);
    expect(
      await runAssay(['agree', '--ratings', 'm.csv', '--scale', 'cardinal'], folder),
    ).toMatchObject({
      code: 2,
      err: expect.stringContaining('Allowed choices are nominal, ordinal, interval, ratio'),
    });
    expect(await runAssay(['agree', '--ratings', 'none.csv'], folder)).toMatchObject({
      code: 2,
      err: 'none.csv does not exist. Check the path.\n',
    });
    expect(await runAssay(['agree', '--ratings', '-'], folder, 'a\n1\n')).toMatchObject({
      code: 2,
      err:
        'standard input:1 the rows have 1 column of ratings, expected at least two, one per ' +
        'annotator\n',
    });
  });

  it('are not mixed with files of judgments, whose options would be passed over', async () => {
    const folder = temporaryFolder({ 'm.csv': 'a,b\n1,1\n' });
    expect(
      await runAssay(
        ['agree', '--ratings', 'm.csv', '--overlap', '--mismatches', 'x.jsonl', 'a.jsonl'],
        folder,
      ),
    ).toMatchObject({
      code: 2,
      out: '',
      err:
        '--ratings compares a plain matrix alone, without --overlap, --mismatches and ' +
        'a.jsonl. Leave that out, or pass files of judgments in place of --ratings.\n',
    });
    expect(
      await runAssay(['agree', '--a', 'a.jsonl', '--b', 'b.jsonl', '--no-header'], folder),
    ).toMatchObject({
      code: 2,
      out: '',
      err: '--no-header is for --ratings; the protocol says what judgments may be.\n',
    });
  });

  it('are reported in 80 columns, whatever the categories are called', async () => {
    const long = 'Ein_sehr_langes_Label_mit_Umlauten_und_noch_viel_mehr_Text';
    const folder = temporaryFolder({
      'm.csv': `anna,ben\n${long}1,${long}2\n日本語の非常に長いラベル,${long}2\nx,x\n`,
      'one.csv': 'anna,ben\nx,x\n',
    });
    const { out } = await runAssay(['agree', '--ratings', 'm.csv'], folder);
    expect(out.split('\n').filter((line) => textWidth(line) > 80)).toEqual([]);
    expect((await runAssay(['agree', '--ratings', 'one.csv'], folder)).out).toContain(
      '1 unit, 2 annotators, nominal scale',
    );
  });

  it('without a value give the reason, never a number', () => {
    const { measures } = measure('a,b,c\n1,,\n,2,\n', 'ordinal', ['1', '2']);
    for (const estimate of Object.values(measures))
      expect(estimate).toMatchObject({ value: null, why: { code: expect.any(String) } });
    const same = measure('a,b\n1,1\n1,1\n', 'nominal', ['1', '2']).measures;
    expect([
      same.percent_agreement.value,
      same.cohen_kappa.value,
      same.fleiss_kappa.value,
      same.krippendorff_alpha.value,
      same.gwet_ac1.value,
    ]).toEqual([1, null, null, null, 1]);
  });
});
