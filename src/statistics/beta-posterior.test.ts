import { describe, expect, it } from 'vitest';
import { matthewsCorrelation } from './evaluation/binary-counts.ts';
import { posteriorInterval } from './beta-posterior.ts';
import { jeffreysShare } from './jeffreys-share.ts';

const share = ([yes, no]: Float64Array): number | null =>
  (yes ?? 0) + (no ?? 0) === 0 ? null : yes! / (yes! + no!);
const matthews = ([tp, fp, fn, tn]: Float64Array): number | null =>
  matthewsCorrelation({
    truePositives: tp!,
    falsePositives: fp!,
    falseNegatives: fn!,
    trueNegatives: tn!,
  });

describe('an interval from the posterior of counts', () => {
  it('is Jeffreys’ where the measure is a share', () => {
    const found = posteriorInterval(Float64Array.of(7, 13), share, [0, 1])!;
    const [low, high] = jeffreysShare(7, 20);
    expect(found[0]).toBeCloseTo(low, 6);
    expect(found[1]).toBeCloseTo(high, 6);
  });

  it('of Matthews’ correlation has a width without a mistake, and is the same when turned round', () => {
    const [low, high] = posteriorInterval(Float64Array.of(5, 0, 0, 45), matthews, [-1, 1])!;
    expect(high).toBe(1);
    expect(low).toBeGreaterThan(0.3);
    expect(low).toBeLessThan(0.9);
    const given = posteriorInterval(Float64Array.of(4, 2, 1, 43), matthews, [-1, 1])!;
    const turned = posteriorInterval(Float64Array.of(43, 1, 2, 4), matthews, [-1, 1])!;
    expect(turned[0]).toBeCloseTo(given[0], 6);
    expect(turned[1]).toBeCloseTo(given[1], 6);
  });

  it('shares two units among more than four cells, and holds the value', () => {
    const cells = Float64Array.of(20, 1, 2, 3, 12, 0, 1, 0, 4);
    const accuracy = (given: Float64Array): number =>
      (given[0]! + given[4]! + given[8]!) / given.reduce((sum, one) => sum + one, 0);
    const [low, high] = posteriorInterval(cells, accuracy, [0, 1])!;
    expect(low).toBeLessThan(36 / 43);
    expect(high).toBeGreaterThan(36 / 43);
    // Close to that of the plain share, 36 of 43.
    const [plainLow, plainHigh] = jeffreysShare(36, 43);
    expect(high - low).toBeCloseTo(plainHigh - plainLow, 1);
  });

  it('is not there without a value', () => {
    expect(posteriorInterval(Float64Array.of(0, 0), share, [0, 1])).toBe(null);
  });
});
