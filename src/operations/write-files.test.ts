import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { InputError } from '../domain/fault.ts';
import { checkNames, unwritable, writeFiles } from './write-files.ts';

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function messages(act: () => void): readonly string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.faults.map((one) => one.code);
    throw error;
  }
  return [];
}

function broken(write: (text: string) => void): void {
  write('half');
  throw new InputError([]);
}

describe('writeFiles', () => {
  it('writes texts, bytes and pieces, and makes the folders', () => {
    const folder = folderOf();
    writeFiles(
      new Map<string, string | Uint8Array | ((write: (text: string) => void) => void)>([
        [join(folder, 'a.txt'), 'ä\n'],
        [join(folder, 'deep/er/b.bin'), Uint8Array.of(0, 255)],
        [
          join(folder, 'c.txt'),
          (write) => {
            for (let at = 0; at < 300_000; at += 1) write('12345678\n');
          },
        ],
      ]),
    );
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('ä\n');
    expect([...readFileSync(join(folder, 'deep/er/b.bin'))]).toEqual([0, 255]);
    expect(readFileSync(join(folder, 'c.txt'), 'utf8')).toBe('12345678\n'.repeat(300_000));
    expect(readdirSync(folder).toSorted()).toEqual(['a.txt', 'c.txt', 'deep']);
  });

  it('refuses every file that exists, and then writes none; with force it replaces them', () => {
    const folder = folderOf();
    const files = new Map(['a', 'b', 'c'].map((name) => [join(folder, name), 'new']));
    writeFileSync(join(folder, 'a'), 'old');
    writeFileSync(join(folder, 'b'), 'old');
    expect(messages(() => writeFiles(files))).toEqual(['file-exists', 'file-exists']);
    expect([readFileSync(join(folder, 'a'), 'utf8'), existsSync(join(folder, 'c'))]).toEqual([
      'old',
      false,
    ]);
    writeFiles(files, { force: true });
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('new');
  });

  it('writes nothing when a later file cannot be written', () => {
    const folder = folderOf();
    writeFileSync(join(folder, 'file'), '');
    expect(
      messages(() =>
        writeFiles(
          new Map([
            [join(folder, 'new/a'), 'text'],
            [join(folder, 'file/inside'), 'text'],
          ]),
        ),
      ),
    ).toEqual(['file-unwritable']);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('writes nothing when the content fails half way', () => {
    const folder = folderOf();
    expect(() =>
      writeFiles(
        new Map<string, string | typeof broken>([
          [join(folder, 'a'), 'text'],
          [join(folder, 'b'), broken],
        ]),
      ),
    ).toThrow(InputError);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('never replaces what is read, by whatever name, nor what is no regular file', () => {
    const folder = folderOf();
    const file = join(folder, 'judgments.jsonl');
    writeFileSync(file, 'raw');
    symlinkSync(file, join(folder, 'link'));
    expect(
      messages(() =>
        checkNames([join(folder, '.', 'judgments.jsonl'), join(folder, 'link')], true, [file]),
      ),
    ).toEqual(['file-unwritable', 'file-unwritable']);
    expect(messages(() => checkNames([file], true, ['-', join(folder, 'other')]))).toEqual([]);
    expect(messages(() => checkNames(['/dev/null', '-'], true))).toEqual([
      'file-unwritable',
      'file-unwritable',
    ]);
  });

  it('leaves a folder alone that has the name under which a file is made', () => {
    const folder = folderOf();
    mkdirSync(join(folder, 'a.tmp'));
    writeFileSync(join(folder, 'a.tmp/mine'), 'kept');
    expect(messages(() => writeFiles(new Map([[join(folder, 'a'), 'text']])))).toEqual([]);
    expect(readFileSync(join(folder, 'a.tmp/mine'), 'utf8')).toBe('kept');
    expect(readdirSync(folder)).toEqual(['a', 'a.tmp']);
  });

  it('gives the words of the system where it has none of its own', () => {
    const error = Object.assign(new Error('ELOOP: too many symbolic links'), { code: 'ELOOP' });
    expect(unwritable(error, 'a')?.message).toContain('ELOOP: too many symbolic links');
    expect(unwritable(error)).toBe(null);
  });

  it('does not replace a folder, even with force', () => {
    const folder = folderOf();
    mkdirSync(join(folder, 'a'));
    expect(
      messages(() => writeFiles(new Map([[join(folder, 'a'), 'text']]), { force: true })),
    ).toEqual(['file-unwritable']);
  });
});
