import { describe, expect, it } from 'vitest';
import { krippendorffAlpha, krippendorffAlphaStatistic } from './krippendorff-alpha.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';

const patternsOf = (rows: (number | null)[][], categories = [1, 2, 3]) =>
  ratingPatterns(ratingsFromRows(rows, categories));

// The reference values of fast-krippendorff and irrCAC are in agreement-oracles.test.ts.
describe('Krippendorff’s alpha', () => {
  const patterns = patternsOf([
    [1, 1],
    [2, 3],
    [3, 3],
    [2, null],
  ]);

  it('is worked out by hand for four units, one of them with a single answer', () => {
    // Six pairable answers 1, 1, 2, 3, 3, 3. Nominal: 1 − 5 · 2/(36 − 4 − 1 − 9); interval: squares
    // 2 within, 2 · 6 · 29/6 among.
    expect(krippendorffAlpha(patterns)).toMatchObject({
      value: expect.closeTo(1 - 10 / 22, 14),
      n: 3,
      skipped: 1,
    });
    const interval = krippendorffAlpha(patterns, {
      metric: { kind: 'interval', values: [1, 2, 3] },
    });
    expect(interval.value).toBeCloseTo(1 - 10 / 58, 14);
  });

  it('has no interval on a handful of units, and says so', () => {
    expect(krippendorffAlpha(patterns)).toMatchObject({
      interval: null,
      method: { code: 'no-interval-few', values: { n: 3, least: 10 } },
    });
  });

  it('names its bootstrap, and gives the same interval for the same seed', () => {
    const many = patternsOf([
      [1, 1],
      [2, 3],
      [3, 3],
      [2, 2],
      [1, 2],
      [3, 3],
      [1, 1],
      [2, 2],
    ]);
    const once = krippendorffAlpha(many, { bootstrap: { resamples: 1000, seed: 1 } });
    expect(once).toMatchObject({
      method: { code: 'interval-bootstrap', values: { resamples: 1000, seed: 1, left: '' } },
    });
    expect(krippendorffAlpha(many, { bootstrap: { resamples: 1000, seed: 1 } })).toEqual(once);
    expect(krippendorffAlpha(many, { bootstrap: { resamples: 1000, seed: 2 } })).not.toEqual(once);
  });

  it('says how many resamples had no value', () => {
    const rare = krippendorffAlpha(
      patternsOf([
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 2],
      ]),
      { bootstrap: { resamples: 200, seed: 1 } },
    );
    expect(rare).toMatchObject({
      method: {
        code: 'interval-bootstrap',
        values: { left: { code: 'resamples-left-out', values: { without: expect.any(Number) } } },
      },
    });
  });

  it('has Gwet’s interval for the nominal and the interval metric only', () => {
    const gwet = { code: 'interval-gwet' };
    expect(krippendorffAlpha(patterns, { interval: 'gwet' })).toMatchObject({ method: gwet });
    expect(
      krippendorffAlpha(patterns, {
        interval: 'gwet',
        metric: { kind: 'interval', values: [1, 2, 3] },
      }),
    ).toMatchObject({ method: gwet });
    const ordinal = krippendorffAlpha(patterns, { interval: 'gwet', metric: { kind: 'ordinal' } });
    expect(ordinal).toMatchObject({
      interval: null,
      method: { code: 'no-interval-metric', values: { metric: 'ordinal' } },
    });
    const single = krippendorffAlpha(
      patternsOf([
        [1, 2],
        [3, null],
      ]),
      { interval: 'gwet' },
    );
    expect(single).toMatchObject({
      value: 0,
      interval: null,
      method: { code: 'no-interval-one-unit' },
    });
  });

  it('takes no notice of units with fewer than two answers', () => {
    const more = patternsOf([
      [1, 1],
      [2, 3],
      [3, 3],
      [2, null],
      [1, null],
      [null, null],
    ]);
    for (const kind of ['nominal', 'ordinal'] as const) {
      expect(krippendorffAlpha(more, { metric: { kind } })).toEqual({
        ...krippendorffAlpha(patterns, { metric: { kind } }),
        skipped: 3,
      });
    }
  });

  it('has no value when all pairable answers are the same', () => {
    const same = patternsOf([
      [2, 2],
      [2, 2],
      [3, null],
    ]);
    const why = { code: 'no-disagreement', values: {} };
    const values = [0.1, 0.2, 0.3];
    for (const metric of [
      { kind: 'nominal' },
      { kind: 'ordinal' },
      { kind: 'interval', values },
      { kind: 'ratio', values },
    ] as const) {
      expect(krippendorffAlpha(same, { metric })).toEqual({ value: null, n: 2, skipped: 1, why });
    }
    expect(
      krippendorffAlpha(patterns, { metric: { kind: 'distance', distance: () => 0 } }),
    ).toMatchObject({ value: null });
  });

  it('has no value without pairs or units', () => {
    expect(krippendorffAlpha(patternsOf([[1], [2]]))).toMatchObject({
      value: null,
      why: { code: 'no-pairs', values: {} },
    });
    expect(krippendorffAlpha(patternsOf([]))).toMatchObject({
      value: null,
      why: { code: 'no-ratings', values: {} },
    });
  });

  it('has no value for a ratio scale with negative values', () => {
    const metric = { kind: 'ratio', values: [-1, 2, 3] } as const;
    expect(krippendorffAlpha(patterns, { metric })).toMatchObject({
      value: null,
      why: { code: 'negative-ratio', values: {} },
    });
  });

  it('on an interval scale keeps its digits when the values are large and close together', () => {
    const far = [1, 2, 3].map((value) => value + 1e9);
    const alpha = krippendorffAlpha(patterns, { metric: { kind: 'interval', values: far } });
    expect(alpha.value).toBeCloseTo(1 - 10 / 58, 12);
  });

  it('is a function of the units per pattern', () => {
    expect(krippendorffAlphaStatistic(patterns)(patterns.units)).toBeCloseTo(1 - 10 / 22, 14);
    expect(
      krippendorffAlphaStatistic(patterns)(new Float64Array(patterns.units.length)),
    ).toBeNull();
  });

  it('gives the same over a distance when asked again and again', () => {
    const statistic = krippendorffAlphaStatistic(patterns, {
      kind: 'distance',
      distance: (a, b) => Math.abs(a - b),
    });
    const first = statistic(patterns.units);
    expect([statistic(patterns.units), statistic(patterns.units)]).toEqual([first, first]);
  });
});
