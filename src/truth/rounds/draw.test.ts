import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draw } from './draw.ts';
import type { DrawUnit } from './draw.ts';

/**
 * 200 units: 10 rare, 100 frequent, some both, the rest without a label; hardness falls with the
 * number.
 */
const corpus: readonly DrawUnit[] = Array.from({ length: 200 }, (_, at) => ({
  id: `u${String(at).padStart(3, '0')}`,
  labels: [...(at % 20 === 0 ? ['rare'] : []), ...(at % 2 === 0 ? ['frequent'] : [])],
  hardness: 1 - at / 200,
}));
const plain = { size: 40, floor: 0, hard: null, seed: 7 } as const;

describe('draw', () => {
  it('draws exactly as many units as asked for, each once, and reports the corpus', () => {
    const drawn = draw(corpus, plain);
    expect(drawn.units.size).toBe(40);
    expect([...drawn.units.keys()].every((id) => corpus.some((unit) => unit.id === id))).toBe(true);
    expect(drawn.labels.map(({ label, available }) => [label, available])).toEqual([
      ['frequent', 100],
      ['rare', 10],
    ]);
    expect(drawn.unlabelled.available).toBe(100);
  });

  it('keeps the floor of every label', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (seed) => {
        const drawn = draw(corpus, { ...plain, floor: 6, seed });
        for (const { drawn: count } of drawn.labels) expect(count).toBeGreaterThanOrEqual(6);
        expect(drawn.units.size).toBe(40);
      }),
      { seed: 1 },
    );
  });

  it('counts per label what it drew', () => {
    const drawn = draw(corpus, { ...plain, floor: 6 });
    for (const { label, drawn: count } of drawn.labels)
      expect(
        corpus.filter((unit) => drawn.units.has(unit.id) && unit.labels.includes(label)),
      ).toHaveLength(count);
  });

  it('gives every unit of a plain draw the same chance, and 1 when all are drawn', () => {
    const drawn = draw(corpus, { ...plain, size: 200 });
    expect([...drawn.units.values()]).toEqual(Array.from({ length: 200 }, () => 1));
    const half = draw(corpus, { ...plain, size: 100 });
    for (const probability of half.units.values()) expect(probability).toBeCloseTo(0.5, 9);
  });

  it('mixes easy and hard in the wanted share, the upper half of the numbers being hard', () => {
    const drawn = draw(corpus, { ...plain, hard: 0.3 });
    expect(drawn.hard).toEqual({ available: 100, drawn: 12 }); // 0.3 × 40
    expect(
      corpus.filter((unit) => drawn.units.has(unit.id) && Number(unit.hardness) > 0.5),
    ).toHaveLength(12);
  });

  it('takes booleans as they are, and cuts tied numbers where the sides are most equal', () => {
    const flagged = corpus.map((unit, at) => ({ id: unit.id, labels: [], hardness: at < 20 }));
    expect(draw(flagged, { ...plain, hard: 0.5 }).hard).toEqual({ available: 20, drawn: 20 });
    const tied = corpus.map((unit, at) => ({
      id: unit.id,
      labels: [],
      hardness: at < 120 ? 1 : at / 1000,
    }));
    expect(draw(tied, { ...plain, hard: 0.5 }).hard).toEqual({ available: 120, drawn: 20 });
    const equal = corpus.map((unit) => ({ id: unit.id, labels: [], hardness: 1 }));
    expect(() => draw(equal, { ...plain, hard: 0.5 })).toThrow('all units are equally hard');
  });

  it('leaves out what was used before', () => {
    const first = draw(corpus, plain);
    const second = draw(corpus, { ...plain, used: new Set(first.units.keys()) });
    expect([...second.units.keys()].filter((id) => first.units.has(id))).toEqual([]);
    expect([second.corpus, second.used]).toEqual([160, 40]);
  });

  it('depends on the seed and not on the order of the units', () => {
    expect(draw(corpus.toReversed(), plain).units).toEqual(draw(corpus, plain).units);
    expect(draw(corpus, { ...plain, seed: 8 }).units).not.toEqual(draw(corpus, plain).units);
  });

  it('fails clearly when the corpus is too small', () => {
    expect(() => draw(corpus, { ...plain, size: 201 })).toThrow(
      'Cannot draw 201 units: only 200 are available.',
    );
    expect(() =>
      draw(corpus, { ...plain, size: 161, used: new Set(draw(corpus, plain).units.keys()) }),
    ).toThrow('only 160 are available, because 40 of 200 were already used');
    expect(() => draw(corpus, { ...plain, floor: 11 })).toThrow('rare has 10 of 11');
    expect(() => draw(corpus, { ...plain, floor: 1, labels: ['rare', 'absent'] })).toThrow(
      'absent has 0 of 1',
    );
    expect(() => draw(corpus, { ...plain, size: 150, hard: 0.9 })).toThrow(
      'there are 100 hard units, but 135 are needed',
    );
  });

  it('fails clearly when the size has no room for the floors', () => {
    const apart = corpus.map((unit, at) => ({
      id: unit.id,
      labels: [`l${at % 10}`],
      hardness: null,
    }));
    expect(() => draw(apart, { ...plain, size: 40, floor: 5 })).toThrow(
      'no room for the floors of',
    );
  });
});
