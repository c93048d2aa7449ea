import { describe, expect, it } from 'vitest';
import { hardest, uncertainty } from './uncertainty.ts';

describe('uncertainty', () => {
  it('is the weighted sum of three signs brought to 0 … 1', () => {
    const scores = { units: 3, labels: 2, score: Float64Array.of(1, 0, 0.5, 0.5, 0.9, 0.5) };
    // Entropy: 0, 1 and (0.4689955935892812 + 1) / 2; doubt: 0, 0.5 and 0.1; disagreement as given.
    const result = uncertainty(scores, Float64Array.of(0, 1, 3));
    expect(result[0]).toBe(0);
    expect(result[1]).toBeCloseTo(0.4 * 1 + (0.4 * 1) / 3 + 0.2 * 1, 12);
    expect(result[2]).toBeCloseTo(0.4 * ((0.4689955935892812 + 1) / 2) + 0.4 * 1 + 0.2 * 0.2, 12);
  });

  it('does without disagreement, and counts signs that say nothing as 0', () => {
    expect(
      Array.from(uncertainty({ units: 2, labels: 1, score: Float64Array.of(0.9, 0.5) })),
    ).toEqual([0, 1]);
    expect(
      Array.from(uncertainty({ units: 2, labels: 1, score: Float64Array.of(0.7, 0.7) })),
    ).toEqual([0, 0]);
    expect(uncertainty({ units: 0, labels: 1, score: new Float64Array(0) })).toEqual(
      new Float64Array(0),
    );
  });

  it('refuses what is no score', () => {
    expect(() => uncertainty({ units: 1, labels: 1, score: Float64Array.of(1.2) })).toThrow(
      'score of unit 0, label 0 is 1.2',
    );
    expect(() => uncertainty({ units: 1, labels: 2, score: Float64Array.of(1) })).toThrow(
      '1 scores, expected 1 × 2',
    );
    expect(() =>
      uncertainty({ units: 1, labels: 1, score: Float64Array.of(1) }, new Float64Array(2)),
    ).toThrow('disagreement has 2 units');
  });
});

describe('hardest', () => {
  it('marks the most uncertain share, the earlier of equals', () => {
    expect(hardest(Float64Array.of(0.1, 0.9, 0.5, 0.2), 0.5)).toEqual(Uint8Array.of(0, 1, 1, 0));
    expect(hardest(Float64Array.of(1, 1, 1, 1), 0.5)).toEqual(Uint8Array.of(1, 1, 0, 0));
    expect(hardest(Float64Array.of(0.1, 0.9), 0)).toEqual(Uint8Array.of(0, 0));
    expect(() => hardest(Float64Array.of(0.1), 1.5)).toThrow('share is 1.5');
  });
});
