import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeenPairs } from './seen-pairs.ts';

describe('pairs that were seen', () => {
  const pair = fc.record({
    unit: fc.constantFrom('u', 'u1', 'ä€', '', 'u2'),
    annotator: fc.constantFrom('anna', 'ben', '__proto__'),
    line: fc.option(fc.integer({ min: 1, max: 3_000_000 })),
  });

  it('are what a map by unit and annotator would hold', () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 40 }), pair, (pairs, asked) => {
        const seen = new SeenPairs();
        const expected = new Map<string, number | null>();
        for (const { unit, annotator, line } of pairs) {
          seen.add(unit, annotator, line);
          expected.set(JSON.stringify([unit, annotator]), line);
        }
        for (const { unit, annotator } of [...pairs, asked])
          expect(seen.line(unit, annotator)).toBe(expected.get(JSON.stringify([unit, annotator])));
      }),
    );
  });

  it('are kept for many units', () => {
    const seen = new SeenPairs();
    for (let at = 0; at < 5000; at += 1)
      seen.add(`unit ${at}`, at % 2 === 0 ? 'anna' : 'ben', at + 1);
    expect([
      seen.line('unit 4999', 'ben'),
      seen.line('unit 4999', 'anna'),
      seen.line('unit 0', 'anna'),
    ]).toEqual([5000, undefined, 1]);
  });
});
