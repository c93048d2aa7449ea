import { describe, expect, it } from 'vitest';
import type { Estimate } from '../estimate.ts';
import { noValue } from '../estimate.ts';
import { macroMean, macroResampled } from './macro-mean.ts';

const estimateOf = (value: number): Estimate => ({
  value,
  n: 10,
  skipped: 0,
  interval: null,
  method: { code: 'no-interval-asked', values: {} },
});

describe('the macro mean', () => {
  it('is the mean of the questions with a value, and says how many had none', () => {
    const mean = macroMean([estimateOf(0.5), estimateOf(0.7), noValue('no-variance')]);
    expect(mean.value).toBeCloseTo(0.6, 15);
    const left = { code: 'questions-left-out', values: { without: 1 } };
    const over = { code: 'mean-of-questions', values: { count: 2, left } };
    expect(mean).toMatchObject({ n: 2, skipped: 1, interval: null, over });
  });

  it('has no value when no question has one', () => {
    expect(macroMean([noValue('no-ratings'), noValue('no-pairs')])).toEqual({
      value: null,
      n: 0,
      skipped: 2,
      why: { code: 'no-question-valued', values: {} },
    });
    expect(macroMean([])).toMatchObject({
      value: null,
      why: { code: 'nothing-to-average', values: {} },
    });
  });

  it('of resamples goes over the questions that have a value there', () => {
    expect(
      macroResampled([
        [0.2, null, null],
        [0.4, 0.6, null],
      ]),
    ).toEqual([expect.closeTo(0.3, 12), 0.6, null]);
    expect(macroResampled([])).toEqual([]);
  });
});
