import { describe, expect, it } from 'vitest';
import { headerlessTable } from './headerless-table.ts';

const read = (rows: readonly string[]) => headerlessTable(`${rows.join('\n')}\n`);
const columnsOf = (rows: readonly string[]) => read(rows)?.columns ?? null;
const unnamed = ['column_1', 'column_2', 'column_3'];

describe('a table whose first line is a row', () => {
  it('is one where a cell of it appears again below', () => {
    expect(read(['a,x', 'b,x', 'c,y'])).toEqual({
      columns: ['column_1', 'column_2'],
      rows: [
        ['a', 'x'],
        ['b', 'x'],
        ['c', 'y'],
      ],
    });
    expect(read(['id,label', 'a,x', 'b,x'])).toBeNull();
  });

  it.each([
    ['has only one more line', ['a,x', 'b,x']],
    ['is empty', []],
    ['has rows of different lengths', ['a,x', 'b,x', 'c,y,z']],
    ['repeats its header as a whole', ['id,label', 'id,label', 'a,x', 'b,y']],
    ['has nothing but an empty cell in common with it', [',label', ',x', ',y']],
  ])('is none where the file %s', (_, rows) => {
    expect(read(rows)).toBeNull();
  });
});

describe('three columns without a header are votes', () => {
  /** Four units with three annotators each, who answer yes or no. */
  const votes = ['u1', 'u2', 'u3', 'u4'].flatMap((unit, at) =>
    ['anna', 'ben', 'cora'].map((who, by) => [unit, who, (at + by) % 2 === 0 ? 'yes' : 'no']),
  );
  const inOrder = (...order: readonly number[]) =>
    votes.map((row) => order.map((at) => row[at]).join(','));

  it('with the answer where there are fewest values and more units than annotators', () => {
    expect(columnsOf(inOrder(0, 1, 2))).toEqual(['unit', 'annotator', 'answer']);
    expect(columnsOf(inOrder(2, 1, 0))).toEqual(['answer', 'annotator', 'unit']);
    expect(columnsOf(inOrder(1, 2, 0))).toEqual(['annotator', 'answer', 'unit']);
  });

  it('and no more and no less', () => {
    expect(columnsOf(votes.map((row) => row.slice(1).join(',')))).toEqual(unnamed.slice(0, 2));
    expect(columnsOf(votes.map((row) => [...row, 'x'].join(',')))).toHaveLength(4);
  });

  it('where at most half as many answers differ as there are rows', () => {
    // Eight rows: five units, four annotators, four answers.
    const rows = ['u1,a,1', 'u1,b,2', 'u2,a,3', 'u2,b,4', 'u3,c,1', 'u3,d,2', 'u4,c,3', 'u5,d,4'];
    expect(columnsOf(rows)).toEqual(['unit', 'annotator', 'answer']);
    const more = rows.map((row) => row.replace('u3,d,2', 'u3,e,5'));
    expect(columnsOf(more)).toEqual(unnamed);
  });

  it('where nine of ten rows are another pair of unit and annotator', () => {
    const pairs = ['u1,a', 'u1,b', 'u1,c', 'u2,a', 'u2,b', 'u2,c', 'u3,a', 'u3,b', 'u3,c'];
    const answered = (list: readonly string[]) =>
      columnsOf(list.map((pair, at) => `${pair},${at % 2}`));
    expect(answered([...pairs, 'u1,a'])).toEqual(['unit', 'annotator', 'answer']);
    expect(answered([...pairs.slice(1), 'u1,b', 'u2,a'])).toEqual(unnamed);
  });

  it('where the answers differ, and units have one vote and a half or more', () => {
    const four = ['u1,a,y', 'u1,b,n', 'u2,a,y', 'u2,b,n', 'u3,a,y', 'u4,b,n'];
    expect(columnsOf(four)).toEqual(['unit', 'annotator', 'answer']);
    expect(columnsOf(four.map((row) => row.replace('u2,b', 'u5,b')))).toEqual(unnamed);
    expect(columnsOf(four.map((row) => row.replace(',n', ',y')))).toEqual(unnamed);
  });
});
