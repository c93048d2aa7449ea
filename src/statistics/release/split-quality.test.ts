import { describe, expect, it } from 'vitest';
import fixture from '../fixtures/splits.json' with { type: 'json' };
import type { LabelMatrix } from '../label-matrix.ts';
import { splitQuality } from './split-quality.ts';

interface Expected {
  readonly id: string;
  readonly rows: readonly string[];
  readonly ratios: readonly number[];
  readonly expected: {
    readonly folds: readonly number[];
    readonly quality: {
      readonly LD: number;
      readonly ED: number;
      readonly max_prevalence_deviation: number;
      readonly max_label_count_deviation: number;
      readonly fold_sizes: readonly number[];
    };
  };
}

const cases = fixture.cases.filter(
  ({ measure }) => measure === 'iterative_stratification_exact',
) as unknown as readonly Expected[];
const matrixOf = (rows: readonly string[]): LabelMatrix => ({
  units: rows.length,
  labels: rows[0].length,
  has: Uint8Array.from(rows.join(''), Number),
});

describe('splitQuality', () => {
  it.each(cases)('measures as the reference does: $id', ({ rows, ratios, expected }) => {
    const quality = splitQuality(matrixOf(rows), Int32Array.from(expected.folds), ratios);
    expect(quality.labelDistribution.value).toBeCloseTo(expected.quality.LD, 12);
    expect(quality.exampleDistribution).toBeCloseTo(expected.quality.ED, 12);
    expect(quality.largestDeviation?.value).toBeCloseTo(
      expected.quality.max_prevalence_deviation,
      12,
    );
    expect(quality.largestCountDeviation).toBeCloseTo(
      expected.quality.max_label_count_deviation,
      12,
    );
    expect(quality.sizes).toEqual(expected.quality.fold_sizes);
  });

  it('leaves labels with infinite odds out of LD and counts them', () => {
    const matrix = { units: 4, labels: 2, has: Uint8Array.of(1, 1, 1, 0, 1, 1, 1, 0) };
    expect(
      splitQuality(matrix, Int32Array.of(0, 0, 1, 1), [0.5, 0.5]).labelDistribution,
    ).toMatchObject({ value: 0, n: 1, skipped: 1 });
    expect(
      splitQuality(
        { units: 2, labels: 1, has: Uint8Array.of(1, 1) },
        Int32Array.of(0, 1),
        [0.5, 0.5],
      ).labelDistribution,
    ).toMatchObject({ value: null, skipped: 1 });
  });

  it('has no prevalence in an empty part, and no deviation without labels', () => {
    const quality = splitQuality(
      { units: 1, labels: 1, has: Uint8Array.of(1) },
      Int32Array.of(0),
      [0.5, 0.5],
    );
    expect(quality.partPrevalence).toEqual([[1], [null]]);
    expect(
      splitQuality(
        { units: 2, labels: 0, has: new Uint8Array(0) },
        Int32Array.of(0, 1),
        [0.5, 0.5],
      ),
    ).toMatchObject({
      largestDeviation: null,
      labelDistribution: { value: null, why: { code: 'no-label-columns', values: {} } },
    });
  });
});
