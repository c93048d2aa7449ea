import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Estimate, Interval } from '../src/statistics/estimate.ts';
import type { Ratings } from '../src/statistics/agreement/ratings.ts';
import { ratingsFromRows } from '../src/statistics/agreement/ratings.ts';
import { studentTQuantile } from '../src/statistics/student-t.ts';
import { positions } from '../src/statistics/agreement/weights.ts';

// The expected numbers are those of the programs that each fixture names under "source", with their
// versions.

export interface Reference {
  readonly value: number;
  readonly pa?: number;
  readonly pe?: number;
  readonly se?: number;
  readonly ci95?: Interval;
}

export const { datasets } = load<{
  readonly datasets: Readonly<
    Record<
      string,
      { readonly categories: (number | string)[]; readonly codes: string | number[][] }
    >
  >;
}>('agreement-datasets');

export function load<Content>(name: string): Content {
  return JSON.parse(
    readFileSync(new URL(`../src/statistics/fixtures/${name}.json`, import.meta.url), 'utf8'),
  ) as Content;
}

export function dataOf(name: string | undefined): {
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

export function onlyComplete(ratings: Ratings): Ratings {
  const rows = Array.from({ length: ratings.units }, (_, unit) =>
    Array.from(ratings.codes.subarray(unit * ratings.annotators, (unit + 1) * ratings.annotators)),
  ).filter((row) => row.every((code) => code >= 0));
  return ratingsFromRows(rows, [...positions(ratings.categories)]);
}

export function ratedUnits(ratings: Ratings): number {
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

export function expectAll(actual: readonly (number | null)[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [index, value] of expected.entries()) expectNear(actual[index], value);
}

/** To 1e-9: some of the references' own quantiles are no better. */
export function expectNear(actual: number | null, expected: number): void {
  expect(actual).not.toBeNull();
  expect(Math.abs((actual ?? NaN) - expected), `${actual} instead of ${expected}`).toBeLessThan(
    1e-9,
  );
}

/** The standard error is read back from the lower bound, which is never cut off. */
export function expectEstimate(estimate: Estimate, reference: Reference, rated?: number): void {
  expect(estimate.value).toBeCloseTo(reference.value, 10);
  if (estimate.value === null) return;
  if (reference.ci95 !== undefined) expectAll(estimate.interval ?? [], reference.ci95);
  if (reference.se !== undefined && rated !== undefined && estimate.interval !== null) {
    const standardError =
      (estimate.value - estimate.interval[0]) / studentTQuantile(0.975, rated - 1);
    expectNear(standardError, reference.se);
  }
}
