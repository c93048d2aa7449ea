import { describe, expect, it } from 'vitest';
import { alphaStandardError } from './alpha-variance.ts';
import { bootstrapStandardError } from '../bootstrap-interval.ts';
import { bootstrap } from '../bootstrap.ts';
import { krippendorffAlphaStatistic } from './krippendorff-alpha.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';
import { seededRandom } from '../seeded-random.ts';
import { identityWeights, quadraticWeights } from './weights.ts';

// The reference values of irrCAC for R are in agreement-oracles.test.ts.
describe('the standard error of alpha', () => {
  const random = seededRandom(1);
  const rows = Array.from({ length: 600 }, () => {
    const truth = random.integer(4);
    return Array.from({ length: 3 }, () =>
      random.next() < 0.1 ? null : random.next() < 0.7 ? truth : random.integer(4),
    );
  });
  const patterns = ratingPatterns(ratingsFromRows(rows, [0, 1, 2, 3]));
  const values = [0, 1, 2, 3];

  it.each([
    ['nominal', identityWeights(4), { kind: 'nominal' }],
    ['interval', quadraticWeights(values), { kind: 'interval', values }],
  ] as const)('is what the bootstrap finds for the %s metric', (_, weights, metric) => {
    const resampled = bootstrap(patterns, krippendorffAlphaStatistic(patterns, metric), {
      resamples: 4000,
      seed: 1,
    });
    const ratio =
      (alphaStandardError(patterns, weights)?.standardError ?? 0) /
      (bootstrapStandardError(resampled) ?? 0);
    expect(Math.abs(ratio - 1)).toBeLessThan(0.04);
  });

  it('does not exist for one pairable unit or without variance', () => {
    expect(
      alphaStandardError(ratingPatterns(ratingsFromRows([[0, 1]], [0, 1])), identityWeights(2)),
    ).toBeNull();
    expect(
      alphaStandardError(
        ratingPatterns(
          ratingsFromRows(
            [
              [1, 1],
              [1, 1],
            ],
            [0, 1],
          ),
        ),
        identityWeights(2),
      ),
    ).toBeNull();
  });
});
