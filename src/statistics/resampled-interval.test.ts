import { describe, expect, it } from 'vitest';
import { gapInterval, resampledInterval } from './resampled-interval.ts';
import { normalQuantile } from './normal.ts';
import { studentTQuantile } from './student-t.ts';
import { scoreInterval, wilsonInterval } from './wilson-interval.ts';

const share = { range: [0, 1], blocks: 40, chances: 40 } as const;
/** Values whose mean is `centre` and whose variance (n − 1) is 2 · step². */
const around = (centre: number, step: number): Float64Array =>
  Float64Array.of(centre - step, centre + step);

describe('an interval from resampled values', () => {
  it('is Wilson’s with the size that their variance stands for', () => {
    const found = resampledInterval(0.8, around(0.8, 0.05), share)!;
    const variance = (2 * 0.05 ** 2 * 40) / 39;
    const size = (0.8 * 0.2) / variance;
    const expected = scoreInterval(0.8, size, studentTQuantile(0.975, 39));
    expect(found[0]).toBeCloseTo(expected[0], 12);
    expect(found[1]).toBeCloseTo(expected[1], 12);
  });

  it('is not empty where every block has the same value', () => {
    const [low, high] = resampledInterval(1, Float64Array.of(1, 1, 1), share)!;
    expect(high).toBe(1);
    // Wilson 1927: 40 of 40 with Student’s t instead of 1.96.
    const t = studentTQuantile(0.975, 39);
    expect(low).toBeCloseTo(40 / (40 + t * t), 12);
    const [lowest] = resampledInterval(1, Float64Array.of(1, 1), { ...share, chances: 10 })!;
    expect(lowest).toBeLessThan(low);
  });

  it('keeps to the range of the measure', () => {
    const correlation = { ...share, range: [-1, 1] as const };
    const [low, high] = resampledInterval(0.97, around(0.97, 0.05), correlation)!;
    expect(low).toBeGreaterThan(-1);
    expect(high).toBeLessThanOrEqual(1);
    expect(high - 0.97).toBeLessThan(0.97 - low);
  });

  it('is symmetric in logarithms without an upper end', () => {
    const open = { ...share, range: [0, Infinity] as const };
    const [low, high] = resampledInterval(2, around(2, 0.3), open)!;
    expect(high / 2).toBeCloseTo(2 / low, 12);
    expect(resampledInterval(0, Float64Array.of(0, 0), open)).toBeNull();
  });

  it('takes percentiles where the range is not known, or the value lies outside of it', () => {
    const values = Float64Array.from({ length: 1001 }, (_, at) => at - 500);
    for (const range of [null, [0, 1]] as const) {
      const [low, high] = resampledInterval(-3, values, { ...share, range })!;
      expect([low < -470, high > 470]).toEqual([true, true]);
    }
  });

  it('needs two blocks and two values', () => {
    expect(resampledInterval(0.5, around(0.5, 0.1), { ...share, blocks: 1 })).toBeNull();
    expect(resampledInterval(0.5, Float64Array.of(0.5), share)).toBeNull();
    expect(gapInterval(0.1, Float64Array.of(0.1), 40)).toBeNull();
    expect(gapInterval(0.1, around(0.1, 0.01), 1)).toBeNull();
  });

  it('of gaps goes further down by what resampling added', () => {
    const [plainLow, plainHigh] = gapInterval(0.2, around(0.2, 0.01), 200)!;
    const [low, high] = gapInterval(0.2, around(0.25, 0.01), 200)!;
    expect(low).toBeCloseTo(plainLow - 0.05, 12);
    expect(high).toBe(plainHigh);
    expect(gapInterval(0.01, around(0.05, 0.01), 200)![0]).toBe(0);
  });
});

it('a score interval of whole units is Wilson’s', () => {
  expect(scoreInterval(7 / 20, 20, normalQuantile(0.975))).toEqual(wilsonInterval(7, 20));
});
