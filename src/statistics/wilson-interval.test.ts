import { describe, expect, it } from 'vitest';
import fixture from './fixtures/proportion-intervals.json' with { type: 'json' };
import { wilsonInterval } from './wilson-interval.ts';

describe('wilsonInterval', () => {
  it.each(fixture.cases)('$count of $n as statsmodels has it', ({ count, n, wilson }) => {
    const [lower, upper] = wilsonInterval(count, n);
    expect(lower).toBeCloseTo(wilson[0], 12);
    expect(upper).toBeCloseTo(wilson[1], 12);
  });

  it('knows nothing without units, and ends at 0 and 1 exactly', () => {
    expect(wilsonInterval(0, 0)).toEqual([0, 1]);
    expect(wilsonInterval(0, 7)[0]).toBe(0);
    expect(wilsonInterval(7, 7)[1]).toBe(1);
  });

  it('is wider at a higher level', () => {
    const [lower, upper] = wilsonInterval(7, 20, 0.99);
    expect(lower).toBeLessThan(wilsonInterval(7, 20)[0]);
    expect(upper).toBeGreaterThan(wilsonInterval(7, 20)[1]);
  });

  it('refuses more than there are', () => {
    expect(() => wilsonInterval(8, 7)).toThrow('count is 8, expected 0 to 7');
  });
});
