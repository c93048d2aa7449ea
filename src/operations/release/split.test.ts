import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsIn } from '../../../test/refusals.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { split } from './split.ts';
import type { SplitFileRequest } from './split.ts';

/** Splits a table; gives what is said, and the lines of both files. */
function splitOf(text: string, given: Partial<SplitFileRequest> = {}) {
  const folder = temporaryFolder({ 'gold.csv': text });
  const file = join(folder, 'gold.csv');
  const request = { labels: ['A'], header: true, dev: 0.5, seed: 1, folder, force: false, file };
  const result = split({ ...request, ...given });
  const linesOf = (name: string): readonly string[] =>
    readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  return { folder, file, result, dev: linesOf('dev_gold.csv'), test: linesOf('test_gold.csv') };
}

const rows = ['1,a', '1,b', '0,c', '0,d'];
const table = `A,name\n${rows.join('\n')}\n`;

describe('a split', () => {
  it('puts every row into one of two files, in its order, with the label on both sides', () => {
    const { folder, file, result, dev, test } = splitOf(table);
    const { part } = result;
    expect(result).toMatchObject({
      file,
      rows: 4,
      dev: 0.5,
      seed: 1,
      group: null,
      files: { dev: join(folder, 'dev_gold.csv'), test: join(folder, 'test_gold.csv') },
      leftOut: new Map(),
      acrossSides: null,
      sizes: { dev: 2, test: 2 },
      groups: null,
    });
    const own = (side: number) => rows.filter((_, at) => part[at] === side);
    expect([dev, test]).toEqual([
      ['A,name', ...own(0)],
      ['A,name', ...own(1)],
    ]);
    for (const side of [dev, test])
      expect(side.slice(1).map((line) => line[0]!)).toEqual(['1', '0']);
  });

  it('keeps groups together, and names near duplicates that fall apart', () => {
    const texts = ['the same long text here', 'another one', 'the same long text here!', 'odd'];
    const grouped = texts.map((text, at) => `${at % 2},g${at % 2},${text}`);
    const { result } = splitOf(`A,doc,text\n${grouped.join('\n')}\n`, { group: 'doc' });
    expect(result).toMatchObject({ group: 'doc', groups: { dev: 1, test: 1 }, acrossSides: null });
    expect([...result.part]).toEqual(result.part[0] === 0 ? [0, 1, 0, 1] : [1, 0, 1, 0]);
    const equal = 'one sentence that is long enough to be compared with others';
    const pair = `A,text\n1,${equal}\n1,${equal}\n`;
    const { acrossSides } = splitOf(pair, { text: 'text' }).result;
    expect(acrossSides).toHaveLength(1);
    const { dev, test, similarity } = acrossSides![0]!;
    expect([[dev, test].toSorted(), similarity]).toEqual([[2, 3], 1]);
  });

  it('leaves out the rows of our own exports that have no truth, and counts them', () => {
    const own = ['open', 'consensus', 'excluded', 'consensus', 'open', 'ruling', 'awaiting'];
    const lines = own.map((from, at) => `u${at},${from},${at % 2},h`);
    const { result, dev, test } = splitOf(`id,from,A,task_hash\n${lines.join('\n')}\n`);
    expect(result.leftOut).toEqual(
      new Map([
        ['open', 2],
        ['excluded', 1],
        ['awaiting', 1],
      ]),
    );
    expect(result.rows).toBe(3);
    expect([...dev.slice(1), ...test.slice(1)].toSorted()).toEqual([lines[1], lines[3], lines[5]]);
    // Elsewhere a column of that name says nothing.
    expect(
      splitOf(`id,from,A\n${lines.map((line) => line.slice(0, -2)).join('\n')}\n`).result,
    ).toMatchObject({ rows: 7, leftOut: new Map() });
  });

  it('is refused with too few rows, or where a side would be empty, and writes nothing', () => {
    const refused = (text: string, given: Partial<SplitFileRequest> = {}) =>
      faultsIn(() => splitOf(text, given)).map(({ code, values }) => [code, values]);
    expect(refused('A\n')).toEqual([
      ['cannot-split', { detail: 'there are no rows, expected at least two.' }],
    ]);
    expect(refused('A\n1\n')).toEqual([
      ['cannot-split', { detail: 'there is one row, expected at least two.' }],
    ]);
    expect(refused('A,g\n1,x\n0,x\n', { group: 'g' })).toEqual([
      [
        'cannot-split',
        {
          detail: expect.stringMatching(
            /would have no rows: 2 rows in 1 groups, of which dev takes 0\.5\.$/,
          ),
        },
      ],
    ]);
    expect(refused('A\n1\n0\n', { dev: 0.01 })).toEqual([
      ['cannot-split', { detail: 'dev would have no rows: 2 rows, of which dev takes 0.01.' }],
    ]);
  });

  it('replaces files only when that is wanted', () => {
    const folder = temporaryFolder({ 'gold.csv': table, 'test_gold.csv': 'mine' });
    const file = join(folder, 'gold.csv');
    const request = { labels: ['A'], header: true, dev: 0.5, seed: 1, folder, file };
    expect(faultsIn(() => split({ ...request, force: false })).map(({ code }) => code)).toEqual([
      'file-exists',
    ]);
    expect(readFileSync(join(folder, 'test_gold.csv'), 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'dev_gold.csv'))).toBe(false);
    split({ ...request, force: true });
    expect(readFileSync(join(folder, 'test_gold.csv'), 'utf8')).not.toBe('mine');
  });
});
