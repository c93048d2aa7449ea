import { expect, it } from 'vitest';
import type { Estimate } from '../../statistics/estimate.ts';
import { barRange } from './bar-range.ts';

const estimate = (value: number, interval: readonly [number, number] | null): Estimate => ({
  value,
  interval,
  n: 20,
  skipped: 0,
  method: { code: 'interval-jeffreys', values: {} },
});

it('a bar spans all that is drawn on it', () => {
  expect(barRange([estimate(0.5, [0.4, 0.6])], 0)).toEqual([0, 1]);
  expect(barRange([estimate(0.5, [0.4, 0.6]), estimate(-0.02, [-0.12, 0.05])], 0)).toEqual([
    -0.2, 1,
  ]);
  expect(barRange([estimate(0.42, null)], 0.5)).toEqual([0.4, 1]);
  expect(
    barRange([{ value: null, n: 0, skipped: 0, why: { code: 'nothing-judged', values: {} } }], 0.5),
  ).toEqual([0.5, 1]);
  expect(barRange([], 0)).toEqual([0, 1]);
});
