import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { evaluateTable } from './evaluate-table.ts';
import type { TableRequest } from './evaluate-table.ts';

/** What is asked about two files of labels. */
function requestOf(labels: readonly string[] | null): TableRequest {
  const folder = temporaryFolder({
    'truth.csv': 'id,a,b,note\nu1,1,0,x\nu2,0,1,y\nu3,1,1,z\n',
    'predictions.csv': 'id,a,b\nu1,1,1\nu2,0,1\nu4,1,1\n',
  });
  return {
    truth: join(folder, 'truth.csv'),
    predictions: join(folder, 'predictions.csv'),
    id: 'id',
    labels,
    level: 1,
    threshold: 0.5,
    chance: null,
    subject: null,
    slice: null,
    others: [],
    zeroes: false,
    measures: null,
    votes: null,
    seed: 1,
    resamples: 100,
  };
}

it('measures the labels that were named, else every column of numbers that both files have', async () => {
  const all = await evaluateTable(requestOf(null));
  expect(all.joined.table.labels).toEqual(['a', 'b']);
  expect(all.joined).toMatchObject({ notPredicted: 1, notTrue: 1 });
  const one = await evaluateTable(requestOf(['b']));
  expect(one.joined.table.labels).toEqual(['b']);
});

it('names every label that a file lacks', async () => {
  await expect(evaluateTable(requestOf(['b', 'c']))).rejects.toMatchObject({
    faults: [
      { code: 'wrong-value', field: '--labels' },
      { code: 'wrong-value', field: 'columns', line: 1 },
    ],
  });
});
