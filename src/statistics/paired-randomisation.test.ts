import { describe, expect, it } from 'vitest';
import type { BlockSums, SumStatistic } from './block-bootstrap.ts';
import { pairedRandomisation } from './paired-randomisation.ts';

const of = (values: readonly number[]): BlockSums => ({
  blocks: values.length,
  columns: 1,
  sums: Float64Array.from(values),
});
const total: SumStatistic = (totals) => totals[0]!;
const draws = { resamples: 2000, seed: 1 };

describe('the paired randomisation test', () => {
  it('tries all swaps of few blocks', () => {
    // Differences 1, 2, 3: of the 8 ways of signs only +++ and −−− reach 6.
    const [test] = pairedRandomisation(of([0, 0, 0]), of([1, 2, 3]), [total], draws);
    expect(test).toEqual({ difference: 6, p: 0.25, isExact: true });
  });

  it('is 1 without a difference, and the same in both directions', () => {
    const [same] = pairedRandomisation(of([1, 2]), of([1, 2]), [total], draws);
    expect(same).toMatchObject({ difference: 0, p: 1 });
    const many = Array.from({ length: 30 }, (_, at) => Math.sin(at));
    const other = many.map((value, at) => value + 0.1 * Math.cos(3 * at) + 0.05);
    const [one] = pairedRandomisation(of(many), of(other), [total], draws);
    const [back] = pairedRandomisation(of(other), of(many), [total], draws);
    expect(back!.p).toBe(one!.p);
    expect(back!.difference).toBeCloseTo(-one!.difference!, 12);
  });

  it('approaches the exact value with draws', () => {
    // 14 equal differences of 1: exactly 2 of 2^14 ways are as extreme.
    const [test] = pairedRandomisation(
      of(Array<number>(14).fill(0)),
      of(Array<number>(14).fill(1)),
      [total],
      draws,
    );
    expect(test!.isExact).toBe(false);
    expect(test!.p).toBeLessThan(3 / 2001);
  });

  it('has no value where a measure has none', () => {
    const [test] = pairedRandomisation(of([1]), of([2]), [() => null], draws);
    expect(test).toEqual({ difference: null, p: null, isExact: true });
  });
});
