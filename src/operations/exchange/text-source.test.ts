import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
