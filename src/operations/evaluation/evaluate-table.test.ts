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

/** What is asked about files of labels, whose rows are separated by spaces. */
function asked(files: Readonly<Record<string, string>>, given: Partial<TableRequest> = {}) {
  const texts = Object.entries(files).map(([name, text]) => [
    `${name}.csv`,
    `${text.split(' ').join('\n')}\n`,
  ]);
  const folder = temporaryFolder(Object.fromEntries(texts) as Record<string, string>);
  const place = (name: string): string => join(folder, `${name}.csv`);
  return evaluateTable({
    ...requestOf(null),
    truth: place('truth'),
    predictions: place('mine'),
    others: Object.keys(files)
      .filter((name) => name.startsWith('other'))
      .map(place),
    votes: 'votes' in files ? place('votes') : null,
    ...given,
  });
}

const truth = 'id,a,b,kind,who u1,1,0,x,p u2,0,1,y,p u3,1,1,x,q';
const mine = 'id,a,b u1,1,1 u2,0,1 u3,0,1';

it('takes the names of units from their own column where there is no id', async () => {
  const own = mine.replace('id,', 'note,');
  const found = await asked({ truth, mine: own }, { unitColumn: 'note' });
  expect(found.joined.table.units).toBe(3);
  const both = 'note,id,a,b z1,u1,1,1';
  expect((await asked({ truth, mine: both }, { unitColumn: 'note' })).joined.table.units).toBe(1);
  await expect(asked({ truth, mine: own })).rejects.toMatchObject({
    faults: [{ field: '--id', line: 1 }],
  });
  await expect(asked({ truth, mine: own }, { unitColumn: 'other' })).rejects.toMatchObject({
    faults: [{ field: '--id' }],
  });
});

it('refuses files without a label in common, and columns that the truth lacks', async () => {
  await expect(asked({ truth, mine: 'id,c u1,1' })).rejects.toMatchObject({
    faults: [{ field: 'columns', line: 1, values: { expected: { code: 'shared-labels' } } }],
  });
  const lacking = { subject: 'doc', slice: 'year', chance: 'p' };
  await expect(asked({ truth, mine }, lacking)).rejects.toMatchObject({
    faults: ['doc', 'year', 'p'].map(() => ({ field: 'column', line: 1 })),
  });
});

it('measures by slice, by chance and under the answers of each annotator', async () => {
  const drawn = 'id,a,kind,inclusion_probability u1,1,x,0.5 u2,0,y,1 u3,1,x,';
  const votes = 'id,annotator,a u1,anna,1 u2,anna,0 u3,anna,0 u1,ben,0';
  const found = await asked({ truth: drawn, mine, votes }, { slice: 'kind' });
  expect([...found.slices!.keys()]).toEqual(['x', 'y']);
  expect(found.joined).toMatchObject({ withoutChance: 1, slices: ['x', 'y', 'x'] });
  expect([...found.joined.table.weights!]).toEqual([2, 1, 1]);
  // Without weights one of two is found, with them two of three.
  expect(found.evaluation.measures.get('R(micro)')!.value).toBe(0.5);
  expect(found.weighted!.measures.get('R(micro)')!.value).toBeCloseTo(2 / 3, 12);
  const recall = [...found.votes!.annotators].map(([who, one]) => [
    who,
    one.get('R(micro)')!.value,
  ]);
  expect(recall).toEqual([
    ['anna', 1],
    ['ben', null],
  ]);
  const plain = await asked({ truth, mine });
  expect(plain).toMatchObject({ slices: null, weighted: null, rankings: null, votes: null });
  expect(plain.joined).toMatchObject({ withoutChance: 0, slices: null });
});

it('units of one subject are drawn together, and one without a subject alone', async () => {
  const found = await asked({ truth: `${truth} u4,1,1,x,`, mine }, { subject: 'who' });
  expect([...found.joined.table.subjects!]).toEqual([0, 0, 1]);
  expect((await asked({ truth, mine })).joined.table.subjects).toBeNull();
});

it('a score from the threshold on is a yes, and a grade from the level on', async () => {
  const scored = 'id,score_a,score_b u1,0.5,0.49 u2,,1 u3,0,0.5';
  const { table } = (await asked({ truth, mine: scored })).joined;
  expect(table.predicted.map((one) => [...one])).toEqual([
    [1, -1, 0],
    [0, 1, 1],
  ]);
  const graded = await asked({ truth, mine: 'id,a,b u1,1,1 u2,2,0 u3,0,' }, { level: 2 });
  // In a column with grades the level counts, in one with yes and no it does not.
  expect(graded.joined.table.predicted.map((one) => [...one])).toEqual([
    [0, 1, 0],
    [1, 0, -1],
  ]);
});

it('systems are compared on the units of all, by scores where all have them', async () => {
  const other = 'id,a,b u1,0,0 u2,0,1';
  const found = await asked({ truth, mine, other });
  expect(found.others).toHaveLength(1);
  const [pair] = found.comparisons;
  const measures = pair!.comparisons.map(({ measure }) => measure);
  expect(measures).toContain('F1(micro)');
  expect(measures.every((name) => !name.endsWith(']'))).toBe(true);
  const scored = 'id,score_a,score_b u1,0.9,0.2 u2,0.3,0.8 u3,0.1,0.7';
  const both = await asked({ truth, mine: scored, other: scored }, { measures: 'P@1' });
  const more = both.comparisons[0]!.comparisons.map(({ measure }) => measure);
  expect(more).toContain('P@1');
  expect(more.length).toBeGreaterThan(measures.length + 1);
  expect([...both.rankings!.keys()]).toEqual(['P@1']);
  const one = await asked({ truth, mine: scored, other }, { measures: 'P@1' });
  expect(one.comparisons[0]!.comparisons.map(({ measure }) => measure)).not.toContain('P@1');
});
