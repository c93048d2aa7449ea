import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { copyRows, readLabels } from './split-rows.ts';

function fileOf(text: string): string {
  const path = join(temporaryFolder(), 'labels.csv');
  writeFileSync(path, text);
  return path;
}

describe('the labels of a table', () => {
  it('are the named columns, or all but those of group and text', () => {
    const path = fileOf('doc,text,A,B\nd1,one,1,0\nd2,two,0,1\n');
    const some = readLabels(path, { labels: ['B'], header: true });
    expect([some.labels, Array.from(some.has.subarray(0, 2))]).toEqual([['B'], [0, 1]]);
    const all = readLabels(path, { labels: 'all', group: 'doc', text: 'text', header: true });
    expect([all.labels, Array.from(all.has.subarray(0, 4))]).toEqual([
      ['A', 'B'],
      [1, 0, 0, 1],
    ]);
    expect([all.groups, all.texts, all.lines]).toEqual([
      ['d1', 'd2'],
      ['one', 'two'],
      [2, 3],
    ]);
  });

  it('have numbers for names in a table without a header, which stays without one', () => {
    const path = fileOf('1,0\n0,1\n1,1\n');
    const { labels, has } = readLabels(path, { labels: 'all', header: false });
    expect([labels, Array.from(has.subarray(0, 6))]).toEqual([
      ['1', '2'],
      [1, 0, 0, 1, 1, 1],
    ]);
    const lines: string[] = [];
    copyRows(
      path,
      false,
      (row) => row !== 1,
      (text) => lines.push(text),
    );
    expect(lines).toEqual(['1,0\n', '1,1\n']);
  });
});
