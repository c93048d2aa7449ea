import { closeSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../../test/temporary-files.ts';
import { fault, InputError } from '../domain/fault.ts';
import { failureCode, failureReason } from './failure-reason.ts';
import { FirstLines } from './first-lines.ts';
import { newestChange } from './newest-change.ts';
import {
  checkText,
  closeAfterReading,
  countLines,
  markLength,
  openForReading,
  readNext,
  refuseUnreadable,
} from './read-bytes.ts';
import { readCsv } from './read-csv.ts';
import { withAllRereadable, withRereadable } from './rereadable-input.ts';
import { FaultList } from './text-file.ts';

const faultsOf = (act: () => unknown) => {
  try {
    act();
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.faults;
    throw error;
  }
};
const failed = (code: string) => Object.assign(new Error('said so'), { code });

describe('a file that is read', () => {
  it('is opened, read in pieces to its end, and closed', () => {
    const file = join(folderOf({ 'a.txt': 'abcd' }), 'a.txt');
    const descriptor = openForReading(file);
    const into = new Uint8Array(3);
    expect([readNext(descriptor, into, file), into[0]]).toEqual([3, 97]);
    expect([readNext(descriptor, into, file), into[0]]).toEqual([1, 100]);
    expect(readNext(descriptor, into, file)).toBe(0);
    closeAfterReading(descriptor);
    expect(() => closeSync(descriptor)).toThrow('EBADF');
    // Standard input is never closed.
    expect(openForReading('-')).toBe(0);
    closeAfterReading(0);
  });

  it('is refused with the reason', () => {
    const folder = folderOf({ 'a.txt': '' });
    const missing = join(folder, 'nosuch');
    expect(faultsOf(() => openForReading(missing))).toMatchObject([
      { code: 'file-not-found', values: { file: missing } },
    ]);
    for (const [path, code] of [
      [folder, 'is-folder'],
      [join(folder, 'a.txt', 'b'), 'path-part-file'],
    ] as const)
      expect(faultsOf(() => openForReading(path))).toMatchObject([
        { code: 'file-unreadable', values: { file: path, reason: { code } } },
      ]);
    for (const [code, reason] of [
      ['EACCES', { code: 'permission-denied' }],
      ['EISDIR', { code: 'is-folder' }],
      ['EMFILE', { code: 'too-many-files' }],
      ['EIO', 'said so'],
    ] as const)
      expect(faultsOf(() => refuseUnreadable(failed(code), 'f'))).toMatchObject([
        { code: 'file-unreadable', values: { file: 'f', reason } },
      ]);
  });

  it('is text, or refused with the line', () => {
    const lineOf = (bytes: Buffer) =>
      faultsOf(() => checkText(bytes, 'f', 5)).map(({ line, values }) => [line, values['got']]);
    const bad = (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])]);
    expect(lineOf(Buffer.from('ä\nb\n'))).toEqual([]);
    expect(lineOf(Buffer.from('\0'))).toMatchObject([[5, { code: 'zero-byte' }]]);
    expect(lineOf(Buffer.from('a\nb\nc\0'))).toMatchObject([[7, { code: 'zero-byte' }]]);
    expect(lineOf(bad('a'))).toMatchObject([[5, { code: 'bad-utf8' }]]);
    expect(lineOf(bad('a\n\nc'))).toMatchObject([[7, { code: 'bad-utf8' }]]);
    expect(lineOf(Buffer.concat([bad('a\n'), Buffer.from('\nb\n')]))).toMatchObject([[6, {}]]);
    expect(['', 'a', '\n', 'a\nb\n'].map((text) => countLines(Buffer.from(text)))).toEqual([
      0, 0, 1, 2,
    ]);
  });

  it('may begin with a mark of three bytes', () => {
    expect(markLength(Buffer.from('\ufeffa'))).toBe(3);
    for (const bytes of [[], [0xef], [0xef, 0xbb], [0xef, 0xbb, 0x41], [0xef, 0x41, 0xbf], [0x41]])
      expect(markLength(Buffer.from(bytes))).toBe(0);
    expect(markLength(Buffer.from([0x41, 0xbb, 0xbf]))).toBe(0);
  });
});

describe('a table that is streamed', () => {
  const read = (text: string, found?: FaultList) => {
    const seen: unknown[] = [];
    const file = join(folderOf({ 'a.csv': text }), 'a.csv');
    readCsv(
      file,
      (columns) => seen.push(columns),
      (fields, line) => seen.push([line, fields]),
      undefined,
      found,
    );
    return seen;
  };

  it('gives its columns and rows with their lines', () => {
    expect(read('a,b\n1,"2\n3"\n4,5')).toEqual([
      ['a', 'b'],
      [2, ['1', '2\n3']],
      [4, ['4', '5']],
    ]);
  });

  it('throws its faults at the end, or adds them to a list', () => {
    const broken = 'a,b\n1,"2';
    const [one] = faultsOf(() => read(broken));
    expect(one).toMatchObject({ file: expect.stringMatching(/a\.csv$/) });
    const found = new FaultList();
    read(broken, found);
    expect(found.faults).toMatchObject([{ code: one!.code, line: one!.line }]);
  });
});

describe('input that can be read once', () => {
  // The empty device is neither a file nor a folder, as a pipe is.
  const once = '/dev/null';

  it('is read from a copy, and files as they are', () => {
    const file = join(folderOf({ 'a.txt': 'abc' }), 'a.txt');
    expect(withRereadable(file, (path) => path)).toBe(file);
    const copy = withRereadable(once, (path) => {
      expect(path).not.toBe(once);
      expect(readFileSync(path, 'utf8')).toBe('');
      return path;
    });
    expect(() => readFileSync(copy)).toThrow();
    expect(withAllRereadable([], (paths) => paths)).toEqual([]);
    withAllRereadable([file, once, 'nosuch'], ([first, second, third]) => {
      expect([first, third]).toEqual([file, 'nosuch']);
      expect(second).not.toBe(once);
    });
  });

  it('has faults that name it, and not the copy', () => {
    const faults = faultsOf(() =>
      withRereadable(once, (path) => {
        throw new InputError([fault('file-empty', {}, { file: path })], 3);
      }),
    );
    expect(faults).toMatchObject([{ code: 'file-empty', file: once }]);
    const other = new Error('another');
    expect(() =>
      withRereadable(once, () => {
        throw other;
      }),
    ).toThrow(other);
  });
});

it('a failure says its message and its code, where it has them', () => {
  expect([failureReason(new Error('broken')), failureReason('text')]).toEqual(['broken', 'text']);
  expect([failureCode(failed('ENOENT')), failureCode(new Error('x')), failureCode(7)]).toEqual([
    'ENOENT',
    '',
    '',
  ]);
});

it('the first line of a name is remembered, of very many', () => {
  const lines = new FirstLines();
  // More than twice the 1,024 places that there are at first.
  for (let at = 0; at < 2500; at += 1) expect(lines.add(`n${at}`, at + 1)).toBeNull();
  expect([lines.add('n0', 9), lines.add('n1023', 9), lines.add('n1024', 9)]).toEqual([
    1, 1024, 1025,
  ]);
  expect([lines.add('n2499', 9), lines.add('other', 7), lines.add('other', 8)]).toEqual([
    2500,
    null,
    7,
  ]);
});

it('the newest change of sources is neither that of a test nor of a text', () => {
  expect(newestChange(folderOf({ 'a.test.ts': '', 'b.test.tsx': '', 'c.md': '' }))).toBe(0);
  const folder = folderOf({ 'a.test.ts': '', 'deep/b.ts': '' });
  expect(newestChange(folder)).toBeGreaterThan(0);
});
