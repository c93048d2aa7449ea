import { describe, expect, it } from 'vitest';
import { runJson, temporaryFolder } from './run-assay.ts';

interface Figure {
  readonly low: number;
  readonly high: number;
}
interface TableJson {
  readonly measures: Readonly<Record<string, Figure>>;
  readonly weighted?: { readonly measures: Readonly<Record<string, Figure>> };
  readonly comparisons?: readonly {
    readonly measures: Readonly<
      Record<string, Figure & { readonly difference: number; readonly p: number }>
    >;
  }[];
}

const words = ['evaluate', '--truth', 't.csv', '--predictions', 'p.csv'];

describe('scores of labels', () => {
  it('has ends for the difference of a label with one positive, which many samples miss', async () => {
    const range = Array.from({ length: 30 }, (_, unit) => unit);
    const scored = (turn: number): string =>
      `id,score_a,score_b\n${range.map((unit) => `u${unit},${((unit * turn) % 31) / 31},${(unit * 7) % 10}\n`).join('')}`;
    const folder = temporaryFolder({
      't.csv': `id,a,b\n${range.map((unit) => `u${unit},${+(unit === 4)},${unit % 2}\n`).join('')}`,
      'p.csv': scored(3),
      'other.csv': scored(11),
    });
    const asked = [...words, '--compare', 'other.csv'];
    const { comparisons } = await runJson<TableJson>(asked, folder);
    for (const name of ['AP(macro)', 'AUROC(macro)', 'AUROC(weighted)']) {
      const { low, high, difference } = comparisons![0]!.measures[name]!;
      expect(low).toBeLessThanOrEqual(difference);
      expect(high).toBeGreaterThanOrEqual(difference);
    }
  });

  it('compares average precision and AUROC, and labels as queries', async () => {
    const rows = (score: (unit: number) => number): string =>
      `id,score_a,score_b\n${range
        .map((unit) => `u${unit},${score(unit)},${(unit % 2) / 2}\n`)
        .join('')}`;
    const range = Array.from({ length: 40 }, (_, unit) => unit);
    const folder = temporaryFolder({
      't.csv': `id,a,b\n${range.map((unit) => `u${unit},${unit % 2},${unit % 2}\n`).join('')}`,
      // Of twenty true units, four score below every other one.
      'p.csv': rows((unit) => (unit % 10 === 1 ? 0 : (unit % 2) / 2 + 0.25)),
      'better.csv': rows((unit) => unit % 2),
    });
    const asked = [...words, '--compare', 'better.csv', '--measures', 'AP,nDCG@10'];
    const { comparisons } = await runJson<TableJson>(asked, folder);
    const { measures } = comparisons![0]!;
    // a: 16 of 20 positives above all 20 negatives, 4 below; b is the same in both.
    expect(measures['AUROC(macro)']!.difference).toBeCloseTo(0.2 / 2, 12);
    expect(measures['AP(macro)']!.difference).toBeCloseTo((1 - (16 + 4 * 0.5) / 20) / 2, 12);
    const { low, high, p } = measures['AUROC(macro)']!;
    expect(low).toBeGreaterThan(0);
    expect(high).toBeLessThan(0.25);
    // Only four blocks differ: 2 of their 16 swaps are as extreme.
    expect(p).toBeCloseTo(1 / 8, 1);
    // Two labels as queries; one differs.
    expect(measures['AP']).toMatchObject({ p: 1 });
    expect(measures['AP']!.difference).toBeGreaterThan(0);
    expect(measures['nDCG@10']!.difference).toBe(0);
  });

  it('has an interval of a weighted AUROC of 1, and none below what a measure can be', async () => {
    const units = Array.from({ length: 60 }, (_, unit) => unit);
    const chance = (unit: number): number => [0.3, 0.7, 0.9, 0.1][unit % 4]!;
    const folder = temporaryFolder({
      't.csv': `id,a,b,inclusion_probability\n${units
        .map((unit) => `u${unit},${unit % 2},${+(unit % 3 === 0)},${chance(unit)}\n`)
        .join('')}`,
      'p.csv': `id,score_a,score_b\n${units
        .map((unit) => `u${unit},${(unit % 2) / 2 + unit / 200},${+(unit % 3 === 0) / 2}\n`)
        .join('')}`,
    });
    const { measures, weighted } = await runJson<TableJson>(words, folder);
    for (const name of ['AUROC(macro)', 'AUROC(weighted)', 'AP(macro)', 'AP(weighted)'])
      expect(weighted!.measures[name]!.low).toBeLessThan(0.98);
    expect(measures['coverage_error']!.low).toBeGreaterThanOrEqual(1);
  });
});
