import { describe, expect, it } from 'vitest';
import { prevalence } from './prevalence.ts';

describe('prevalence', () => {
  it('is the share with its Wilson interval (statsmodels: 0.181, 0.567 for 7 of 20)', () => {
    const result = prevalence(7, 20, 3);
    expect(result).toMatchObject({
      value: 0.35,
      n: 20,
      skipped: 3,
      method: { code: 'interval-wilson' },
    });
    expect('interval' in result && result.interval?.map((bound) => bound.toFixed(3))).toEqual([
      '0.181',
      '0.567',
    ]);
  });

  it('has values 0 and 1, but none without units', () => {
    expect(prevalence(0, 5).value).toBe(0);
    expect(prevalence(5, 5).value).toBe(1);
    expect(prevalence(0, 0, 2)).toEqual({
      value: null,
      n: 0,
      skipped: 2,
      why: { code: 'no-answers', values: {} },
    });
  });
});
