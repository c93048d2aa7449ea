import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/refusals.ts';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { writeParquet } from '../../formats/parquet-writer.ts';
import { writeWorkbook } from '../../formats/xlsx-writer.ts';
import { codedText } from '../../domain/text-values.ts';
import { fileColumns, fileRows, isNamedTable } from './file-columns.ts';

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}
const columnsOf = (name: string, content: string | Uint8Array) =>
  fileColumns(fileOf(name, content), name);

describe('the columns of a file', () => {
  it('have samples, how many rows fill them, and whether they name the rows', async () => {
    const long = 'x'.repeat(141);
    const rows = [`a,big,${long},`, 'b,,short,', `c,big,${'y'.repeat(140)},`, 'd,small,z,'];
    const table = `id,kind,text,\n${rows.join('\n')}\n`;
    const read = await columnsOf('units.csv', table);
    expect([read.format, read.rows, read.said]).toEqual(['units-csv', 4, []]);
    expect(read.columns).toEqual([
      { name: 'id', filled: 4, isUnique: true, samples: ['a', 'b', 'c'] },
      { name: 'kind', filled: 3, isUnique: false, samples: ['big', 'small'] },
      {
        name: 'text',
        filled: 4,
        isUnique: true,
        samples: [`${'x'.repeat(140)}…`, 'short', 'y'.repeat(140)],
      },
    ]);
    // Empty cells are left out, and three rows are shown.
    expect(read.first.map((row) => Object.keys(row))).toEqual([
      ['id', 'kind', 'text'],
      ['id', 'text'],
      ['id', 'kind', 'text'],
    ]);
    expect(read.guess.id).toBeDefined();
  });

  it('are read from JSON lines and lists, with values as JSON', async () => {
    const rows = [
      { id: 1, tags: ['a'], text: null },
      { id: 2, tags: ['a'], more: true },
    ];
    for (const [name, text] of [
      ['units.jsonl', jsonLines(rows)],
      ['units.json', `\uFEFF ${JSON.stringify(rows)}`],
    ] as const) {
      const { columns } = await columnsOf(name, text);
      expect(columns).toEqual([
        { name: 'id', filled: 2, isUnique: true, samples: ['1', '2'] },
        { name: 'tags', filled: 2, isUnique: false, samples: ['["a"]'] },
        { name: 'text', filled: 0, isUnique: false, samples: [] },
        { name: 'more', filled: 1, isUnique: false, samples: ['true'] },
      ]);
    }
  });

  it('are read from a workbook', async () => {
    const columns = ['id', 'text'].map((name) => ({ name, type: 'text' as const }));
    const book = writeWorkbook('Units', columns, [{ id: 'a', text: 'one' }, { id: 'b' }]);
    const read = await columnsOf('units.xlsx', book);
    expect([read.rows, read.first]).toEqual([2, [{ id: 'a', text: 'one' }, { id: 'b' }]]);
    expect(read.columns.map(({ name, filled }) => [name, filled])).toEqual([
      ['id', 2],
      ['text', 1],
    ]);
  });

  it('are not read from a file that is empty, faulty or nothing of the kind', async () => {
    const codes = async (name: string, content: string): Promise<readonly unknown[]> =>
      (await faultsOf(columnsOf(name, content))).map(({ code, file, line }) => [code, file, line]);
    expect(await codes('units.csv', 'id,text\n')).toEqual([['file-empty', 'units.csv', undefined]]);
    expect(await codes('units.csv', 'id,text\na,b,c\n')).toEqual([['bad-csv', 'units.csv', 2]]);
    expect(await codes('units.jsonl', '{"id":1}\n{"id":\n')).toEqual([
      ['bad-json', 'units.jsonl', 2],
    ]);
    expect(await codes('notes.txt', 'Only words here\n')).toEqual([
      ['unknown-format', 'notes.txt', undefined],
    ]);
  });

  it('are read from Parquet, and from what an annotation tool exported', async () => {
    const columns = ['id', 'text'].map((name) => ({ name, type: 'text' as const }));
    const rows = [{ id: 'a', text: 'one' }];
    const parquet = await columnsOf('units.parquet', new Uint8Array(writeParquet(columns, rows)));
    expect([parquet.rows, parquet.first]).toEqual([1, rows]);
    const tasks = [{ id: 7, data: { text: 'one' }, annotations: [] }];
    const tool = await columnsOf('tasks.json', JSON.stringify(tasks));
    expect([tool.format, tool.rows]).toEqual(['label-studio', 1]);
    expect(tool.first[0]).toMatchObject({ text: 'one' });
  });

  it('may be one alone where the name says that it is a table', async () => {
    const path = fileOf('words.csv', 'text\none\ntwo\n');
    expect(await fileRows(path, 'words.csv')).toMatchObject({
      format: 'units-csv',
      rows: [{ text: 'one' }, { text: 'two' }],
    });
    expect(await faultsOf(fileRows(path, 'words.txt'))).toMatchObject([
      { code: 'unknown-format', file: 'words.txt' },
    ]);
    const why = codedText('no-known-form', { why: codedText('known-format') });
    for (const name of ['a.csv', 'a.TSV', 'a.xlsx']) expect(isNamedTable(name, why)).toBe(true);
    expect(isNamedTable('a.csv.txt', why)).toBe(false);
  });
});
