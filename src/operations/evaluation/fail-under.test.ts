import { expect, it } from 'vitest';
import type { Measured } from '../../evaluation/summed-measures.ts';
import { labelLimits, limitedMeasures, limitReports } from './fail-under.ts';

const measured = (value: number): Measured => ({
  value,
  n: 10,
  low: value - 0.1,
  high: value + 0.1,
  skipped: {},
  method: { code: 'bootstrap', values: {} } as unknown as Measured['method'],
});
const measures = new Map([
  ['F1(micro)', measured(0.8)],
  ['accuracy', measured(0.5)],
]);

it('limits of rankings have the one spelling of their measure', () => {
  expect(limitedMeasures(null)).toEqual([]);
  expect(limitedMeasures('ndcg_cut_10=0.5,P@5=0.2')).toEqual([
    { measure: 'nDCG@10', least: 0.5 },
    { measure: 'P@5', least: 0.2 },
  ]);
});

it('limits of labels name measures that there are, and all that are not are said', () => {
  expect(labelLimits(null, measures)).toEqual([]);
  expect(labelLimits('accuracy=0.4', measures)).toEqual([{ measure: 'accuracy', least: 0.4 }]);
  expect(() => labelLimits('accuracy=0.4,F2=1,F3=1', measures)).toThrow(/F2[^]*F3/);
});

it('a limit is met by the value, or strictly by the lower end of its interval', () => {
  const limits = labelLimits('F1(micro)=0.8,accuracy=0.6', measures);
  expect(limitReports(limits, measures, false)).toEqual([
    { measure: 'F1(micro)', least: 0.8, got: 0.8, isMet: true },
    { measure: 'accuracy', least: 0.6, got: 0.5, isMet: false },
  ]);
  expect(limitReports(limits.slice(0, 1), measures, true)).toEqual([
    { measure: 'F1(micro)', least: 0.8, got: 0.8 - 0.1, isMet: false },
  ]);
});
