import { describe, expect, it } from 'vitest';
import { formatFor } from './format.ts';

describe('the format', () => {
  it('writes numbers as the language does', () => {
    expect(formatFor('en').count(2000)).toBe('2,000');
    expect(formatFor('de').count(2000)).toBe('2.000');
    expect(formatFor('de').decimal(0.7249)).toBe('0,72');
    expect([2, 0.5, -1.25].map(formatFor('de').number)).toEqual(['2', '0,5', '−1,25']);
    expect(formatFor('en').percent(0.8342)).toBe('83.4\u00A0%');
  });

  it('writes a true minus, and none before what rounds to zero', () => {
    expect(formatFor('en').decimal(-0.25)).toBe('−0.25');
    expect(formatFor('en').decimal(-0.001)).toBe('0.00');
    expect(formatFor('en').interval([-0.1, 0.4])).toBe('−0.10 to 0.40');
    expect([
      formatFor('en').interval([0.9999, 1]),
      formatFor('en').interval([1, 1]),
      formatFor('de').interval([1, 1]),
      formatFor('en').interval([0, 0]),
    ]).toEqual(['1.00 to 1.00', 'no disagreement', 'niemand weicht ab', 'no interval']);
  });

  it('writes durations in the unit that fits', () => {
    const { duration } = formatFor('en');
    expect([45, 59.6, 600, 3600, 7499].map(duration)).toEqual([
      '45 s',
      '1 min',
      '10 min',
      '1 h 00 min',
      '2 h 05 min',
    ]);
  });

  it('says how long ago something was', () => {
    const now = new Date('2026-03-12T12:00:00Z');
    expect(formatFor('en').ago('2026-03-09T12:00:00Z', now)).toBe('3 days ago');
    expect(formatFor('de').ago('2026-03-11T12:00:00Z', now)).toBe('gestern');
  });
});
