import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openFiles } from '../../test/open-files.ts';
import { temporaryFolder } from '../../test/run-assay.ts';
import { fileHash, linePieces, wholeText } from './line-pieces.ts';
import { receiveFile } from './receive-file.ts';
import { StagedRows } from './staged-rows.ts';

const written = (content: string | Uint8Array): string => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, content);
  return path;
};

async function pieces(
  path: string,
): Promise<readonly { readonly text: string; readonly firstLine: number }[]> {
  const found: { text: string; firstLine: number }[] = [];
  for await (const { text, firstLine } of linePieces(path, 'file')) found.push({ text, firstLine });
  return found;
}

describe('reading a file in pieces of whole lines', () => {
  it('gives the whole text, cut only at line breaks, with the number of each first line', async () => {
    // Longer than a few chunks, with characters of several bytes everywhere, so that some are cut
    // by a chunk's end.
    const text = Array.from({ length: 30_000 }, (_, at) => `${at} ${'ä€😀'.repeat(at % 7)}`).join(
      '\n',
    );
    const found = await pieces(written(text));
    expect(found.length).toBeGreaterThan(3);
    expect(found.map((piece) => piece.text).join('')).toBe(text);
    for (const { text: piece, firstLine } of found)
      expect(piece.startsWith(`${firstLine - 1} `)).toBe(true);
  });

  it('drops a byte order mark, and reads a line that is longer than a chunk', async () => {
    const long = 'x'.repeat(700_000);
    expect(await wholeText(written(`\uFEFFa\n${long}\nb`), 'file')).toBe(`a\n${long}\nb`);
    expect(await pieces(written(''))).toEqual([]);
  });

  it('refuses what is no text with its line', async () => {
    await expect(pieces(written(Buffer.from('a\nb\n\xff\n', 'latin1')))).rejects.toMatchObject({
      faults: [{ code: 'not-text', line: 3, file: 'file' }],
    });
    await expect(pieces(written('a\nb\0\n'))).rejects.toMatchObject({
      faults: [{ code: 'not-text', line: 2 }],
    });
    await expect(pieces(temporaryFolder())).rejects.toMatchObject({
      faults: [{ code: 'file-unreadable' }],
    });
  });

  it('hashes a file as the usual tools do', async () => {
    // sha256sum of "abc", FIPS 180-2 appendix B.1
    expect(await fileHash(written('abc'), 'file')).toEqual({
      hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      size: 3,
    });
  });

  it.runIf(process.platform === 'linux')('leaves no file open', async () => {
    const path = written('abc');
    const before = openFiles();
    await fileHash(path, 'file');
    await wholeText(path, 'file');
    await pieces(path);
    expect(openFiles()).toBe(before);
  });
});

describe('rows that wait for the others', () => {
  it('come back as they were, as often as needed, and leave nothing behind', async () => {
    const staged = new StagedRows<{ readonly at: number; readonly text: string }>();
    for (let at = 0; at < 5000; at += 1)
      staged.add({ at, text: `line\nbreak "${'ü'.repeat(at % 300)}"` });
    for (let time = 0; time < 2; time += 1) {
      let next = 0;
      for await (const batch of staged.batches(333)) {
        for (const row of batch) expect(row.at).toBe(next++);
      }
      expect(next).toBe(5000);
    }
    expect(existsSync(staged.file)).toBe(true);
    await staged.discard();
    await staged.discard();
    expect(existsSync(staged.file)).toBe(false);
  });
});

describe('a file that comes in over a connection', () => {
  it('is kept as it came, and refused beyond the limit', async () => {
    const received = await receiveFile(Readable.from([Buffer.from('ab'), 'c']));
    expect((await fileHash(received.path, 'file')).size).toBe(3);
    await received.discard();
    expect(existsSync(received.path)).toBe(false);
    await expect(receiveFile(Readable.from([Buffer.alloc(10)]), 9)).rejects.toMatchObject({
      faults: [{ code: 'too-large' }],
    });
  });
});
