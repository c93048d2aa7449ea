import { expect, it } from 'vitest';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

interface Evaluated {
  readonly measures: Readonly<
    Record<string, { readonly value: number; readonly low: number | null; readonly n: number }>
  >;
}

const truth = 'id,verdict\n1,low\n2,mid\n3,high\n4,low\n';
const scores = 'score_low,score_mid,score_high';
const words = 'evaluate --truth t.csv --predictions p.csv --class verdict'.split(' ');

it('probabilities of classes have log loss, Brier score, calibration and AUROC', async () => {
  const folder = temporaryFolder({
    't.csv': truth,
    // Without a class of its own, the likeliest is the predicted one.
    'p.csv': `id,${scores}\n1,0.72,0.18,0.1\n2,0.52,0.38,0.1\n3,0.12,0.24,0.64\n4,0.84,0.08,0.08\n`,
  });
  const { measures } = await runJson<Evaluated>(words, folder);
  const value = (name: string): number => measures[name]!.value;
  expect(value('accuracy')).toBe(0.75);
  // The mean of −ln of what the true class got.
  const surprise = [0.72, 0.38, 0.64, 0.84].map((p) => -Math.log(p));
  expect(value('log_loss')).toBeCloseTo(surprise.reduce((sum, one) => sum + one, 0) / 4, 12);
  // Squared differences over all classes: 0.1208, 0.6648, 0.2016 and 0.0384.
  expect(value('Brier')).toBeCloseTo(1.0256 / 4, 12);
  expect(value('top2_accuracy')).toBe(1);
  // The likeliest, alone in its bin each: 0.28, −0.52, 0.36 and 0.16 off.
  expect(value('ECE')).toBeCloseTo(1.32 / 4, 12);
  expect(value('MCE')).toBeCloseTo(0.52, 12);
  // Too few for an interval of a calibration error.
  expect(measures['ECE']!.low).toBeNull();
  // Of low, every true one is above every other; of mid, too; of high, too.
  expect(value('AUROC(macro)')).toBe(1);
});

it.each([
  ['1.2', /p\.csv:2 score_low is .*1\.2.*expected a probability from 0 to 1/],
  ['sure', /p\.csv:2 score_low is .*sure.*expected a probability from 0 to 1/],
])('a score of %s is refused', async (score, message) => {
  const folder = temporaryFolder({
    't.csv': truth,
    'p.csv': `id,verdict,${scores}\n1,low,${score},0.2,0.1\n`,
  });
  const run = await runAssay(words, folder);
  expect([run.code, run.err]).toEqual([2, expect.stringMatching(message)]);
});
