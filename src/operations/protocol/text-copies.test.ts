import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../../../test/temporary-files.ts';
import { fault, InputError } from '../../domain/fault.ts';
import { writeWorkbook } from '../../formats/xlsx-writer.ts';
import { withTextCopies } from './text-copies.ts';

describe('files that are no UTF-8 text', () => {
  it('are read as copies, which go afterwards; others are taken as they are', async () => {
    const folder = folderOf({
      'plain.csv': 'id,text\nu1,ä\n',
      'marked.csv': Buffer.from('\ufeffid,text\nu1,ä\n', 'utf16le'),
    });
    const files = ['plain.csv', 'marked.csv'].map((name) => join(folder, name));
    const given = [...files, '-', folder, join(folder, 'nosuch.csv')];
    const copy = await withTextCopies(given, async ({ paths, said, nameOf }) => {
      expect(paths.toSpliced(1, 1)).toEqual(given.toSpliced(1, 1));
      expect(paths[1]).not.toBe(files[1]);
      expect(readFileSync(paths[1]!, 'utf8').replace('\ufeff', '')).toBe('id,text\nu1,ä\n');
      expect(said).toHaveLength(1);
      expect([nameOf(paths[1]!), nameOf(files[0]!)]).toEqual([files[1], files[0]]);
      return paths[1]!;
    });
    expect(statSync(copy, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('have faults that name them, and not their copies', async () => {
    const folder = folderOf({ 'marked.csv': Buffer.from('\ufeffid\nu1\n', 'utf16le') });
    const file = join(folder, 'marked.csv');
    let copy = '';
    const failing = withTextCopies([file], async ({ paths }) => {
      copy = paths[0]!;
      throw new InputError(
        [
          fault('usage', { reason: 'one' }, { file: copy, line: 2 }),
          fault('usage', { reason: 'two' }),
          fault('usage', { reason: 'three' }, { file: 'elsewhere' }),
        ],
        9,
      );
    });
    await expect(failing).rejects.toMatchObject({
      count: 9,
      faults: [{ file, line: 2 }, { values: { reason: 'two' } }, { file: 'elsewhere' }],
    });
    expect(statSync(copy, { throwIfNoEntry: false })).toBeUndefined();
    const other = new Error('another kind of failure');
    await expect(withTextCopies([file], () => Promise.reject(other))).rejects.toBe(other);
  });

  it('are workbooks too, of which the first sheet is read, its rows on their lines', async () => {
    const columns = (['id', 'text'] as const).map((name) => ({ name, type: 'text' as const }));
    const bytes = writeWorkbook('First', columns, [
      { id: 'u1', text: 'one, two' },
      { id: '', text: '' },
      { id: 'u2', text: 'three' },
    ]);
    const file = join(folderOf({ 'book.xlsx': bytes }), 'book.xlsx');
    const copy = await withTextCopies([file], async ({ paths: [path], nameOf }) => {
      expect(basename(path!)).toBe('book.xlsx.csv');
      expect(readFileSync(path!, 'utf8').trimEnd().split(/\r?\n/)).toEqual([
        'id,text',
        'u1,"one, two"',
        '',
        'u2,three',
      ]);
      expect(nameOf(path!)).toBe(file);
      return path!;
    });
    expect(statSync(copy, { throwIfNoEntry: false })).toBeUndefined();
  });
});
