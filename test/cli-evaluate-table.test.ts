import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { jsonLines, runAssay, runJson, temporaryFolder } from './run-assay.ts';

type Figures = Readonly<
  Record<
    string,
    {
      readonly value: number | null;
      readonly n: number;
      readonly low: number | null;
      readonly high: number | null;
      readonly skipped: Readonly<Record<string, number>>;
    }
  >
>;
interface TableJson {
  readonly measures: Figures;
  readonly labels: Readonly<Record<string, Figures>>;
  readonly weighted?: { readonly measures: Figures };
  readonly slices?: Readonly<Record<string, { readonly measures: Figures }>>;
  readonly comparisons?: readonly {
    readonly measures: Readonly<
      Record<string, { readonly difference: number; readonly p: number }>
    >;
  }[];
  readonly over_votes?: {
    readonly spread: Readonly<
      Record<string, { readonly lowest: number; readonly highest: number }>
    >;
  };
  readonly units: { readonly compared: number };
  readonly confusion?: unknown;
}

interface Case {
  readonly name: string;
  readonly truth: readonly string[];
  readonly predicted: readonly string[];
  readonly scores: readonly (readonly number[])[];
  readonly expected: Readonly<Record<'micro' | 'macro' | 'weighted' | 'samples', Averages>> & {
    readonly subset_accuracy: number;
    readonly hamming_loss: number;
    readonly average_precision_per_label: readonly number[];
  };
}
interface Averages {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const fixture = new URL('../src/statistics/fixtures/classification.json', import.meta.url);
const { multilabel } = JSON.parse(readFileSync(fixture, 'utf8')) as {
  readonly multilabel: readonly Case[];
};
const words = ['evaluate', '--truth', 't.csv', '--predictions', 'p.csv'];

/** The fixture's table as two CSV files, its labels called l0, l1 … */
function csvOf({ truth, predicted, scores }: Case): Readonly<Record<string, string>> {
  const labels = [...truth[0]!].map((_, at) => `l${at}`);
  const row = (cells: readonly (string | number)[]): string => `${cells.join(',')}\n`;
  const rows = (of: (at: number) => readonly (string | number)[]): string =>
    truth.map((_, at) => row([`u${at}`, ...of(at)])).join('');
  return {
    't.csv': row(['id', ...labels]) + rows((at) => [...truth[at]!]),
    'p.csv':
      row(['id', ...labels, ...labels.map((label) => `score_${label}`)]) +
      rows((at) => [...predicted[at]!, ...scores[at]!]),
  };
}

describe('assay evaluate with tables', () => {
  // scikit-learn 1.2.1, which counts what has no value as 0.
  it.each(multilabel)('equals scikit-learn: $name', async (one) => {
    const { measures, labels } = await runJson<TableJson>(
      [...words, '--empty', 'zero', '--resamples', '50'],
      temporaryFolder(csvOf(one)),
    );
    for (const kind of ['micro', 'macro', 'weighted', 'samples'] as const) {
      expect(measures[`P(${kind})`]!.value).toBeCloseTo(one.expected[kind].precision, 12);
      expect(measures[`R(${kind})`]!.value).toBeCloseTo(one.expected[kind].recall, 12);
      expect(measures[`F1(${kind})`]!.value).toBeCloseTo(one.expected[kind].f1, 12);
    }
    expect(measures['subset_accuracy']!.value).toBeCloseTo(one.expected.subset_accuracy, 12);
    expect(measures['hamming_loss']!.value).toBeCloseTo(one.expected.hamming_loss, 12);
    one.expected.average_precision_per_label.forEach((wanted, at) => {
      const found = labels[`l${at}`]!['AP']!;
      if (found.value === null) expect(found.skipped).toEqual({ 'no-positives': 1 });
      else expect(found.value).toBeCloseTo(wanted, 12);
    });
  });

  const truth = 'id,doc,a,b\nu1,d1,2,0\nu2,d1,0,1\nu3,d2,1,1\nu4,d3,0,0\n';
  const predictions = 'id,a,b,score_a\nu1,1,0,0.9\nu2,0,1,0.2\nu3,0,1,0.4\nu4,1,0,0.6\n';

  it('reads the same from CSV, JSONL and Parquet, with quotes or without', async () => {
    const folder = temporaryFolder({
      't.csv': truth,
      'p.csv': predictions,
      'q.csv': predictions.replaceAll(/u(\d)/g, '"u$1"'),
      'p.jsonl': jsonLines([
        { id: 'u1', a: 1, b: false, score_a: 0.9 },
        { id: 'u2', a: 0, b: true, score_a: 0.2 },
        { id: 'u3', a: 0, b: 1, score_a: 0.4 },
        { id: 'u4', a: 1, b: 0, score_a: 0.6 },
      ]),
    });
    const columnData = [
      { name: 'id', data: ['u1', 'u2', 'u3', 'u4'], type: 'STRING' as const },
      { name: 'a', data: [1, 0, 0, 1], type: 'INT32' as const },
      { name: 'b', data: [0, 1, 1, 0], type: 'INT32' as const },
      { name: 'score_a', data: [0.9, 0.2, 0.4, 0.6], type: 'DOUBLE' as const },
    ];
    writeFileSync(join(folder, 'p.parquet'), Buffer.from(parquetWriteBuffer({ columnData })));
    const measure = (file: string): Promise<TableJson> =>
      runJson(['evaluate', '--truth', 't.csv', '--predictions', file], folder);
    const first = await measure('p.csv');
    // a: one right, one missed, one false; b: all right.
    expect(first.labels['a']!['F1']!.value).toBe(0.5);
    expect(first.labels['b']!['F1']!.value).toBe(1);
    for (const file of ['q.csv', 'p.jsonl', 'p.parquet'])
      expect(await measure(file)).toEqual(first);
  });

  it('takes a grade from the level on as true, and scores without decisions by the threshold', async () => {
    const folder = temporaryFolder({
      't.csv': truth,
      'p.csv': 'id,score_a\nu1,0.9\nu2,0.2\nu3,0.4\n',
    });
    const { labels, units } = await runJson<TableJson>(
      [...words, '--level', '2', '--threshold', '0.4'],
      folder,
    );
    expect(units).toEqual({ compared: 3, not_in_predictions: 1, not_in_truth: 0 });
    // Only u1 has grade 2; u1 and u3 reach the threshold.
    expect(labels['a']!['P']!.value).toBe(0.5);
    expect(labels['a']!['R']!.value).toBe(1);
  });

  it('weights sampled units by their chance, beside the plain values', async () => {
    const sampled = 'id,a,inclusion_probability\nu1,1,0.1\nu2,1,1\nu3,0,1\n';
    const { measures, weighted } = await runJson<TableJson>(
      words,
      temporaryFolder({ 't.csv': sampled, 'p.csv': 'id,a\nu1,1\nu2,0\nu3,0\n' }),
    );
    // Recall: 1 of 2 units; weighted, 10 of 11.
    expect(measures['R(micro)']!.value).toBe(0.5);
    expect(weighted!.measures['R(micro)']!.value).toBeCloseTo(10 / 11, 12);
    const told = await runAssay(
      words,
      temporaryFolder({
        't.csv': 'id,a,inclusion_probability\nu1,1,0.1\nu2,1,\n',
        'p.csv': 'id,a\nu1,1\nu2,0\n',
      }),
    );
    expect(told.out).toContain('1 without a recorded chance: counted once.');
  });

  it('slices, compares and shows the spread over annotators', async () => {
    const votes = 'id,annotator,a,b\nu1,anna,1,0\nu2,anna,0,1\nu1,ben,0,0\nu2,ben,0,1\n';
    const folder = temporaryFolder({
      't.csv': truth,
      'p.csv': predictions,
      'other.csv': 'id,a,b\nu1,1,0\nu2,0,1\nu3,1,1\nu4,0,0\n',
      'votes.csv': votes,
    });
    const found = await runJson<TableJson>(
      [...words, '--slice', 'doc', '--compare', 'other.csv', '--over-votes', 'votes.csv'],
      folder,
    );
    expect(found.slices!['d1']!.measures['F1(micro)']!.value).toBe(1);
    expect(found.slices!['d3']!.measures['F1(micro)']!.value).toBe(0);
    // The other system makes no mistake; u3 and u4 differ, so 1 of 2 swaps of each is as extreme.
    expect(found.comparisons![0]!.measures['F1(micro)']).toMatchObject({
      difference: 0.25,
      p: 0.5,
    });
    expect(found.over_votes!.spread['P(micro)']).toMatchObject({ lowest: 0.5, highest: 1 });
  });

  it('measures one class per unit, with the confusion and the distance on an ordered scale', async () => {
    const folder = temporaryFolder({
      't.csv': 'id,verdict\nb1,low\nb2,high\nb3,medium\nb4,high\n',
      'p.csv': 'id,verdict\nb1,low\nb2,low\nb3,medium\nb4,high\n',
    });
    const { measures, confusion } = await runJson<TableJson>(
      [...words, '--class', 'verdict', '--order', 'low,medium,high'],
      folder,
    );
    expect(measures['accuracy']!.value).toBe(0.75);
    // b2 is two steps off: 2 / 4.
    expect(measures['ordered_distance']!.value).toBe(0.5);
    // Expected by chance: (1·2 + 1·1 + 2·1) / 16; means over classes, plain and by support.
    expect(measures['kappa']!.value).toBeCloseTo((12 / 16 - 5 / 16) / (11 / 16), 12);
    expect(measures['P(macro)']!.value).toBeCloseTo((1 / 2 + 1 + 1) / 3, 12);
    expect(measures['P(weighted)']!.value).toBeCloseTo((1 / 2 + 1 + 2) / 4, 12);
    expect(confusion).toEqual({
      classes: ['low', 'medium', 'high'],
      true_by_predicted: [
        [1, 0, 0],
        [0, 1, 0],
        [1, 0, 1],
      ],
    });
  });

  it('has overlap, log loss, and averages over all decisions', async () => {
    const folder = temporaryFolder({
      't.csv': 'id,a,b\nu0,1,0\nu1,0,1\n',
      'p.csv': 'id,score_a,score_b\nu0,0.9,0.6\nu1,0.2,0.4\n',
    });
    const { measures, labels } = await runJson<TableJson>([...words, '--json'], folder);
    // From 0.5 on, both labels are predicted of u0 and none of u1.
    expect(measures['jaccard(micro)']!.value).toBeCloseTo(1 / 3, 12);
    expect(measures['jaccard(macro)']!.value).toBeCloseTo(1 / 2, 12);
    expect(measures['jaccard(samples)']!.value).toBeCloseTo(1 / 4, 12);
    expect(labels['a']!['log_loss']!.value).toBeCloseTo(-(Math.log(0.9) + Math.log(0.8)) / 2, 12);
    expect(labels['b']!['log_loss']!.value).toBeCloseTo(-Math.log(0.4), 12);
    expect(labels['b']!['MCE']!.value).toBeCloseTo(0.6, 12);
    // All four decisions in one order: true, false, true, false.
    expect(measures['AP(micro)']!.value).toBeCloseTo((1 + 2 / 3) / 2, 12);
    expect(measures['AUROC(micro)']!.value).toBeCloseTo(3 / 4, 12);
  });

  it('measures how well scores rank the labels of each unit', async () => {
    const folder = temporaryFolder({
      't.csv': 'id,a,b,c\nu0,1,0,1\nu1,0,1,0\nu2,0,0,0\nu3,1,1,1\n',
      'p.csv':
        'id,score_a,score_b,score_c\nu0,0.9,0.8,0.7\nu1,0.5,0.5,0.1\nu2,0.1,0.2,0.3\n' +
        'u3,0.1,0.2,0.3\n',
    });
    const { measures } = await runJson<TableJson>([...words, '--json'], folder);
    // u0: 1/1 and 2/3; u1 ties with a false label: 1/2; u2 has nothing true; u3 has nothing false.
    expect(measures['LRAP']!.value).toBeCloseTo((5 / 6 + 1 / 2 + 1) / 3, 12);
    expect(measures['LRAP']).toMatchObject({ n: 3, skipped: { 'no-positives': 1 } });
    expect(measures['coverage_error']!.value).toBeCloseTo((3 + 2 + 3) / 3, 12);
    expect(measures['ranking_loss']).toMatchObject({
      value: (1 / 2 + 1 / 2) / 2,
      n: 2,
      skipped: { 'one-class': 2 },
    });
    // As scikit-learn has them: 1, 0 and 0 where there is nothing to rank.
    const zero = await runJson<TableJson>([...words, '--json', '--empty', 'zero'], folder);
    expect(zero.measures['LRAP']!.value).toBeCloseTo((5 / 6 + 1 / 2 + 2) / 4, 12);
    expect(zero.measures['coverage_error']!.value).toBe(2);
    expect(zero.measures['ranking_loss']!.value).toBe(0.25);
  });

  it('counts a label without positives as 0 only when asked', async () => {
    const folder = temporaryFolder({
      't.csv': 'id,a,b\nu0,1,0\nu1,0,0\n',
      'p.csv': 'id,score_a,score_b\nu0,0.9,0.6\nu1,0.2,0.4\n',
    });
    const plain = await runJson<TableJson>([...words, '--json'], folder);
    expect(plain.measures['AP(macro)']).toMatchObject({ value: 1, skipped: { 'no-positives': 1 } });
    const zero = await runJson<TableJson>([...words, '--json', '--empty', 'zero'], folder);
    expect(zero.measures['AP(macro)']).toMatchObject({ value: 1 / 2, skipped: {} });
    expect(zero.measures['AUROC(macro)']).toMatchObject({ skipped: { 'no-positives': 1 } });
  });

  it('names all faults of both files at once, with their lines', async () => {
    const { code, err } = await runAssay(
      words,
      temporaryFolder({
        't.csv': 'id,a\nu1,0.5\nu1,1\n,1\n',
        'p.csv': 'id,a,score_a\nu1,x,0.3\nu2,1,high\n',
      }),
    );
    expect(code).toBe(2);
    expect(err).toContain(
      't.csv:2 a is "0.5", expected 0, 1 or a grade; a score goes into score_a',
    );
    expect(err).toContain('t.csv:3 the unit u1 already appears on line 2');
    expect(err).toContain('t.csv:4 id is missing');
    expect(err).toContain('p.csv:2 a is "x"');
    expect(err).toContain('p.csv:3 score_a is "high", expected a number');
  });

  it('refuses labels and columns that are not there', async () => {
    const folder = temporaryFolder({ 't.csv': truth, 'p.csv': predictions });
    const { code, err } = await runAssay(
      [...words, '--labels', 'a,c', '--subject', 'none'],
      folder,
    );
    expect(code).toBe(2);
    expect(err).toContain('--labels is c, expected id, doc, a or b');
    expect(err).toContain('expected a column c or score_c');
    expect(err).toContain('column is none');
  });

  it('fails below a limit, also of one label', async () => {
    const folder = temporaryFolder({ 't.csv': truth, 'p.csv': predictions });
    const limited = async (limit: string): Promise<number | null> =>
      (await runAssay([...words, '--fail-under', limit], folder)).code;
    expect(await limited('F1(macro)=0.75,F1[b]=1')).toBe(0);
    expect(await limited('F1[a]=0.6')).toBe(1);
    expect(await limited('F1[nobody]=0.6')).toBe(2);
  });
});

it('knows a unit by its id whether or not a table was escaped for a spreadsheet', async () => {
  const folder = temporaryFolder({
    't.csv': "id,a\n'=u1,1\n'-u2,0\n''=u1,1\n",
    'p.csv': "id,a\n=u1,1\n-u2,0\n''=u1,1\n",
  });
  expect(await runJson<TableJson>(words, folder)).toMatchObject({ units: { compared: 3 } });
});
