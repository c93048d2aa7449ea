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
const signals = (estimates: readonly Estimate[]) =>
  controlChart(points(estimates)).points.map((point) => point.signal);

describe('a control chart', () => {
  it('has limits of three standard errors around the points before, wide for few units', () => {
    const chart = controlChart(points([estimate(0.8, 100), estimate(0.7, 25), estimate(0.8, 100)]));
    expect(chart.points.map((point) => point.limits === null)).toEqual([true, false, false]);
    // 0.8 before the second; (0.8·100 + 0.7·25) / 125 = 0.78 before the third.
    expect(chart.points.map((point) => point.centre)).toEqual([null, 0.8, 0.78]);
    // 0.5² · (1/25 + 1/100) = 0.0125, and 0.5² · (1/100 + 1/125) = 0.0045.
    expect(chart.points[1]!.limits![1]).toBeCloseTo(0.8 + 3 * Math.sqrt(0.0125), 12);
    expect(chart.points[2]!.limits![0]).toBeCloseTo(0.78 - 3 * Math.sqrt(0.0045), 12);
    expect(chart.points.map((point) => point.signal)).toEqual([null, null, null]);
  });

  it('signals a point outside of the limits', () => {
    const usual = estimate(0.8, 400);
    expect(signals([usual, usual, usual, estimate(0.5, 400), usual])).toEqual([
      null,
      null,
      null,
      'outside',
      null,
    ]);
  });

  it('signals the ninth point in a row on one side of the centre of its time', () => {
    const low = Array.from({ length: 3 }, () => estimate(0.66, 100));
    const high = Array.from({ length: 10 }, () => estimate(0.71, 30));
    expect(signals([...low, ...high])).toEqual([
      ...Array.from({ length: 11 }, () => null),
      'run',
      'run',
    ]);
  });

  it('says of every point what it said when it was the last', () => {
    const all = Array.from({ length: 30 }, (_, at) =>
      estimate(0.7 + 0.25 * Math.sin(at * at), 20 + ((at * 37) % 90)),
    );
    const whole = controlChart(points(all)).points;
    expect(whole.filter((point) => point.signal !== null).length).toBeGreaterThan(2);
    for (let end = 1; end <= all.length; end += 1)
      expect(controlChart(points(all.slice(0, end))).points).toEqual(whole.slice(0, end));
  });

  it('gives no signal on fewer than 20 units, and does not learn from them', () => {
    const usual = estimate(0.8, 400);
    const chart = controlChart(points([usual, usual, estimate(0.1, 19), usual]));
    expect(chart.points[2]).toMatchObject({ limits: null, signal: null, centre: 0.8 });
    expect(chart.points[3]!.centre).toBeCloseTo(0.8, 12);
    expect(signals([usual, usual, estimate(0.1, 20)])[2]).toBe('outside');
  });

  it('shows a point without a value, and has no limits for a single one', () => {
    const chart = controlChart(points([estimate(0.8, 30), noValue('no-variance')]));
    expect(chart.points.map((point) => point.limits)).toEqual([null, null]);
    expect(controlChart([]).points).toEqual([]);
  });
});
