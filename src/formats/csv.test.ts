import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, CsvReader, forPeople } from './csv.ts';
import { readTable } from './table-text.ts';

describe('CsvReader', () => {
  it('reads fields with commas, quotes and line breaks in quotes', () => {
    expect(read('id,text\n1,"a, b"\n2,"say ""no"""\n3,"two\nlines"\n4,""\n5,plain\n')).toEqual({
      header: ['id', 'text'],
      rows: [
        [2, '1', 'a, b'],
        [3, '2', 'say "no"'],
        [4, '3', 'two\nlines'],
        [6, '4', ''],
        [7, '5', 'plain'],
      ],
      faults: [],
    });
  });

  it('reads CRLF, keeps it inside quotes, and passes over blank lines', () => {
    expect(read('id,text\r\n\r\n1,"a\r\nb"\r\n2,"c"\r\n\n3,\r\n')).toEqual({
      header: ['id', 'text'],
      rows: [
        [3, '1', 'a\r\nb'],
        [5, '2', 'c'],
        [7, '3', ''],
      ],
      faults: [],
    });
  });

  it('needs no line break at the end', () => {
    expect(read('id,text\n1,a').rows).toEqual([[2, '1', 'a']]);
    expect(read('id,text\n1,"a"').rows).toEqual([[2, '1', 'a']]);
  });

  it('trims the names of columns and nothing else', () => {
    expect(read(' id , text \n 1 , a \n')).toEqual({
      header: ['id', 'text'],
      rows: [[2, ' 1 ', ' a ']],
      faults: [],
    });
  });

  it('reads empty fields, the last one too', () => {
    expect(read('a,b,c\n,,\n"",,x\nx,"",\n').rows).toEqual([
      [2, '', '', ''],
      [3, '', '', 'x'],
      [4, 'x', '', ''],
    ]);
  });

  it.each([
    ['a,b\n1\n', [[2, 'the row has 1 field, expected 2 as in the header']]],
    [
      'a,b\n1,2,3\n4,5\n6,7,8\n',
      [
        [2, 'the row has 3 fields, expected 2 as in the header'],
        [4, 'the row has 3 fields, expected 2 as in the header'],
      ],
    ],
    ['a,a\n1,2\n', [[1, 'the column "a" appears twice, expected each column once']]],
    [
      'a,b,,\n1,2,,\n',
      [
        [
          1,
          'the header has several columns without a name, expected a name for each; ' +
            'a comma at the end of a line adds a column too',
        ],
      ],
    ],
    ['a,b\n1,"x\n2,y\n', [[2, 'a quoted field is not closed, expected a double quote at its end']]],
    [
      'a,b\n1,"x" y\n2,z\n',
      [[2, 'got " " after a quoted field, expected a separator or the end of the line']],
    ],
    [
      'a,b\n1,x "y, z"\n',
      [[2, 'a double quote inside an unquoted field; quote the field and double the quotes in it']],
    ],
    ['', [[1, 'the file is empty, expected at least one row']]],
    ['\n\r\n', [[1, 'the file is empty, expected at least one row']]],
  ] as const)('says what is wrong with %j', (text, faults) => {
    expect(read(text).faults).toEqual(faults);
  });

  it('takes a quote inside an unquoted field as text, as Python 3.11 and pandas 1.5 do', () => {
    expect(read('a,b\n5" nail,say "no"\n1,x"\n"2",3"\r\n')).toEqual({
      header: ['a', 'b'],
      rows: [
        [2, '5" nail', 'say "no"'],
        [3, '1', 'x"'],
        [4, '2', '3"'],
      ],
      faults: [],
    });
  });

  it('goes on after a row with a fault', () => {
    expect(read('a,b\n1\n2,3\n4,"5"6\n7,8\n').rows).toEqual([
      [3, '2', '3'],
      [5, '7', '8'],
    ]);
  });

  it('gives up on a quoted field that never ends, and takes no longer for a longer file', () => {
    const line = `${'x'.repeat(1023)}\n`;
    const found = { rows: 0, faults: [] as string[] };
    const reader = new CsvReader({
      header: () => {},
      row: () => (found.rows += 1),
      fault: (one) => found.faults.push(`${one.line} ${one.message}`),
    });
    reader.push('a,b\n1,"\n', 1);
    for (let at = 0; at <= (16 * 1024 * 1024) / line.length + 100; at += 1)
      reader.push(line, at + 3);
    reader.end();
    expect(found).toEqual({
      rows: 0,
      faults: ['2 a quoted field is not closed, expected a double quote at its end'],
    });
  });

  it('reads the same in whatever pieces the lines come', () => {
    const text = 'a,b\n1,"x\ny"\n2,"""q"""\n3,z\n';
    const lines = text.split(/(?<=\n)/);
    const pieces = { rows: [] as string[][] };
    const reader = new CsvReader({
      header: () => {},
      row: (fields, line) => pieces.rows.push([String(line), ...fields]),
      fault: () => {},
    });
    lines.forEach((line, at) => reader.push(line, at + 1));
    reader.end();
    expect(pieces.rows).toEqual(read(text).rows.map((row) => row.map(String)));
  });
});

describe('csvLine', () => {
  it('quotes only what needs it', () => {
    expect(csvLine(['a', 'b c', 'd,e', 'f"g', 'h\ni', 'j\rk', '', null, 0, false])).toBe(
      'a,b c,"d,e","f""g","h\ni","j\rk",,,0,false\n',
    );
    expect(csvLine(['a'], { lineEnd: '\r\n', escapeFormulas: false })).toBe('a\r\n');
  });

  it('takes the life out of formulas when asked, and leaves numbers alone', () => {
    const style = { lineEnd: '\n', escapeFormulas: true } as const;
    expect(csvLine(['=1+1', '+a', '-b', '@c', '\td', '＝e', -5, 'e=f'], style)).toBe(
      "'=1+1,'+a,'-b,'@c,'\td,'＝e,-5,e=f\n",
    );
    // A column of a CSV file is text, in which numbers are numbers all the same.
    expect(csvLine(['-3', '+4.5', '-1e-7', '-3-3', "'-3", "'tis"], style)).toBe(
      "-3,+4.5,-1e-7,'-3-3,''-3,'tis\n",
    );
    expect(csvLine(['=1+1'])).toBe('=1+1\n');
  });

  it('reads the same cells and columns from an escaped table and from one that was not', () => {
    const cells = ['=a', "'=1", '-3', "'tis", "''+b"];
    const escaped = csvLine(cells, forPeople);
    expect(escaped).toBe("'=a,''=1,-3,'tis,'''+b\n");
    expect(read(escaped + escaped)).toEqual({ header: cells, rows: [[2, ...cells]], faults: [] });
    expect(read("=a\n=b\n'=c\n")).toMatchObject({
      header: ['=a'],
      rows: [
        [2, '=b'],
        [3, '=c'],
      ],
    });
    expect(readTable("'=a\n'=b\n", { raw: true })).toMatchObject({
      columns: ["'=a"],
      rows: [{ fields: ["'=b"] }],
    });
  });

  it('says once that JSON is no table, and nothing of the rows below a header that cannot be read', () => {
    expect(read('{"unit":"u1","a":1}\n{"unit":"u2","a":2}\n').faults).toEqual([
      [1, 'the file contains JSON, expected a table with commas: a header, then rows'],
    ]);
    expect(read('[\n{"unit":"u1"}]\n').faults).toHaveLength(1);
    expect(read('[{"unit":"u1"}]\n').faults).toEqual([
      [1, 'the file contains JSON, expected a table with commas: a header, then rows'],
    ]);
    expect(read('a"b,c\n1,2\n3,4\n')).toMatchObject({
      header: [],
      rows: [],
      faults: [[1, expect.stringContaining('a double quote inside')]],
    });
    expect(read('{a},[b]\n1,2\n')).toMatchObject({ header: ['{a}', '[b]'], faults: [] });
  });

  it('writes what is read back as it was', () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'ä', '😀') }),
      fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '＝', '3', '.', 'e') }),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 4 })
          .chain((width) =>
            fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
              minLength: 1,
              maxLength: 6,
            }),
          ),
        fc.constantFrom('\n' as const, '\r\n' as const),
        fc.boolean(),
        (rows, lineEnd, escapeFormulas) => {
          const header = rows[0]!.map((_, at) => `c${at}`);
          const text = [header, ...rows]
            .map((row) => csvLine(row, { lineEnd, escapeFormulas }))
            .join('');
          const result = readTable(text, { delimiter: ',', raw: !escapeFormulas });
          expect(result.faults).toEqual([]);
          const isBlank = (row: readonly string[]): boolean => row.length === 1 && row[0] === '';
          expect(result.rows.map(({ fields }) => fields)).toEqual(
            rows.filter((row) => !isBlank(row)),
          );
        },
      ),
      { seed: 1, numRuns: 1000 },
    );
  });
});

function read(text: string): {
  header: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  faults: readonly (readonly [number | undefined, string])[];
} {
  let header: readonly string[] = [];
  const rows: (string | number)[][] = [];
  const faults: [number | undefined, string][] = [];
  const reader = new CsvReader({
    header: (columns) => (header = columns),
    row: (fields, line) => rows.push([line, ...fields]),
    fault: (one) => faults.push([one.line, one.message]),
  });
  reader.push(text, 1);
  reader.end();
  return { header, rows, faults };
}
