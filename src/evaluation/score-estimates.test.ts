import { expect, it } from 'vitest';
import type { LabelTable } from './label-table.ts';
import { scoreEstimates } from './score-estimates.ts';
import { unitBlocks } from './unit-blocks.ts';

const options = { zeroes: false, weighted: false };

/** Units of which the first are positive, and every fifth has a score that puts it wrong. */
function table(units: number, positives: readonly number[]): LabelTable {
  const truth = positives.map((count) =>
    Int16Array.from({ length: units }, (_, at) => (at < count ? 1 : 0)),
  );
  const scores = truth.map((column) =>
    Float64Array.from(column, (is, at) => (at % 5 === 0 ? 1 - is : is) + at / 1e4),
  );
  const predicted = scores.map((column) =>
    Int8Array.from(column, (score) => (score > 0.5 ? 1 : 0)),
  );
  const labels = positives.map((_, at) => `label-${at}`);
  return { units, labels, truth, predicted, scores, level: 1, weights: null, subjects: null };
}

function estimated(units: number, positives: readonly number[]): ReturnType<typeof scoreEstimates> {
  return scoreEstimates(table(units, positives), unitBlocks(units, null, 1), options);
}

it('gives a value and no interval below twenty positives', () => {
  const [few, enough] = [estimated(200, [19])!, estimated(200, [20])!];
  expect(few.byLabel[0]!.get('AP[label-0]')).toMatchObject({
    value: expect.any(Number),
    low: null,
    high: null,
    method: { code: 'no-interval-few-positives', values: { n: 19, least: 20 } },
  });
  expect(enough.byLabel[0]!.get('AP[label-0]')!.low).not.toBeNull();
});

it('asks AUROC for twenty negatives as well', () => {
  const most = estimated(200, [185])!.byLabel[0]!;
  expect(most.get('AP[label-0]')!.low).not.toBeNull();
  expect(most.get('AUROC[label-0]')!.method).toMatchObject({ values: { n: 15, least: 20 } });
});

it('lets a mean over labels rest on the harmonic mean of their positives', () => {
  // 3 / (1/40 + 1/20 + 1/10) = 17.1, and 3 / (1/40 + 1/20 + 1/16) = 21.8
  expect(estimated(200, [40, 20, 10])!.overall.get('AP(macro)')).toMatchObject({
    low: null,
    method: { code: 'no-interval-few-positives', values: { n: 17, least: 20 } },
  });
  expect(estimated(200, [40, 20, 16])!.overall.get('AP(macro)')!.low).not.toBeNull();
});
