import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';

const situations = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 60 }),
  mostRequests: fc.integer({ min: 1, max: 20 }),
  mostBytes: fc.integer({ min: 50, max: 400 }),
  taken: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 5 }),
});

describe('chunk', () => {
  it('takes every request once, in order, and keeps the limits', () => {
    fc.assert(
      fc.property(situations, ({ sizes, mostRequests, mostBytes, taken }) => {
        const chunks = chunk(sizes, { mostRequests, mostBytes }, new Set(taken));
        expect(chunks.flatMap(({ from, to }) => sizes.slice(from, to))).toEqual(sizes);
        for (const { from, to } of chunks) {
          expect(to - from).toBeLessThanOrEqual(mostRequests);
          const bytes = sizes.slice(from, to).reduce((sum, one) => sum + one, 0);
          expect(bytes).toBeLessThanOrEqual(mostBytes);
        }
      }),
      { seed: 1 },
    );
  });

  it('avoids numbers of requests that an unknown batch has', () => {
    const limits = { mostRequests: 5, mostBytes: 1000 };
    const sizes = Array.from({ length: 10 }, () => 1);
    expect(chunk(sizes, limits).map(({ from, to }) => to - from)).toEqual([5, 5]);
    const counts = chunk(sizes, limits, new Set([5])).map(({ from, to }) => to - from);
    expect(counts).toEqual([4, 3, 2, 1]);
    expect(new Set(counts).size).toBe(counts.length);
  });
});
