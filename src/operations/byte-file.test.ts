import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withBytes } from './byte-file.ts';

function fileOf(content: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bytes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'file'), content);
  return join(folder, 'file');
}

function readAll(file: string, chunk: number): Buffer {
  return withBytes(file, (fill) => {
    const pieces: Buffer[] = [];
    const into = new Uint8Array(chunk);
    for (let count = fill(into); count > 0; count = fill(into))
      pieces.push(Buffer.from(into.slice(0, count)));
    return Buffer.concat(pieces);
  });
}

describe('withBytes', () => {
  it('delivers all bytes, with characters cut anywhere', () => {
    const text = 'aé€😀'.repeat(50);
    for (const chunk of [1, 2, 3, 4, 5, 7, 1000])
      expect(readAll(fileOf(Buffer.from(text)), chunk).toString()).toBe(text);
  });

  it('refuses bytes that are no text, also at the very end', () => {
    for (const chunk of [1, 3, 1000]) {
      expect(() => readAll(fileOf(Buffer.from([0x61, 0xe2, 0x82, 0x61])), chunk)).toThrow(
        'expected UTF-8 text, got bytes that are not UTF-8',
      );
      expect(() => readAll(fileOf(Buffer.from([0x61, 0xf0, 0x9f, 0x98])), chunk)).toThrow(
        'expected UTF-8 text',
      );
      expect(() => readAll(fileOf(Buffer.from([0x80])), chunk)).toThrow('expected UTF-8 text');
    }
  });

  it('says what is wrong with a file that cannot be read', () => {
    expect(() => readAll(join(tmpdir(), 'no-such-file-of-assay'), 10)).toThrow('does not exist');
    expect(() => readAll(tmpdir(), 10)).toThrow('it is a folder');
  });
});
