import { describe, expect, it } from 'vitest';
import { holm } from './holm.ts';

describe('Holm’s correction', () => {
  it('multiplies the smallest by the number of tests, the next by one less', () => {
    // R 4.2, p.adjust(c(0.01, 0.02, 0.03, 0.5), 'holm'): 0.04 0.06 0.06 0.50
    expect(holm([0.01, 0.02, 0.03, 0.5])).toEqual([0.04, 0.06, 0.06, 0.5]);
  });

  it('never exceeds 1 and leaves one test as it is', () => {
    expect(holm([0.9, 0.8])).toEqual([1, 1]);
    expect(holm([0.2])).toEqual([0.2]);
  });

  it('does not count a test without a value', () => {
    expect(holm([null, 0.03, null])).toEqual([null, 0.03, null]);
  });
});
