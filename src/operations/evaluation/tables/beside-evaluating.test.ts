import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/run-assay.ts';
import { scoreEstimates } from '../../../evaluation/score-estimates.ts';
import { unitBlocks } from '../../../evaluation/unit-blocks.ts';
import { FaultList } from '../../text-file.ts';
import { firstRow } from '../first-row.ts';
import { joinLabels, readNumberTables } from '../read-label-table.ts';
import type { JoinedLabels, LabelTableRequest } from '../read-label-table.ts';
import { besideEvaluating } from './beside-evaluating.ts';
import type { BesideEvaluating } from './beside-evaluating.ts';

const rows = Array.from({ length: 3000 }, (_, at) => ({
  id: at % 7 === 0 ? `größe-${at}` : `unit-${at}`,
  truth: (at * 37) % 11 < 4 ? 1 : 0,
  score: ((at * 37) % 11 < 4 ? 30 : 0) + ((at * 101) % 70),
}));
const files = {
  'truth.csv': `id,a\n${rows.map(({ id, truth }) => `${id},${truth}\n`).join('')}`,
  'predictions.jsonl': rows
    .toReversed()
    .map(({ id, score }) => `${JSON.stringify({ id, score_a: score / 100 })}\n`)
    .join(''),
  'twice.csv': 'id,a\nu,1\nu,1\n',
};
/** A file in a folder of the test. */
const file = (name: keyof typeof files): string =>
  join(temporaryFolder({ [name]: files[name] }), name);

const thread = besideEvaluating([import.meta.filename], 0)!;
afterAll(() => thread.end());

it('reads and measures in a second thread as in one', async () => {
  const [alone, together] = [await joined(null), await joined(thread)];
  expect(together.table).toEqual(alone.table);
  expect(together.ids()).toEqual(alone.ids());
  expect(together.ids()).toContain('größe-7');
  const options = { zeroes: false, weighted: false };
  const { table } = together;
  expect(await thread.scores({ table, seed: 1, options })).toEqual(
    scoreEstimates(table, unitBlocks(table.units, null, 1), options),
  );
});

it('leaves what is wrong with a file to the full reader', async () => {
  const found = new FaultList();
  const twice = file('twice.csv');
  const first = (await firstRow(twice, found))!;
  const names = { id: 'id', texts: [] };
  const columns = [{ name: 'a', kind: 'grade' }] as const;
  await readNumberTables([{ file: twice, first, names, columns }], found, thread);
  expect(found.faults).toMatchObject([{ code: 'duplicate-unit', line: 3 }]);
});

it('starts no thread for small files, nor for standard input', () => {
  expect(besideEvaluating([file('truth.csv')])).toBeNull();
  expect(besideEvaluating(['-', file('truth.csv')], 0)).toBeNull();
});

async function joined(beside: BesideEvaluating | null): Promise<JoinedLabels> {
  const found = new FaultList();
  const [truthFile, predictedFile] = [file('truth.csv'), file('predictions.jsonl')];
  const [truth, predicted] = await readNumberTables(
    [
      {
        file: truthFile,
        first: (await firstRow(truthFile, found))!,
        names: { id: 'id', texts: [] },
        columns: [{ name: 'a', kind: 'grade' }],
      },
      {
        file: predictedFile,
        first: (await firstRow(predictedFile, found))!,
        names: { id: 'id', texts: [] },
        columns: [{ name: 'score_a', kind: 'number' }],
      },
    ],
    found,
    beside,
  );
  found.throwIfAny();
  const request: LabelTableRequest = {
    truth: '',
    predictions: '',
    id: 'id',
    labels: ['a'],
    level: 1,
    threshold: 0.5,
    chance: null,
    subject: null,
    slice: null,
  };
  return joinLabels(truth!, predicted!, ['a'], request);
}
