import { describe, expect, it } from 'vitest';
import { binomialDraw, multinomialDraw } from './binomial-draw.ts';
import { seededRandom } from './seeded-random.ts';

describe('binomial draws', () => {
  it.each([
    [10, 0.3],
    [1000, 0.001],
    [40, 0.3],
    [200, 0.5],
    [1000, 0.93],
    [1_000_000, 0.0004],
  ])('of %d trials with probability %d have the binomial distribution', (trials, probability) => {
    const draws = 100_000;
    const random = seededRandom(1);
    const seen = new Map<number, number>();
    for (let draw = 0; draw < draws; draw++) {
      const successes = binomialDraw(random, trials, probability);
      seen.set(successes, (seen.get(successes) ?? 0) + 1);
    }
    // Chi-square over the values expected at least ten times: about as large as its degrees of
    // freedom.
    let chiSquare = 0;
    let cells = 0;
    const furthest = Math.min(trials, trials * probability + 8 * Math.sqrt(trials * probability));
    for (let successes = 0; successes <= furthest; successes++) {
      const expected = draws * probabilityOf(successes, trials, probability);
      if (expected < 10) continue;
      chiSquare += ((seen.get(successes) ?? 0) - expected) ** 2 / expected;
      cells++;
    }
    expect(cells).toBeGreaterThan(3);
    expect(Math.abs(chiSquare - cells) / Math.sqrt(2 * cells)).toBeLessThan(3.5);
  });

  it('are certain at probability 0 and 1', () => {
    expect(binomialDraw(seededRandom(1), 7, 0)).toBe(0);
    expect(binomialDraw(seededRandom(1), 7, 1)).toBe(7);
  });

  it('of several kinds add up to the total, with the right means', () => {
    const counts = Float64Array.of(50, 0, 900, 30, 20);
    const drawn = new Float64Array(5);
    const sums = new Float64Array(5);
    const random = seededRandom(1);
    for (let draw = 0; draw < 20_000; draw++) {
      multinomialDraw(random, counts, 1000, drawn);
      expect(drawn.reduce((sum, count) => sum + count, 0)).toBe(1000);
      for (let kind = 0; kind < 5; kind++) sums[kind] += drawn[kind] / 20_000;
    }
    // Four standard errors of the mean at the most.
    for (let kind = 0; kind < 5; kind++) {
      const error = Math.sqrt((counts[kind] * (1 - counts[kind] / 1000)) / 20_000);
      expect(Math.abs(sums[kind] - counts[kind])).toBeLessThanOrEqual(4 * error);
    }
  });
});

function probabilityOf(successes: number, trials: number, probability: number): number {
  let log = 0;
  for (let factor = 1; factor <= successes; factor++)
    log += Math.log((trials - successes + factor) / factor);
  return Math.exp(
    log + successes * Math.log(probability) + (trials - successes) * Math.log1p(-probability),
  );
}
