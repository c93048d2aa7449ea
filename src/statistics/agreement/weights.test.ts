import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgreementWeights } from './weights.ts';
import {
  customWeights,
  identityWeights,
  linearWeights,
  ordinalWeights,
  positions,
  quadraticWeights,
} from './weights.ts';

describe('agreement weights', () => {
  it('of three positions are the published ones', () => {
    // Agreement weights 1 − |k − l|/2 and 1 − (k − l)²/4; ordinal 1 − C(|k − l| + 1, 2)/C(3, 2).
    expect(agreement(identityWeights(3))).toEqual([1, 0, 0]);
    expect(agreement(linearWeights(positions(3)))).toEqual([1, 0.5, 0]);
    expect(agreement(quadraticWeights(positions(3)))).toEqual([1, 0.75, 0]);
    expect(agreement(ordinalWeights(3))[1]).toBeCloseTo(2 / 3, 15);
    expect(agreement(ordinalWeights(3))[2]).toBeCloseTo(0, 15);
  });

  it('of values go by the values, in whatever order the domain has them', () => {
    expect(linearWeights([10, 0, 4]).disagreement(0, 2)).toBeCloseTo(0.6, 15);
    expect(quadraticWeights([10, 0, 4]).disagreement(1, 2)).toBeCloseTo(0.16, 15);
  });

  it('of your own are divided by the largest', () => {
    expect(
      customWeights([
        [0, 1, 3],
        [1, 0, 6],
        [3, 6, 0],
      ]).disagreement(0, 2),
    ).toBe(0.5);
  });

  it('know their sums over a distribution without going through all pairs', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 1,
      maxLength: 8,
    });
    const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(shares, values, (list, eight) => {
        const size = list.length;
        const table = Array.from({ length: size }, (_, a) =>
          Array.from({ length: size }, (_other, b) => (a === b ? 0 : a + 2 * b)),
        );
        const all = [
          identityWeights(size),
          linearWeights(eight.slice(0, size)),
          quadraticWeights(eight.slice(0, size)),
          ordinalWeights(size),
          customWeights(table),
        ];
        for (const weights of all) checkSums(weights, Float64Array.from(list));
      }),
      { seed: 1 },
    );
  });

  it('see no disagreement in a domain of one value', () => {
    expect(linearWeights([5]).disagreement(0, 0)).toBe(0);
    expect(quadraticWeights([5]).totalAgreement).toBe(1);
    expect(ordinalWeights(1).totalAgreement).toBe(1);
  });

  it('refuse what is not a table of disagreements', () => {
    expect(() =>
      customWeights([
        [0, 1],
        [1, 2],
      ]),
    ).toThrow('the weight of category 1 with itself is 2, expected 0');
    expect(() =>
      customWeights([
        [0, -1],
        [1, 0],
      ]),
    ).toThrow('expected a number of at least 0');
    expect(() => customWeights([[0, 1]])).toThrow('row 1 has 2 weights, expected 1');
    expect(() => linearWeights([0, NaN])).toThrow('expected a number');
  });
});

function agreement(weights: AgreementWeights): number[] {
  return [0, 1, 2].map((other) => 1 - weights.disagreement(0, other));
}

function checkSums(weights: AgreementWeights, shares: Float64Array): void {
  const first = weights.expectedByFirst(shares);
  const second = weights.expectedBySecond(shares);
  let total = 0;
  for (let a = 0; a < shares.length; a++) {
    let byFirst = 0;
    let bySecond = 0;
    for (let b = 0; b < shares.length; b++) {
      byFirst += shares[b] * weights.disagreement(a, b);
      bySecond += shares[b] * weights.disagreement(b, a);
      total += 1 - weights.disagreement(a, b);
    }
    expect(first[a]).toBeCloseTo(byFirst, 12);
    expect(second[a]).toBeCloseTo(bySecond, 12);
  }
  expect(weights.totalAgreement).toBeCloseTo(total, 11);
}
