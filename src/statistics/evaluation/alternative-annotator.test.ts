import { describe, expect, it } from 'vitest';
import { emptyCodes, ratingsFromRows } from '../agreement/ratings.ts';
import type { RatingCodes, Ratings } from '../agreement/ratings.ts';
import fixture from '../fixtures/alternative-annotator.json' with { type: 'json' };
import { alternativeAnnotatorTest } from './alternative-annotator.ts';
import { benjaminiYekutieli } from './benjamini-yekutieli.ts';

/** Answers are written as digits, one per unit; a dot is none. */
function codesOf(text: string): RatingCodes {
  const codes = emptyCodes(text.length, 10);
  [...text].forEach((digit, unit) => (codes[unit] = digit === '.' ? -1 : Number(digit)));
  return codes;
}

function ratingsOf(texts: readonly string[]): Ratings {
  const columns = texts.map(codesOf);
  const codes = emptyCodes(texts[0]!.length * columns.length, 10);
  columns.forEach((column, at) =>
    column.forEach((code, unit) => (codes[unit * columns.length + at] = code)),
  );
  return { units: texts[0]!.length, annotators: columns.length, categories: 10, codes };
}

/** Forty units with the same answers. */
const unitsOf = (answers: readonly number[]): number[][] =>
  Array.from({ length: 40 }, () => [...answers]);

const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const runs = fixture.cases.flatMap(({ name, judge, people, runs: all }) =>
  all.map((run) => ({ name, judge: codesOf(judge), people, run })),
);

// Expected numbers: the notebook of the paper's authors, as `source` in the fixture names it.
describe('alternativeAnnotatorTest', () => {
  it.each(runs)('$name, ε = $run.epsilon, as the authors have it', ({ judge, people, run }) => {
    const { epsilon, leastPeople, leastUnits } = run;
    const scoring = run.scoring === 'accuracy' ? ('accuracy' as const) : { values: digits };
    const options = { epsilon, scoring, leastPeople, leastUnits };
    const result = alternativeAnnotatorTest(ratingsOf(Object.values(people)), judge, options);
    if (run.winningRate === undefined) {
      expect(result).toMatchObject({ winningRate: null, advantageProbability: null });
      expect(result.why?.code).toBe('alt-test-few');
      return;
    }
    expect(result.winningRate).toBeCloseTo(run.winningRate, 12);
    expect(result.advantageProbability).toBeCloseTo(run.advantageProbability!, 12);
    const { comparisons, skipped } = result;
    expect(comparisons).toHaveLength(run.pValues!.length);
    comparisons.forEach(({ pValue }, at) => expect(pValue).toBeCloseTo(run.pValues![at]!, 10));
    expect(comparisons.flatMap((one, at) => (one.rejected ? [at] : []))).toEqual(run.rejected);
    const names = Object.keys(people);
    expect(skipped.map(({ annotator, n }) => [names[annotator], n])).toEqual(run.skipped);
    if (run.dropped !== null) expect(result.dropped).toBe(run.dropped);
  });

  it('does not depend on the order of people and units', () => {
    const { judge, people } = fixture.cases[2]!;
    const options = { epsilon: 0.15 };
    const backwards = (text: string): string => [...text].toReversed().join('');
    const texts = Object.values(people);
    const one = alternativeAnnotatorTest(ratingsOf(texts), codesOf(judge), options);
    const other = alternativeAnnotatorTest(
      ratingsOf(texts.toReversed().map(backwards)),
      codesOf(backwards(judge)),
      options,
    );
    expect(other.winningRate).toBe(one.winningRate);
    expect(other.advantageProbability).toBeCloseTo(one.advantageProbability!, 12);
    other.comparisons.toReversed().forEach(({ pValue }, at) => {
      expect(pValue).toBeCloseTo(one.comparisons[at]!.pValue!, 12);
    });
  });

  it('is won against everybody by a judge that always agrees, at any margin above 0', () => {
    const people = ratingsFromRows(unitsOf([0, 0, 0]), [0, 1]);
    const judge = new Int8Array(40);
    const won = alternativeAnnotatorTest(people, judge, { epsilon: 0.01 });
    expect(won).toMatchObject({ winningRate: 1, advantageProbability: 1 });
    // Equal on every unit is no less than a margin of 0: the test has no value there.
    const even = alternativeAnnotatorTest(people, judge, { epsilon: 0 });
    expect(even.comparisons.map(({ pValue }) => pValue)).toEqual([null, null, null]);
    expect(even.winningRate).toBe(0);
  });

  it('is lost by a judge that always differs from people who agree', () => {
    const people = ratingsFromRows(unitsOf([0, 0, 0]), [0, 1]);
    const lost = alternativeAnnotatorTest(people, new Int8Array(40).fill(1), { epsilon: 0.2 });
    expect(lost).toMatchObject({ winningRate: 0, advantageProbability: 0 });
    expect(lost.comparisons[0]!.pValue).toBe(1);
  });

  it('has no value with fewer than two people, nor without the judge, and says why', () => {
    const alone = ratingsFromRows(unitsOf([0]), [0, 1]);
    const one = alternativeAnnotatorTest(alone, new Int8Array(40), { epsilon: 0.1 });
    expect(one.why).toEqual({ code: 'alt-test-people', values: { count: 1 } });
    const people = ratingsFromRows(unitsOf([0, 0]), [0, 1]);
    const silent = alternativeAnnotatorTest(people, new Int8Array(40).fill(-1), { epsilon: 0.1 });
    expect(silent.why?.code).toBe('alt-test-few');
    expect(silent.dropped).toBe(40);
  });
});

describe('benjaminiYekutieli', () => {
  it.each(fixture.corrections)('rejects $rejected of $pValues', ({ pValues, q, rejected }) => {
    expect(benjaminiYekutieli(pValues, q)).toEqual(rejected);
  });

  it('rejects nothing of nothing, and all that is 0', () => {
    expect(benjaminiYekutieli([], 0.05)).toEqual([]);
    expect(benjaminiYekutieli([0, 0, 0], 0.05)).toEqual([0, 1, 2]);
  });
});
