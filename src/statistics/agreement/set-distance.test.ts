import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  jaccardDistance,
  masiDistance,
  masiNltkDistance,
  overlapOf,
  setInequality,
} from './set-distance.ts';

interface SetCase {
  readonly measure: string;
  readonly expected: {
    readonly pairs: readonly {
      readonly a: string[];
      readonly b: string[];
      readonly masi: number;
      readonly jaccard: number;
      readonly masi_exact_thirds: number;
    }[];
  };
}

// Expected values: nltk 3.8, and its formula with exact thirds.
const fixture = JSON.parse(
  readFileSync(new URL('../fixtures/agreement-label-sets.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly SetCase[] };
const pairs = fixture.cases
  .filter(({ measure }) => measure === 'set_distances')
  .flatMap(({ expected }) => expected.pairs);

describe('distances between sets', () => {
  it.each(pairs)('$a and $b', ({ a, b, masi, jaccard, masi_exact_thirds: thirds }) => {
    const overlap = overlapOf(new Set(a), new Set(b));
    expect(masiDistance(overlap)).toBeCloseTo(thirds, 12);
    expect(masiNltkDistance(overlap)).toBeCloseTo(masi, 12);
    expect(jaccardDistance(overlap)).toBeCloseTo(jaccard, 12);
    expect(setInequality(overlap)).toBe(jaccard === 0 ? 0 : 1);
  });

  it('are 0 for two empty sets', () => {
    const overlap = overlapOf(new Set(), new Set());
    for (const distance of [masiDistance, masiNltkDistance, jaccardDistance, setInequality])
      expect(distance(overlap)).toBe(0);
  });

  it('are 1 for an empty set and another', () => {
    const overlap = overlapOf(new Set(), new Set(['a']));
    for (const distance of [masiDistance, masiNltkDistance, jaccardDistance, setInequality])
      expect(distance(overlap)).toBe(1);
  });
});
