import { describe, expect, it } from 'vitest';
import { columnTotals, expandedInterval, resampleBlocks } from './block-bootstrap.ts';
import { seededRandom } from './seeded-random.ts';

describe('the bootstrap over blocks', () => {
  const sums = { blocks: 3, columns: 2, sums: Float64Array.of(1, 1, 2, 1, 4, 1) };

  it('draws as many blocks as there are, each whole', () => {
    const seen = new Set<number>();
    resampleBlocks(sums, { resamples: 500, seed: 3 }, (totals) => {
      expect(totals[1]).toBe(3);
      seen.add(totals[0]!);
    });
    // Sums of three draws from 1, 2 and 4.
    expect([...seen].toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 12]);
    expect([...columnTotals(sums)]).toEqual([7, 3]);
  });

  it('is the same again with the same seed', () => {
    const draw = (seed: number): readonly number[] => {
      const values: number[] = [];
      resampleBlocks(sums, { resamples: 20, seed }, (totals) => values.push(totals[0]!));
      return values;
    };
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
  });
});

describe('the widened percentile interval', () => {
  it('needs two blocks', () => {
    expect(expandedInterval(Float64Array.of(1, 2, 3), 1)).toBeNull();
  });

  it.each([
    { n: 20, name: 'shares of relevant documents', draw: skewed },
    { n: 60, name: 'shares of relevant documents', draw: skewed },
    { n: 30, name: 'reciprocal ranks', draw: reciprocal },
  ])('covers the true mean of $name in 93 to 97 of 100 samples of $n', ({ n, draw }) => {
    const random = seededRandom(`coverage ${n}`);
    let mean = 0;
    for (let at = 0; at < 200_000; at += 1) mean += draw(() => random.next()) / 200_000;
    let covered = 0;
    const samples = 1500;
    for (let sample = 0; sample < samples; sample += 1) {
      const values = Float64Array.from({ length: n }, () => draw(() => random.next()));
      const found = new Float64Array(400);
      resampleBlocks(
        { blocks: n, columns: 1, sums: values },
        { resamples: 400, seed: sample },
        (totals, at) => (found[at] = totals[0]! / n),
      );
      const [low, high] = expandedInterval(found, n)!;
      if (low <= mean && mean <= high) covered += 1;
    }
    expect(covered / samples).toBeGreaterThan(0.93);
    expect(covered / samples).toBeLessThan(0.97);
  });
});

/** A share with a long right tail, as average precision has. */
function skewed(next: () => number): number {
  return next() ** 2;
}

/** 1 over a rank from 1 to 5. */
function reciprocal(next: () => number): number {
  return 1 / (1 + Math.floor(5 * next()));
}
