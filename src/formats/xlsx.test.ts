import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWorkbook } from './parquet-mark.ts';
import { readWorkbook } from './xlsx-reader.ts';
import { writeWorkbook } from './xlsx-writer.ts';

const columns = [
  { name: 'id', type: 'text' },
  { name: 'n', type: 'number' },
  { name: 'b', type: 'truth', choices: [true, false] },
  { name: 'label', type: 'text', choices: ['a, b', 'c'] },
] as const;

/** A workbook as other programs write them: shared texts, styles, and gaps between cells. */
function workbook(sheet: string, more: Readonly<Record<string, string>> = {}): Uint8Array {
  const parts = {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="old" sheetId="1" state="hidden" r:id="rId9"/>' +
      '<sheet name="R&amp;D" sheetId="2" r:id="rId2"/><sheet name="more" ' +
      'r:id="rId3"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>',
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...more,
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])),
  );
}

describe('a workbook', () => {
  const cell = (place: string, value: string): string =>
    `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;

  it('takes a title above the header for no row, and keeps it', () => {
    const rows =
      `<row r="1">${cell('A1', 'Complaints 2026')}</row>` +
      `<row r="2">${cell('A2', 'no')}${cell('B2', 'text')}</row>` +
      `<row r="3">${cell('A3', '1')}${cell('B3', 'Late.')}</row>`;
    const sheet = `<worksheet><sheetData>${rows}</sheetData><mergeCells count="1">
      <mergeCell ref="A1:B1"/></mergeCells></worksheet>`;
    const read = readWorkbook(workbook('', { 'xl/worksheets/sheet2.xml': sheet }));
    expect(read.titles).toEqual(['Complaints 2026']);
    expect(read.rows).toEqual([
      { line: 2, fields: ['no', 'text'] },
      { line: 3, fields: ['1', 'Late.'] },
    ]);
    // In a cell of its own too, with nothing merged.
    const { titles, rows: plain } = readWorkbook(workbook(rows));
    expect({ titles, rows: plain }).toEqual({ titles: read.titles, rows: read.rows });
  });

  it('does not take the only name of a header for a title', () => {
    const long = 'It came a week late, the box was open, and nobody answered my letter.';
    for (const [first, second] of [
      ['Late.', '1'],
      ['Late.', long],
      ['Late.', 'Late.'],
    ] as const) {
      const rows =
        `<row r="1">${cell('A1', 'text')}</row>` +
        `<row r="2">${cell('A2', first)}${cell('B2', second)}</row>`;
      const { titles, rows: read } = readWorkbook(workbook(rows));
      expect(titles).toEqual([]);
      expect(read.map(({ fields }) => fields.length)).toEqual([1, 2]);
    }
  });

  it('gives back what was written, whatever characters it holds', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('=1+1', '_x0041_', '<t>&amp;</t>', ' a ', '\n', '\u0000', '"', 'x\u000B'),
    );
    const row = fc.record({ id: text.filter((one) => one !== ''), n: fc.integer(), label: text });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const bytes = writeWorkbook('rows', columns, rows);
        expect(isWorkbook(bytes)).toBe(true);
        const sheet = readWorkbook(bytes);
        expect(sheet.rows.map(({ fields }) => fields)).toEqual([
          ['id', 'n', 'b', 'label'],
          ...rows.map(({ id, n, label }) => [id, String(n + 0), '', label]),
        ]);
        expect([sheet.name, sheet.others]).toEqual(['rows', []]);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('runs no formula, not even once somebody has edited the cell', () => {
    const rows = [
      { id: '=1+1', n: -3, label: '-3' },
      { id: "'=1", label: '- item' },
    ];
    const parts = unzipSync(writeWorkbook('rows', columns, rows));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
    expect(sheet).not.toContain('<f>');
    const styled = [...sheet.matchAll(/<c r="(\w+)" s="1"[^>]*>.*?<t[^>]*>(.*?)<\/t>/g)];
    expect(styled.map(([, place, text]) => [place, text])).toEqual([
      ['A2', '=1+1'],
      ['A3', "''=1"],
      ['D3', '- item'],
    ]);
    expect(strFromU8(parts['xl/styles.xml']!)).toContain('<xf/><xf quotePrefix="1"/>');
    const raw = readWorkbook(writeWorkbook('rows', columns, rows, { escapeFormulas: false }));
    expect(raw.rows[2]!.fields[0]).toBe("'=1");
  });

  it('offers the choices of a column as a list, on a sheet of their own', () => {
    const xml = Buffer.from(writeWorkbook('rows', columns, [])).toString('latin1');
    expect(xml).toContain('xl/worksheets/sheet2.xml');
    const [sheet] = [readWorkbook(writeWorkbook('choices', columns, [{ id: 'u', b: true }]))];
    expect(sheet).toEqual({
      name: 'rows',
      others: [],
      titles: [],
      rows: [
        { line: 1, fields: ['id', 'n', 'b', 'label'] },
        { line: 2, fields: ['u', '', 'true', ''] },
      ],
    });
  });

  it('of another program is read: shared texts, dates, gaps, hidden sheets', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>';
    const shared =
      '<sst><si><t>id</t></si><si><r><t>te</t></r><r><t xml:space="preserve">xt </t></r>' +
      '<rPh sb="0" eb="1"><t>read</t></rPh></si></sst>';
    const sheet =
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>' +
      // 46023 days after 1899-12-30 is 2026-01-01.
      '<row r="4"><c r="A4" s="1"><v>46023</v></c><c r="B4" t="b"><v>1</v></c>' +
      '<c r="C4" s="2"><v>46023.5</v></c><c r="D4"/></row>' +
      '<row r="5"><c r="B5" t="str"><f>1+1</f><v>&#252;</v></c></row>';
    const bytes = workbook(sheet, { 'xl/styles.xml': styles, 'xl/sharedStrings.xml': shared });
    expect(readWorkbook(bytes)).toEqual({
      name: 'R&D',
      others: ['more'],
      titles: [],
      rows: [
        { line: 2, fields: ['id', '', 'text '] },
        { line: 4, fields: ['2026-01-01', 'true', '2026-01-01T12:00:00Z'] },
        { line: 5, fields: ['', 'ü', ''] },
      ],
    });
  });

  it.each([
    [workbook('<row r="1"><c r="A1" t="e"><v>#REF!</v></c></row>'), 'A1 holds the error #REF!'],
    [workbook('<row r="1"><c r="A1" t="s"><v>7</v></c></row>'), 'it is damaged'],
    [Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'it is damaged'],
    [zipSync({ 'a.txt': strToU8('x') }), 'it has no workbook'],
  ])('is refused when it cannot be read', (bytes, message) => {
    expect(() => readWorkbook(bytes)).toThrow(message);
  });
});
