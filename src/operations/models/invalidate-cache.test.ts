import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { invalidateCache } from './invalidate-cache.ts';

function cacheWith(text: string): { readonly folder: string; readonly file: string } {
  const folder = temporaryFolder();
  const file = join(folder, 'cache.json');
  writeFileSync(file, text);
  return { folder, file };
}

describe('invalidating topics of a cache', () => {
  it('keeps the old file, and then watches for the end of the process no more', async () => {
    await nextTurn();
    const before = process.listenerCount('exit');
    const text = '{"_metadata": {}, "raw": {"G1::b1::r1": [], "G2::b1::r1": []}}';
    const { folder, file } = cacheWith(text);
    const { removed, kept } = invalidateCache(file, ['G1'], 'old');
    expect([...removed]).toEqual([['G1', 1]]);
    expect([kept, readFileSync(kept, 'utf8')]).toEqual([`${file}.old`, text]);
    expect(readFileSync(file, 'utf8')).not.toContain('G1');
    expect(readFileSync(file, 'utf8')).toContain('G2');
    expect(readdirSync(folder).toSorted()).toEqual(['cache.json', 'cache.json.old']);
    await nextTurn();
    await nextTurn();
    expect(process.listenerCount('exit')).toBe(before);
  });

  it('leaves a file that cannot be read as it is, and nothing beside it', () => {
    const { folder, file } = cacheWith('{"raw": {"G1": ');
    expect(() => invalidateCache(file, ['G1'], 'old')).toThrow();
    expect(readdirSync(folder)).toEqual(['cache.json']);
    expect(readFileSync(file, 'utf8')).toBe('{"raw": {"G1": ');
  });
});
