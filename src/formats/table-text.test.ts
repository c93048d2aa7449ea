import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';
import { cellsByColumn, readTable } from './table-text.ts';

const messages = (text: string): readonly string[] =>
  readTable(text).faults.map((found) => `${found.line} ${found.message}`);

describe('a table', () => {
  it('gives its columns, and its rows with the line they begin on', () => {
    expect(readTable('a, b \r\n1,"x\ny"\r\n\r\n2,""\r\n')).toEqual({
      columns: ['a', 'b'],
      rows: [
        { fields: ['1', 'x\ny'], line: 2 },
        { fields: ['2', ''], line: 5 },
      ],
      faults: [],
    });
  });

  it('drops a byte order mark and takes a last line without a line break', () => {
    expect(readTable('\uFEFFa,b\n1,"2"')).toMatchObject({
      columns: ['a', 'b'],
      rows: [{ fields: ['1', '2'] }],
    });
  });

  it('is read with tabs, and without a header', () => {
    expect(readTable('a\tb,c\n1\t"x\ty"\n', { delimiter: '\t', header: true })).toMatchObject({
      columns: ['a', 'b,c'],
      rows: [{ fields: ['1', 'x\ty'] }],
    });
    expect(readTable('1,0\n0,1\n', { delimiter: ',', header: false })).toMatchObject({
      columns: [],
      rows: [
        { fields: ['1', '0'], line: 1 },
        { fields: ['0', '1'], line: 2 },
      ],
    });
  });

  it('reports everything that is wrong, and goes on with the next line', () => {
    expect(messages('a,b,a\n1,2,3\n1,2\nx "y,2",3,4\n"q"z,1,2\n4,5,6\n')).toEqual([
      '1 the column "a" appears twice, expected each column once',
      '3 the row has 2 fields, expected 3 as in the header',
      '4 a double quote inside an unquoted field; quote the field and double the quotes in it',
      '5 got "z" after a quoted field, expected a separator or the end of the line',
    ]);
    expect(
      readTable('a,b,a\n1,2,3\n1,2\nx "y,2",3,4\n4,5,6\n').rows.map((row) => row.line),
    ).toEqual([2, 5]);
  });

  it('is at fault when it is empty or a quoted field is not closed', () => {
    expect(messages('')).toEqual(['1 the file is empty, expected at least one row']);
    expect(messages('\n\n')).toEqual(['1 the file is empty, expected at least one row']);
    expect(messages('a,b\n1,"2\n3,4\n')).toEqual([
      '2 a quoted field is not closed, expected a double quote at its end',
    ]);
  });

  it('gives back what was written, whatever the cells hold', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\t', ' ', 'ä', '😀'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }), (rows) => {
        const text = [['x', 'y', 'z'], ...rows]
          .map((row) => csvLine(row, { lineEnd: '\r\n', escapeFormulas: false }))
          .join('');
        const read = readTable(text);
        expect(read.faults).toEqual([]);
        expect(read.rows.map((row) => row.fields)).toEqual(
          rows.filter((row) => row.some((field) => field !== '') || row.length > 1),
        );
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('cells by column', () => {
  it('leave out empty cells, and take names that every object has for columns like any other', () => {
    expect([...cellsByColumn(['a', 'constructor', '__proto__'], ['', '1', '2'])]).toEqual([
      ['constructor', '1'],
      ['__proto__', '2'],
    ]);
  });
});
