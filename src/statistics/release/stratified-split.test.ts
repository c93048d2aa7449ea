import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import topics from '../fixtures/split-1000x14.json' with { type: 'json' };
import fixture from '../fixtures/splits.json' with { type: 'json' };
import type { LabelMatrix } from '../label-matrix.ts';
import { labelCounts } from '../label-matrix.ts';
import { seededRandom } from '../seeded-random.ts';
import { stratifiedSplit } from './stratified-split.ts';
import type { StratifiedSplit } from './stratified-split.ts';

interface Expected {
  readonly id: string;
  readonly rows: readonly string[] | string;
  readonly ratios: readonly number[];
  readonly expected: {
    readonly accept: {
      readonly LD_at_most: number;
      readonly ED_at_most: number;
      readonly max_label_count_deviation_at_most: number;
    };
  };
}

const matrixOf = (rows: readonly string[]): LabelMatrix => ({
  units: rows.length,
  labels: rows[0].length,
  has: Uint8Array.from(rows.join(''), Number),
});
const accepted = fixture.cases.filter(
  ({ measure }) => measure === 'stratification_quality',
) as unknown as readonly Expected[];
const shared = matrixOf(accepted[0].rows as readonly string[]);
const regulatory = matrixOf(topics.rows);

const randomMatrix = (units: number, prevalences: readonly number[], seed: string): LabelMatrix => {
  const random = seededRandom(seed);
  return {
    units,
    labels: prevalences.length,
    has: Uint8Array.from({ length: units * prevalences.length }, (_, cell) =>
      random.next() < prevalences[cell % prevalences.length] ? 1 : 0,
    ),
  };
};

const tornGroups = ({ part }: StratifiedSplit, group: Int32Array): number => {
  const parts = new Map<number, Set<number>>();
  group.forEach((key, unit) => parts.set(key, (parts.get(key) ?? new Set()).add(part[unit])));
  return [...parts.values()].filter((found) => found.size > 1).length;
};

const split = (seed: number): Int32Array =>
  stratifiedSplit(regulatory, { shares: [0.4, 0.6], seed }).part;

describe('stratifiedSplit', () => {
  it.each(accepted)(
    'keeps the limits of the references for any seed: $id',
    ({ ratios, expected: { accept } }) => {
      for (let seed = 0; seed < 20; seed++) {
        const { quality, missing } = stratifiedSplit(shared, { shares: ratios, seed });
        expect(quality.labelDistribution.value).toBeLessThanOrEqual(accept.LD_at_most);
        expect(quality.exampleDistribution).toBe(0);
        expect(quality.largestCountDeviation).toBeLessThanOrEqual(
          accept.max_label_count_deviation_at_most,
        );
        expect(missing).toEqual([]);
      }
    },
  );

  it('cuts 1,000 × 14 into exactly 400 and 600 with no prevalence off by more than 0.01', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { part, quality, missing } = stratifiedSplit(regulatory, { shares: [0.4, 0.6], seed });
      expect(quality.sizes).toEqual([400, 600]);
      expect(part.filter((value) => value === 0).length).toBe(400);
      expect(quality.largestDeviation?.value).toBeLessThanOrEqual(0.01);
      expect(missing).toEqual([]);
    }
  });

  it('gives the same split for the same seed, and another for another', () => {
    expect(split(1)).toEqual(split(1));
    expect(split(1)).not.toEqual(split(2));
  });

  it('has every label with two units on both sides, however small one side is', () => {
    const labels = 12;
    for (let seed = 0; seed < 20; seed++) {
      const random = seededRandom(`rare ${seed}`);
      const has = new Uint8Array(300 * labels);
      for (let label = 0; label < labels; label++)
        for (let carrier = 0; carrier < 2 + (label % 3); carrier++)
          has[random.integer(300) * labels + label] = 1;
      const matrix = { units: 300, labels, has };
      const { quality, missing } = stratifiedSplit(matrix, { shares: [0.1, 0.9], seed });
      expect(quality.sizes).toEqual([30, 270]);
      expect(missing).toEqual([]);
      labelCounts(matrix).forEach((count, label) => {
        if (count >= 2)
          for (const prevalences of quality.partPrevalence)
            expect(prevalences[label]).toBeGreaterThan(0);
      });
    }
  });

  it('reports labels that the sizes leave no room for', () => {
    // Six labels of two units each cannot all be among 3 units.
    const has = new Uint8Array(12 * 6);
    for (let unit = 0; unit < 12; unit++) has[unit * 6 + (unit % 6)] = 1;
    const { quality, missing } = stratifiedSplit(
      { units: 12, labels: 6, has },
      { shares: [0.25, 0.75], seed: 1 },
    );
    expect(quality.sizes).toEqual([3, 9]);
    expect(missing.map(({ part }) => part)).toEqual([0, 0, 0]);
  });

  it('improves on the greedy walk where every unit has many labels', () => {
    const dense = randomMatrix(
      300,
      Array.from({ length: 20 }, () => 0.5),
      'dense',
    );
    for (let seed = 0; seed < 5; seed++)
      expect(
        stratifiedSplit(dense, { shares: [0.1, 0.9], seed }).quality.largestCountDeviation,
      ).toBeLessThan(1.5);
  });

  it('keeps groups together and sizes exact where the groups allow it', () => {
    const random = seededRandom('groups');
    for (const groups of [12, 50, 200]) {
      const group = Int32Array.from({ length: 1000 }, () =>
        Math.floor(groups * random.next() ** 2),
      );
      const grouped = stratifiedSplit(regulatory, { shares: [0.4, 0.6], seed: 3, group });
      expect(tornGroups(grouped, group)).toBe(0);
      expect(grouped.quality.sizes).toEqual([400, 600]);
      expect(grouped.quality.largestDeviation?.value).toBeLessThan(groups === 200 ? 0.01 : 0.03);
    }
  });

  it('comes as near to the sizes as any choice of few groups can', () => {
    const random = seededRandom('few groups');
    for (let trial = 0; trial < 40; trial++) {
      const units = 60 + random.integer(200);
      const group = Int32Array.from({ length: units }, () => Math.floor(9 * random.next() ** 1.7));
      const sizes = new Map<number, number>();
      for (const key of group) sizes.set(key, (sizes.get(key) ?? 0) + 1);
      const wanted = Math.round(0.4 * units);
      // Every subset of the groups.
      let sums = [0];
      for (const size of sizes.values()) sums = sums.concat(sums.map((sum) => sum + size));
      const nearest = Math.min(...sums.map((sum) => Math.abs(sum - wanted)));
      const { quality } = stratifiedSplit(
        { units, labels: 0, has: new Uint8Array(0) },
        { shares: [wanted, units - wanted], seed: trial, group },
      );
      expect(Math.abs(quality.sizes[0] - wanted)).toBe(nearest);
    }
  });

  it('reports sizes that groups make impossible', () => {
    const { quality } = stratifiedSplit(
      { units: 10, labels: 0, has: new Uint8Array(0) },
      { shares: [0.5, 0.5], seed: 1, group: Int32Array.of(0, 0, 0, 0, 0, 0, 0, 1, 1, 1) },
    );
    expect(quality.sizes.toSorted((first, second) => first - second)).toEqual([3, 7]);
    expect(quality.wantedSizes).toEqual([5, 5]);
    expect(quality.exampleDistribution).toBe(2);
  });

  it('keeps sizes exact and groups whole for any input', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1), fc.nat(1), fc.nat(1), fc.nat(5)), { maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 4 }),
        fc.nat(),
        (rows, shares, seed) => {
          const matrix = {
            units: rows.length,
            labels: 3,
            has: Uint8Array.from(rows.flatMap(([a, b, c]) => [a, b, c])),
          };
          const whole = shares.reduce((sum, share) => sum + share, 0);
          const single = stratifiedSplit(matrix, { shares, seed });
          single.quality.sizes.forEach((size, part) =>
            expect(Math.abs(size - (rows.length * shares[part]) / whole)).toBeLessThan(1),
          );
          const group = Int32Array.from(rows, ([, , , key]) => key);
          expect(tornGroups(stratifiedSplit(matrix, { shares, seed, group }), group)).toBe(0);
        },
      ),
      { seed: 1 },
    );
  });

  it('refuses plans that mean nothing', () => {
    expect(() => stratifiedSplit(regulatory, { shares: [1], seed: 1 })).toThrow('at least 2 parts');
    expect(() => stratifiedSplit(regulatory, { shares: [1, 0], seed: 1 })).toThrow('a share is 0');
    expect(() =>
      stratifiedSplit(regulatory, { shares: [1, 1], seed: 1, group: new Int32Array(3) }),
    ).toThrow('group has 3 units, expected 1000');
  });
});
