import { describe, expect, it } from 'vitest';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { controlChart } from './control-chart.ts';

const z = 1.959_963_984_540_054;
/** A value whose standard error is that of one unit, 0.5, over √n. */
const estimate = (value: number, n: number): Estimate => ({
  value,
  n,
  skipped: 0,
  interval: [value - z * (0.5 / Math.sqrt(n)), value + z * (0.5 / Math.sqrt(n))],
  method: { code: 'no-interval-asked', values: {} },
});
const points = (estimates: readonly Estimate[]) =>
  estimates.map((one, at) => ({ label: `w${at}`, start: '2026-01-05', estimate: one }));

describe('a control chart', () => {
  it('has limits of three standard errors around the mean, wide where units are few', () => {
    const chart = controlChart(points([estimate(0.8, 100), estimate(0.6, 25), estimate(0.8, 100)]));
    // (0.8·100 + 0.6·25 + 0.8·100) / 225
    expect(chart.centre).toBeCloseTo(175 / 225, 12);
    expect(chart.points[0]!.limits![1]).toBeCloseTo(175 / 225 + 3 * 0.05, 12);
    expect(chart.points[1]!.limits![1]).toBeCloseTo(175 / 225 + 3 * 0.1, 12);
    expect(chart.points.map((point) => point.signal)).toEqual([null, null, null]);
  });

  it('signals a point outside of the limits', () => {
    const chart = controlChart(
      points([estimate(0.8, 400), estimate(0.8, 400), estimate(0.8, 400), estimate(0.5, 400)]),
    );
    expect(chart.points.map((point) => point.signal)).toEqual([null, null, null, 'outside']);
  });

  it('signals the ninth point in a row on one side of the centre', () => {
    const high = Array.from({ length: 10 }, () => estimate(0.71, 30));
    const low = Array.from({ length: 3 }, () => estimate(0.66, 100));
    const { points: charted } = controlChart(points([...high, ...low]));
    expect(charted.map((point) => point.signal)).toEqual([
      ...Array.from({ length: 8 }, () => null),
      'run',
      'run',
      null,
      null,
      null,
    ]);
  });

  it('shows a point without a value, and has no limits for a single one', () => {
    const chart = controlChart(points([estimate(0.8, 10), noValue('no-variance')]));
    expect(chart.points.map((point) => point.limits)).toEqual([null, null]);
    expect(controlChart([]).centre).toBeNull();
  });
});
