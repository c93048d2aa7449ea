import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import type { SummedMeasures } from '../../evaluation/summed-measures.ts';
import { FaultList } from '../text-file.ts';
import { BlockChances } from './block-chances.ts';
import { readQueryChances } from './query-chances.ts';

const draws = { seed: 1, resamples: 50 };

/** The mean of a value over two blocks, 1 in the first and 0 in the second. */
const summed: SummedMeasures = {
  sums: { blocks: 2, columns: 2, sums: Float64Array.of(1, 1, 0, 1) },
  measures: [{ name: 'mean', statistic: (totals) => totals[0]! / totals[1]!, n: 2, skipped: {} }],
};

function chancesOf(rows: readonly (readonly [string, object])[], asked: string | null = null) {
  const found = new FaultList();
  const chances = new BlockChances(asked);
  rows.forEach(([block, row], at) =>
    chances.add(block, row as Record<string, unknown>, { file: 'a.csv', line: at + 2 }, found),
  );
  const faults = found.faults.map(({ code, line, field }) => [code, line, field]);
  const estimate = chances.estimate(summed, ['x', 'y'], draws);
  const value = estimate.weighted?.get('mean')?.value ?? null;
  return { faults, value, mixed: estimate.mixedChances, without: estimate.withoutChance };
}

const column = 'inclusion_probability';

describe('chances of blocks', () => {
  it('count each block by what it stands for', () => {
    // x stands for 4 and y for 2: 4 of 6.
    const rows = [
      ['x', { [column]: '0.25' }],
      ['y', { [column]: 0.5 }],
      ['x', { [column]: 0.25 }],
    ] as const;
    expect(chancesOf(rows)).toEqual({ faults: [], value: 4 / 6, mixed: 0, without: 0 });
    const named = chancesOf([['x', { p: 0.25, [column]: 0.5 }]], 'p');
    expect(named).toEqual({ faults: [], value: 4 / 5, mixed: 0, without: 1 });
  });

  it('are none where no row has one', () => {
    const none = { faults: [], value: null, mixed: 0, without: 0 };
    expect(chancesOf([])).toEqual(none);
    for (const cell of [undefined, null, ''])
      expect(chancesOf([['x', { [column]: cell }]])).toEqual(none);
    expect(chancesOf([['x', { p: '' }]], 'p')).toEqual(none);
    expect(chancesOf([['x', {}]])).toEqual(none);
  });

  it('are missed where they were asked for', () => {
    expect(chancesOf([['x', {}]], 'p').faults).toEqual([['missing-field', 2, 'p']]);
  });

  it('say nothing where the rows of a block differ', () => {
    const rows = [
      ['x', { [column]: 0.25 }],
      ['x', { [column]: 0.5 }],
      ['y', { [column]: 0.5 }],
    ] as const;
    expect(chancesOf(rows)).toEqual({ faults: [], value: null, mixed: 1, without: 0 });
  });

  it('lie above 0 and up to 1', () => {
    const wrong = [0, -0.5, 1.01, 'high'];
    expect(chancesOf(wrong.map((cell) => ['x', { [column]: cell }])).faults).toEqual(
      wrong.map((_, at) => ['wrong-value', at + 2, column]),
    );
    expect(chancesOf([['x', { [column]: 1 }]])).toMatchObject({ faults: [], value: 0.5 });
  });
});

describe('the chances of queries', () => {
  const files = {
    'chances.csv': `query_id,${column},p\nx,0.25,1\ny,0.5,1\n`,
    'plain.csv': 'query_id,kind\nx,a\n',
    'ids.csv': `id,${column}\nx,0.25\n,0.5\n`,
    'qrels.csv': `query_id,doc_id,grade,${column}\nx,d1,1,0.5\ny,d1,1,0.5\n`,
    'qrels.txt': 'x 0 d1 1\n',
  };

  async function read(queries: string | null, qrels: string, chance: string | null = null) {
    const folder = temporaryFolder(files);
    const found = new FaultList();
    const place = (name: string): string => join(folder, name);
    const request = {
      qrels: place(qrels),
      queries: queries === null ? null : place(queries),
      chance,
    };
    const chances = await readQueryChances(request, found);
    const { weighted, withoutChance } = chances.estimate(summed, ['x', 'y'], draws);
    return { value: weighted?.get('mean')?.value ?? null, withoutChance, faults: found.faults };
  }

  it('stand in the table of queries, else in that of judgments', async () => {
    const [both, judged] = [{ value: 4 / 6 }, { value: 0.5 }];
    expect(await read('chances.csv', 'qrels.csv')).toMatchObject(both);
    expect(await read('chances.csv', 'qrels.txt')).toMatchObject(both);
    expect(await read('plain.csv', 'qrels.csv')).toMatchObject(judged);
    expect(await read(null, 'qrels.csv')).toMatchObject(judged);
    expect(await read('ids.csv', 'qrels.txt')).toMatchObject({ value: 4 / 5, withoutChance: 1 });
  });

  it('are not known where neither says so', async () => {
    expect(await read('plain.csv', 'qrels.txt')).toEqual({
      value: null,
      withoutChance: 0,
      faults: [],
    });
  });

  it('must be where they were asked for', async () => {
    expect(await read('chances.csv', 'qrels.txt', 'p')).toMatchObject({ value: 0.5, faults: [] });
    const { faults } = await read('plain.csv', 'qrels.txt', 'p');
    const list = (names: readonly string[]) => ({ code: 'one-of', values: { list: names } });
    expect(faults).toMatchObject([
      { field: '--chance', values: { expected: list(['query_id', 'kind']) } },
    ]);
    const none = await read(null, 'qrels.txt', 'p');
    expect(none.faults).toMatchObject([{ values: { expected: list(['--queries']) } }]);
  });
});
