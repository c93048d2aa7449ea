import { describe, expect, it } from 'vitest';
import { timeOrderedIds } from './time-ordered-ids.ts';

const random = (size: number): Uint8Array => new Uint8Array(size).fill(0xff);

describe('ids in the order of time', () => {
  it('are UUIDs of version 7 that begin with the time', () => {
    const newId = timeOrderedIds(() => new Date(Date.parse('2026-01-31T09:30:00Z')), random);
    // 2026-01-31T09:30:00Z is 1769851800000 ms after the epoch, hexadecimal 019c136349c0.
    expect(newId()).toBe('019c1363-49c0-7000-bfff-ffffffffffff');
    expect(newId()).toBe('019c1363-49c0-7001-bfff-ffffffffffff');
  });

  it('grow, also within a millisecond and when the clock goes back', () => {
    let now = 1_000_000;
    const newId = timeOrderedIds(() => new Date(now));
    const ids = Array.from({ length: 10_000 }, (_, at) => {
      if (at === 5000) now -= 10;
      return newId();
    });
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      ids.every((id) =>
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
      ),
    ).toBe(true);
  });
});
