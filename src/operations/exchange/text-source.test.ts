import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../../test/refusals.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { textSource } from './text-source.ts';

async function taken(bytes: Uint8Array): Promise<readonly [string, readonly unknown[]]> {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, bytes);
  const source = await textSource(path, 'file');
  const text = source.path === path ? 'as it is' : readFileSync(source.path, 'utf8');
  await source.discard();
  return [text, source.said.map(({ values }) => values)];
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('a file as UTF-8', () => {
  it('is converted from UTF-16 by its mark, and from Windows-1252 where it is a table', async () => {
    const utf16 = Buffer.from('\uFEFFid,ä\n', 'utf16le');
    expect(await taken(utf16)).toEqual(['id,ä\n', [{ encoding: 'UTF-16' }]]);
    expect(await taken(latin('id,ä\n'))).toEqual(['id,ä\n', [{ encoding: 'Windows-1252' }]]);
  });

  it('stays as it is where it is UTF-8, JSON or binary', async () => {
    for (const text of ['id,ä\n', '{"id":"ä"}', '[]'])
      expect(await taken(Buffer.from(text, 'utf8'))).toEqual(['as it is', []]);
    for (const text of ['{"id":"ä"}', '[{"id":"ä"}]', 'id,ä\0\n', 'PAR1ä', 'PK\u0003\u0004ä'])
      expect(await taken(latin(text))).toEqual(['as it is', []]);
  });
});

describe('a file of another encoding', () => {
  it('may be UTF-16 of either order', async () => {
    const big = Buffer.from('\uFEFFid,ä\n', 'utf16le').swap16();
    expect(await taken(big)).toEqual(['id,ä\n', [{ encoding: 'UTF-16' }]]);
    // A mark alone is not enough.
    for (const first of [0xff, 0xfe])
      expect((await taken(Buffer.from([first, 44, 10])))[1]).toEqual([
        { encoding: 'Windows-1252' },
      ]);
  });

  it('is refused where its bytes stand for nothing, and leaves no copy', async () => {
    const broken = async (bytes: Uint8Array) => (await refusal(taken(bytes)))[0];
    const got = (encoding: string) => ({ code: 'broken-encoding', values: { encoding } });
    // Half a character at the end.
    const half = Buffer.from('\uFEFFid', 'utf16le').subarray(0, 5);
    expect(await broken(half)).toEqual(['not-text', { got: got('utf-16le') }]);
    // 0x81 is one of the five bytes without a meaning.
    expect(await broken(Buffer.from([105, 100, 44, 0x81, 10]))).toEqual([
      'not-text',
      { got: got('windows-1252') },
    ]);
  });

  it('is told by its last line, and by a character that two pieces share', async () => {
    const line = 'id,abc\n';
    const many = line.repeat(Math.ceil(262_144 / line.length));
    expect((await taken(Buffer.from(`${many}ä`, 'utf8')))[0]).toBe('as it is');
    expect((await taken(latin(`${many}ä`)))[1]).toEqual([{ encoding: 'Windows-1252' }]);
    const shared = `${'x'.repeat(262_143)}ä\n`;
    expect((await taken(Buffer.from(shared, 'utf8')))[0]).toBe('as it is');
  });
});

describe('an evaluation log', () => {
  const packed = (files: Readonly<Record<string, string>>): Uint8Array =>
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]),
      ),
    );

  it('is its samples, line by line, and is empty without any', async () => {
    const log = { 'header.json': '{}', '_journal/start.json': '{}' };
    const [text, said] = await taken(packed({ ...log, 'samples/1_epoch_1.json': '{"id":1}' }));
    expect([text.trim(), said]).toEqual(['{"id":1}', []]);
    expect(await refusal(taken(packed(log)))).toEqual([['file-empty', {}]]);
    expect((await taken(packed({ 'other.txt': 'x' })))[0]).toBe('as it is');
  });
});
