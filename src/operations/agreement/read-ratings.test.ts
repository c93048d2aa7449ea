import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsIn } from '../../../test/refusals.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { codedText } from '../../domain/text-values.ts';
import { agreeOnRatings, agreeOnVotes } from './agree-ratings.ts';
import type { LevelName } from './agree-ratings.ts';
import { readRatings } from './read-ratings.ts';
import { readVoteRatings } from './read-vote-ratings.ts';

const fileOf = (text: string): string => join(temporaryFolder({ 'a.csv': text }), 'a.csv');
const interval = 'gwet' as const;

function read(
  text: string,
  scale: LevelName = 'nominal',
  declared: readonly string[] | null = null,
  hasHeader: boolean | null = null,
) {
  const { ratings, annotators, categories, warnings } = readRatings(
    fileOf(text),
    scale,
    declared,
    hasHeader,
  );
  return {
    units: ratings.units,
    codes: [...ratings.codes],
    annotators,
    categories,
    warnings: warnings.map(({ code }) => code),
  };
}

describe('a matrix of ratings', () => {
  it('has annotators in its columns and units in its rows', () => {
    expect(read('anna,ben\nyes,no\nno,no\n,yes\n')).toEqual({
      units: 3,
      codes: [1, 0, 0, 0, -1, 1],
      annotators: ['anna', 'ben'],
      categories: ['no', 'yes'],
      warnings: [],
    });
  });

  it('may name its units in the first column, which is then no annotator', () => {
    for (const head of ['unit', 'Item', 'ID', 'chunk_id', ''])
      expect(read(`${head},anna,ben\nu1,yes,no\nu2,no,no\n`)).toMatchObject({
        units: 2,
        annotators: ['anna', 'ben'],
        categories: ['no', 'yes'],
      });
    expect(read('units,anna,ben\n1,2,3\n2,3,3\n').annotators).toEqual(['units', 'anna', 'ben']);
  });

  it('has a first row of ratings where all its cells occur below, and says so', () => {
    expect(read('yes,no\nno,yes\n')).toMatchObject({
      units: 2,
      annotators: ['1', '2'],
      warnings: ['read-as-ratings'],
    });
    // Said to be a header, it is one.
    expect(read('yes,no\nno,yes\n', 'nominal', null, true)).toMatchObject({
      units: 1,
      annotators: ['yes', 'no'],
      warnings: [],
    });
    expect(read('anna,ben\nno,yes\n', 'nominal', null, false)).toMatchObject({
      units: 2,
      annotators: ['1', '2'],
      warnings: [],
    });
    // One name that is also a rating leaves a doubt.
    expect(read('yes,ben\nno,yes\n')).toMatchObject({
      annotators: ['yes', 'ben'],
      warnings: ['read-as-header'],
    });
  });

  it('has a first row of numbers that are ratings, or the numbers of its columns', () => {
    // 3 occurs as a rating, so 9 is one as well.
    expect(read('3,9\n1,3\n2,2\n').units).toBe(3);
    // Neither occurs, so they are names.
    expect(read('8,9\n1,3\n2,2\n')).toMatchObject({ units: 2, warnings: ['read-as-header'] });
    expect(read('8,8\n1,3\n2,2\n').units).toBe(3);
    // Between the least and the largest rating on a numeric scale.
    expect(read('2.5,9\n1,3\n2,2\n', 'interval').units).toBe(3);
    expect(read('2.5,9\n1,3\n2,2\n').units).toBe(2);
    expect(read('3,9\n1,3\n2,2\n', 'interval').units).toBe(3);
    expect(read('1,9\n1,3\n2,2\n', 'interval').units).toBe(3);
    // Columns that are counted from 0 or 1 have numbers as names.
    for (const head of ['1,2', '0,1'])
      expect(read(`${head}\n1,2\n2,1\n`)).toMatchObject({ units: 2, annotators: head.split(',') });
  });

  it('has words for missing answers that look like mistakes, unless they are declared', () => {
    const text = 'anna,ben\nNA,yes\nyes,-\n';
    expect(read(text).warnings).toEqual(['missing-word', 'missing-word']);
    expect(read(text, 'nominal', ['yes', 'NA', '-']).warnings).toEqual([]);
  });

  it('is refused with its faults in the order of their lines', () => {
    const faults = (text: string, declared: readonly string[] | null = null) =>
      faultsIn(() => read(text, 'nominal', declared)).map(({ code, line, values }) => [
        code,
        line,
        values['field'],
      ]);
    expect(faults('anna,ben\nyes,odd\nyes,no,no\nmaybe,no\n', ['yes', 'no'])).toEqual([
      ['wrong-value', 2, 'ben'],
      ['bad-csv', 3, undefined],
      ['wrong-value', 4, 'anna'],
    ]);
    expect(faults('')).toEqual([['file-empty', undefined, undefined]]);
    expect(faults('anna,anna\nyes,no\n')).toEqual([['bad-csv', 1, undefined]]);
    expect(faults('anna,\nyes,no\n')).toEqual([['bad-csv', 1, undefined]]);
    expect(faults('anna\nyes\nno\n')).toEqual([['unknown-format', 1, undefined]]);
    expect(faults('anna,ben\n')).toEqual([['bad-csv', 1, undefined]]);
  });

  it('is settled after two hundred rows, and read on from there', () => {
    const rows = Array.from({ length: 450 }, (_, at) => `${at % 3},${at % 2}\n`).join('');
    const long = read(`anna,ben\n${rows}`);
    expect([long.units, long.categories]).toEqual([450, ['0', '1', '2']]);
    expect(long.codes.slice(-4)).toEqual([448 % 3, 0, 449 % 3, 1]);
    expect(read(`anna,ben\n${rows.slice(0, 4 * 199)}`).units).toBe(199);
    expect(read(`anna,ben\n${rows.slice(0, 4 * 200)}`).units).toBe(200);
  });
});

describe('the agreement in a matrix', () => {
  const text = 'anna,ben\n2,2\n10,10\n2,2\n';

  it('is told with its categories, and full agreement proves little', () => {
    const result = agreeOnRatings(fileOf(text), 'ordinal', null, interval);
    expect(result).toMatchObject({
      units: 3,
      annotators: ['anna', 'ben'],
      categories: ['2', '10'],
      inferred: true,
      scale: 'ordinal',
      measures: { percent_agreement: { value: 1 } },
    });
    expect(result.warnings).toHaveLength(1);
    const declared = agreeOnRatings(fileOf(text), 'interval', ['10', '2'], interval);
    // Numbers stand by value, whatever their order was.
    expect([declared.inferred, declared.categories]).toEqual([false, ['2', '10']]);
    expect(agreeOnRatings(fileOf(text), 'ordinal', ['10', '2'], interval).categories).toEqual([
      '10',
      '2',
    ]);
    const some = agreeOnRatings(fileOf('anna,ben\n1,2\n2,2\n1,1\n'), 'nominal', null, interval);
    expect(some.warnings).toEqual([]);
  });

  it('knows how far apart answers are on an interval and on a ratio scale', () => {
    const far = fileOf('anna,ben\n1,1\n1,2\n9,9\n2,2\n');
    const alpha = (scale: LevelName) =>
      agreeOnRatings(far, scale, null, interval).measures.krippendorff_alpha.value!;
    // One and two are nearly the same beside nine.
    expect(alpha('interval')).toBeGreaterThan(alpha('nominal'));
    expect(alpha('ratio')).not.toBe(alpha('interval'));
  });

  it('needs declared categories that are each there once, and numbers on a numeric scale', () => {
    const reason = (declared: readonly string[], scale: LevelName): unknown =>
      faultsIn(() => agreeOnRatings(fileOf(text), scale, declared, interval))[0]?.values['reason'];
    expect(reason(['2', '10', '2'], 'nominal')).toBe(
      '--categories names 2 twice, expected each value once.',
    );
    expect(reason(['2', '10', '2.0'], 'nominal')).toBe(
      '--categories names 2.0 twice, expected each value once.',
    );
    expect(reason(['2', '10', 'x'], 'interval')).toBe(
      '--categories names x, expected a number on the interval scale.',
    );
    expect(reason(['2', '10', '-1'], 'ratio')).toBe(
      '--categories names -1, expected a number of at least 0 on the ratio scale.',
    );
    expect(reason(['2', '10', '-1'], 'interval')).toBe(undefined);
    expect(reason(['2', '10', '0'], 'ratio')).toBe(undefined);
    expect(reason(['2', '10', 'x'], 'nominal')).toBe(undefined);
  });
});

describe('a long table of votes', () => {
  const votes = 'unit,annotator,answer\nu1,anna,yes\nu1,ben,no\nu2,anna,no\nu1,anna,no\n';

  it('is a matrix in which the last vote counts, and says how many do not', () => {
    const result = readVoteRatings(fileOf(votes), {}, 'nominal', null);
    expect([result.ratings.units, result.annotators, result.categories]).toEqual([
      2,
      ['anna', 'ben'],
      ['no', 'yes'],
    ]);
    expect([...result.ratings.codes]).toEqual([0, 0, 0, -1]);
    expect(result.warnings).toEqual([codedText('later-votes', { count: 1 })]);
    expect(agreeOnVotes(fileOf(votes), {}, 'nominal', null, interval)).toMatchObject({
      units: 2,
      inferred: true,
    });
  });

  it('needs two annotators, and answers of its scale', () => {
    const alone = 'unit,annotator,answer\nu1,anna,yes\nu2,anna,odd\n';
    const found = faultsIn(() => readVoteRatings(fileOf(alone), {}, 'nominal', ['yes', 'no']));
    expect(found.map(({ values }) => [values['field'], values['got']])).toEqual([
      ['answer', '"odd"'],
      ['annotators', '1'],
    ]);
    const fine = readVoteRatings(fileOf(votes.replace('u1,anna,no\n', '')), {}, 'nominal', null);
    expect(fine.warnings).toEqual([]);
  });
});
