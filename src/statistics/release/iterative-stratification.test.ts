import { describe, expect, it } from 'vitest';
import fixture from '../fixtures/splits.json' with { type: 'json' };
import { iterativeStratification } from './iterative-stratification.ts';
import type { LabelMatrix } from '../label-matrix.ts';

interface Expected {
  readonly id: string;
  readonly rows: readonly string[];
  readonly ratios: readonly number[];
  readonly expected: { readonly folds: readonly number[] };
}

const cases = fixture.cases.filter(
  ({ measure }) => measure === 'iterative_stratification_exact',
) as unknown as readonly Expected[];
const matrixOf = (rows: readonly string[]): LabelMatrix => ({
  units: rows.length,
  labels: rows[0].length,
  has: Uint8Array.from(rows.join(''), Number),
});

describe('iterativeStratification', () => {
  it.each(cases)(
    'gives the folds of iterative-stratification 0.1.9: $id',
    ({ rows, ratios, expected }) => {
      expect(Array.from(iterativeStratification(matrixOf(rows), ratios))).toEqual(expected.folds);
    },
  );

  it('gives the documented example', () => {
    expect(
      Array.from(
        iterativeStratification(
          { units: 4, labels: 1, has: Uint8Array.of(1, 1, 0, 0) },
          [0.5, 0.5],
        ),
      ),
    ).toEqual([0, 1, 0, 1]);
  });

  it('deals out units without labels, and takes no units at all', () => {
    expect(
      Array.from(
        iterativeStratification({ units: 4, labels: 0, has: new Uint8Array(0) }, [0.5, 0.5]),
      ),
    ).toEqual([0, 1, 0, 1]);
    expect(
      iterativeStratification({ units: 0, labels: 2, has: new Uint8Array(0) }, [0.5, 0.5]),
    ).toEqual(new Int32Array(0));
  });

  it('refuses a matrix of another size or with other cells', () => {
    expect(() =>
      iterativeStratification({ units: 2, labels: 2, has: new Uint8Array(3) }, [0.5, 0.5]),
    ).toThrow('3 cells, expected 2 × 2');
    expect(() =>
      iterativeStratification({ units: 1, labels: 1, has: Uint8Array.of(2) }, [0.5, 0.5]),
    ).toThrow('cell 0 of the label matrix is 2');
  });
});
