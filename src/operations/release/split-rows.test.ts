import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../../../test/compute-input.ts';
import { faultsIn } from '../../../test/refusals.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { copyRows, readLabels } from './split-rows.ts';
import type { SplitRowsRequest } from './split-rows.ts';

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

describe('a table that cannot be split', () => {
  const refused = (text: string, given: Partial<SplitRowsRequest> = {}) =>
    faultsIn(() => readLabels(fileOf(text), { labels: ['A'], header: true, ...given }));

  it('lacks a column, or one is named twice', () => {
    expect(refused('B\n1\n', { group: 'doc', text: 'text' }).map(({ values }) => values)).toEqual([
      { field: 'the column A', expected: 'one of B' },
      { field: 'the column doc', expected: 'one of B' },
      { field: 'the column text', expected: 'one of B' },
    ]);
    for (const given of [{ labels: ['A', 'A'] }, { group: 'A' }, { text: 'A' }])
      expect(refused('A\n1\n', given).map(({ code, values }) => [code, values])).toEqual([
        ['usage', { reason: expect.stringMatching(/^the column A is named twice/) }],
      ]);
    expect(refused('text\nx\n', { labels: 'all', text: 'text' })).toMatchObject([
      { code: 'usage', values: { reason: expect.stringContaining('none of the questions') } },
    ]);
  });

  it('has cells that are no labels, or a group without a name, each with its line', () => {
    const found = refused('A,doc\n1,d\n2,\nx, \n', { group: 'doc' });
    expect(found.map(({ field, line }) => [field, line])).toEqual([
      ['A', 3],
      ['doc', 3],
      ['A', 4],
      ['doc', 4],
    ]);
  });

  it('has rows of another length', () => {
    expect(refused('A,B\n1,0,1\n')).toMatchObject([{ code: 'bad-csv', line: 2 }]);
  });
});

describe('the rows of a table', () => {
  it('may be many more than were reckoned with', () => {
    const count = 70_000;
    const text = `A\n${'1\n'.repeat(count - 1)}0\n`;
    const { has, lines } = readLabels(fileOf(text), { labels: ['A'], header: true });
    expect([lines.length, has.length, has[0], has[65_536], has[count - 1]]).toEqual([
      count,
      count,
      1,
      1,
      0,
    ]);
  });

  it('have empty cells in our own exports, which are no labels', () => {
    const text = 'from,A,task_hash\nconsensus,,h\nopen,1,h\nruling,1,h\n';
    const table = readLabels(fileOf(text), { labels: ['A'], header: true });
    expect([[...table.has], table.places, table.lines]).toEqual([
      [0, 1],
      [0, -1, 1],
      [2, 4],
    ]);
    expect(table.leftOut).toEqual(new Map([['open', 1]]));
  });

  it('apply from the grade that is given', () => {
    const graded = fileOf('A\n0\n1\n2\n');
    const has = (present: number) => [
      ...readLabels(graded, { labels: ['A'], header: true, present }).has,
    ];
    expect([has(1), has(2)]).toEqual([
      [0, 1, 1],
      [0, 0, 1],
    ]);
  });

  it('are read by a protocol, with its labels and its column of subjects', () => {
    const folder = folderOf({
      'protocol.yaml':
        'assay: 1\nname: p\nguideline: { version: "1", file: guideline.md }\ntasks:\n  t:\n' +
        '    unit: { id: id, subject: doc, show: text }\n    questions:\n' +
        '      A: { scale: { ordinal: [0: no, 1: some, 2: much], present: 2 } }\n' +
        '      B: {}\n      note: { scale: text }\npanel: { people: { weight: 1 } }\n',
      'guideline.md': '# G\n\n## A – a\n\n## B – b\n\n## note – c\n',
    });
    const request = { labels: 'all', header: true, protocol: folder, group: 'subject' } as const;
    const table = readLabels(fileOf('id,doc,A,note\n1,d1,1,x\n2,d2,2,y\n'), request);
    expect([table.labels, [...table.has], table.group, table.groups]).toEqual([
      ['A'],
      [0, 1],
      'doc',
      ['d1', 'd2'],
    ]);
    // A column of that name comes before that of the protocol.
    const named = readLabels(fileOf('id,subject,A\n1,s1,1\n2,s2,2\n'), request);
    expect([named.group, named.groups]).toEqual(['subject', ['s1', 's2']]);
  });

  it('are written with what they had, and with the header', () => {
    const lines: string[] = [];
    const text = 'A,B\n"a,b",1\nc,0\n';
    copyRows(
      fileOf(text),
      true,
      (row) => row === 0,
      (one) => lines.push(one),
    );
    expect(lines).toEqual(['A,B\n', '"a,b",1\n']);
  });
});
