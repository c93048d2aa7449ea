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

  it('keeps every other entry as it is written, and the sections even when they are empty', () => {
    const text = `{"_metadata": {"G1": {"a": 1}, "G2": {"b": [1, 2]}}, "version":  3,
      "raw": {"G1::b1::r1": [], "G2::b1::r1": { "x":1 }, "G2::b2::r1":"ü"},
      "aggregated": {"G1::b1": 1}, "more": [ 1 ]}`;
    const { file } = cacheWith(text);
    const { removed } = invalidateCache(file, ['G1', 'G3'], 'old');
    expect([...removed]).toEqual([
      ['G1', 2],
      ['G3', 0],
    ]);
    expect(readFileSync(file, 'utf8')).toBe(`{
  "_metadata": {
    "G2": {
      "b": [
        1,
        2
      ]
    }
  },
  "version":  3,
  "raw": {
    "G2::b1::r1": { "x":1 },
    "G2::b2::r1":"ü"
  },
  "more": [ 1 ],
  "aggregated": {}
}
`);
  });

  it('writes both sections, one after the other', () => {
    const { file } = cacheWith('{"raw": {"A::1": 1, "B::1": 2}, "aggregated": {"A::1": 3}}');
    invalidateCache(file, ['B'], 'old');
    expect(readFileSync(file, 'utf8')).toBe(
      '{\n  "raw": {\n    "A::1": 1\n  },\n  "aggregated": {\n    "A::1": 3\n  }\n}\n',
    );
    invalidateCache(file, ['A'], 'older');
    expect(readFileSync(file, 'utf8')).toBe('{\n  "raw": {},\n  "aggregated": {}\n}\n');
  });

  it('takes a topic by its whole name', () => {
    const { file } = cacheWith('{"raw": {"G1::b": 1, "G12::b": 2, "G1": 3}}');
    const { removed } = invalidateCache(file, ['G1'], 'old');
    expect([...removed]).toEqual([['G1', 1]]);
    const left = JSON.parse(readFileSync(file, 'utf8')) as { readonly raw: object };
    expect(left.raw).toEqual({ 'G12::b': 2, G1: 3 });
  });

  it('copies more than fits into one piece', () => {
    const entries = Array.from({ length: 30 }, (_, at) => [`G2::${at}`, 'x'.repeat(50_000)]);
    const raw = Object.fromEntries([...entries, ['G1::1', '']]) as Record<string, string>;
    const { file } = cacheWith(JSON.stringify({ raw }));
    invalidateCache(file, ['G1'], 'old');
    const left = JSON.parse(readFileSync(file, 'utf8')) as { readonly raw: object };
    expect(left.raw).toEqual(Object.fromEntries(entries));
  });

  it('cannot change what comes from standard input', () => {
    expect(() => invalidateCache('-', ['G1'], 'old')).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ code: 'usage' })] }),
    );
  });
});
