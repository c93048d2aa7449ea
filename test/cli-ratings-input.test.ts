import { describe, expect, it } from 'vitest';
import { textWidth } from '../src/cli/text-width.ts';
import type { LevelName } from '../src/operations/agreement/agree-ratings.ts';
import { runAssay, temporaryFolder } from './run-assay.ts';
import { measure, refusal } from './ratings-runs.ts';

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
    const folder = temporaryFolder({
      'm.csv': `a,b\n${Array.from({ length: 60 }, (_, at) => `x${at},1\n`).join('')}`,
    });
    const run = await runAssay(
      ['agree', '--ratings', 'm.csv', '--scale', 'ratio', '--json'],
      folder,
    );
    expect([run.code, run.out, run.err.trimEnd().split('\n').slice(-2)]).toEqual([
      2,
      '',
      ['m.csv:51 a is "x49", expected a number', '… and 10 more'],
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
      err: '--no-header is for --ratings and --votes; the protocol says what judgments may be.\n',
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
