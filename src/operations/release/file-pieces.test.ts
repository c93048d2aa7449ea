import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { fileLines, filePieces, hasContent } from './file-pieces.ts';

function written(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, content);
  return path;
}

it('a file is read in pieces of at most the size that is asked for', () => {
  const pieces = [...filePieces(written('abcdefg'), 3)].map(String);
  expect(pieces.map((piece) => piece.length)).toEqual([3, 3, 1]);
  expect([...filePieces(written(''))]).toEqual([]);
});

it('the lines of a file are those that are not empty, also the last without an end', () => {
  expect([...fileLines(written('\na\n\nbä\nc'))]).toEqual(['a', 'bä', 'c']);
  expect([...fileLines(written('a\n'))]).toEqual(['a']);
  expect([...fileLines(written(''))]).toEqual([]);
});

it('a line that is longer than a piece is one line', () => {
  const long = 'x'.repeat(3 << 20);
  expect([...fileLines(written(`a\n${long}\nb\n`))].map(({ length }) => length)).toEqual([
    1,
    3 << 20,
    1,
  ]);
});

it('a file that is no UTF-8 has no lines, whether in the middle or at the end', () => {
  for (const bytes of [
    [97, 255, 10],
    [97, 0xc3],
  ])
    expect(() => [...fileLines(written(Uint8Array.from(bytes)))]).toThrow(TypeError);
});

it('a file has a content when every byte is the same, and there are no more', () => {
  const path = written('abcdef');
  const has = (...pieces: readonly (string | Uint8Array)[]): boolean =>
    hasContent(path, () => pieces);
  expect(has('abcdef')).toBe(true);
  expect(has('ab', '', Uint8Array.from([99, 100]), 'ef')).toBe(true);
  // A shorter piece after a longer one is compared by its own length.
  expect(has('abcd', 'ef')).toBe(true);
  expect(has('abcd', 'eg')).toBe(false);
  expect(has('abcde')).toBe(false);
  expect(has('abcdefg')).toBe(false);
  expect(has('abcdef', 'g')).toBe(false);
  expect(has('bbcdef')).toBe(false);
  expect(hasContent(written(''), () => [])).toBe(true);
});
