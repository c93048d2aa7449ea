import { describe, expect, it } from 'vitest';
import { sliceBias } from './slice-bias.ts';
import { slicing, taskSlicings } from './slicings.ts';

describe('slicing', () => {
  it('makes a group of every value, in order, and leaves units without one out', () => {
    expect(slicing('lang', ['en', 'de', null, '', 'en'])).toEqual({
      by: 'lang',
      groups: ['de', 'en'],
      groupOf: [1, 0, -1, -1, 1],
    });
  });

  it('cuts many numbers into quarters', () => {
    const { groups, groupOf } = slicing(
      'length',
      Array.from({ length: 100 }, (_, at) => at + 1),
    );
    expect(groups).toEqual(['≤ 25', '≤ 50', '≤ 75', '> 75']);
    const sizes = groups.map(
      (_, group) => Array.from(groupOf).filter((one) => one === group).length,
    );
    expect(sizes).toEqual([25, 25, 25, 25]);
  });

  it('makes no groups of many different texts', () => {
    const texts = Array.from({ length: 50 }, (_, at) => `text ${at}`);
    expect(slicing('title', texts).groups).toEqual([]);
  });

  it('looks at length, position, language and the fields asked for', () => {
    const units = Array.from({ length: 40 }, (_, at) => ({
      text: 'x'.repeat(at + 1),
      rank: at % 5,
      lang: at % 2 === 0 ? 'de' : 'en',
      page: at % 3,
      title: `only ${at}`,
    }));
    const shape = { show: ['text'], rank: 'rank' };
    const found = taskSlicings(units, shape, ['page', 'title', 'nothing']);
    expect(found.map((one) => one.by)).toEqual(['length', 'position', 'language', 'page']);
    expect(found[0]!.groups).toEqual(['≤ 10', '≤ 20', '≤ 30', '> 30']);
  });
});

describe('sliceBias', () => {
  const units = 300;
  const truth = new Int8Array(units);
  const thirds = slicing(
    'third',
    Array.from(truth, (_, unit) => Math.floor(unit / 100)),
  );
  /** Errs on so many units of each third. */
  const erring = (...errors: readonly number[]): Int8Array =>
    truth.map((_, unit) => (unit % 100 < errors[Math.floor(unit / 100)]! ? 1 : 0));

  it('finds the group on which the judge errs more often', () => {
    const found = sliceBias(truth, erring(40, 10, 10), [thirds]);
    expect(found.map((one) => [one.group, one.isBiased])).toEqual([
      ['0', true],
      ['1', true],
      ['2', true],
    ]);
    // 40 of 100 against 20 of 200.
    expect(found[0]!.difference.value).toBeCloseTo(0.3, 12);
    expect(found[0]!.errors).toMatchObject({ value: 0.4, n: 100 });
  });

  it('finds none where errors are spread evenly, and is stricter with more comparisons', () => {
    const even = sliceBias(truth, erring(20, 20, 20), [thirds]);
    expect(even.some((one) => one.isBiased)).toBe(false);
    const judge = erring(20, 10, 10);
    const alone = sliceBias(truth, judge, [thirds])[0]!;
    const many = sliceBias(
      truth,
      judge,
      Array.from({ length: 10 }, () => thirds),
    )[0]!;
    const width = ({ difference }: typeof alone): number =>
      difference.value === null ? 0 : difference.interval![1] - difference.interval![0];
    expect(width(many)).toBeGreaterThan(width(alone));
  });

  it('compares two groups once, and leaves out groups of fewer than ten units', () => {
    const halves = slicing(
      'half',
      Array.from(truth, (_, unit) => (unit < 150 ? 'a' : 'b')),
    );
    expect(sliceBias(truth, erring(0, 0, 0), [halves])).toHaveLength(1);
    const small = slicing(
      'few',
      Array.from(truth, (_, unit) => (unit < 9 ? 'a' : unit < 100 ? 'b' : 'c')),
    );
    expect(sliceBias(truth, truth, [small]).map((one) => one.group)).toEqual(['b', 'c']);
  });

  it('counts only units with a truth and an answer of the judge', () => {
    const unknown = truth.map((_, unit) => (unit < 200 ? -1 : 0));
    expect(sliceBias(unknown, truth, [thirds])).toEqual([]);
  });
});
