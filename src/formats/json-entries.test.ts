import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../domain/fault.ts';
import { utf8Text, jsonText } from './json-bytes.ts';
import { readJsonEntries } from './json-entries.ts';

type Found = readonly (readonly [string | null, string, unknown, number])[];

/** All entries of a text that is read in chunks of a few bytes. */
function entriesOf(text: string, chunkBytes = 7): Found {
  const bytes = new TextEncoder().encode(text);
  let done = 0;
  const found: [string | null, string, unknown, number][] = [];
  readJsonEntries(
    (into) => {
      const part = bytes.subarray(done, done + into.length);
      into.set(part);
      done += part.length;
      return part.length;
    },
    {
      isSection: (key) => key.startsWith('s'),
      entry: (section, { bytes: held, keyStart, keyEnd, valueStart, valueEnd }, line) =>
        found.push([
          section,
          jsonText(held, keyStart, keyEnd),
          JSON.parse(utf8Text(held, valueStart, valueEnd)),
          line(),
        ]),
    },
    'cache.json',
    chunkBytes,
  );
  return found;
}

describe('readJsonEntries', () => {
  it('delivers the members of sections one by one and all others whole, with their lines', () => {
    const text =
      '{\n  "meta": {"a": [1, {"b": null}]},\n  "s1": {\n    "k\\u00e9": {"x": "é😀\\n"},\n' +
      '    "l": -1.5e+3\n  }, "s2": {}, "s3": "no object"}\n';
    expect(entriesOf(text)).toEqual([
      [null, 'meta', { a: [1, { b: null }] }, 2],
      ['s1', 'ké', { x: 'é😀\n' }, 4],
      ['s1', 'l', -1500, 5],
      [null, 's3', 'no object', 6],
    ]);
  });

  it('reads every object as JSON.parse does, whatever the chunks and the spacing', () => {
    const key = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('sa', 'sb', 's\\"{', 'metadata'),
    );
    const members = fc.dictionary(
      key,
      fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }))),
      { maxKeys: 6, noNullPrototype: true },
    );
    fc.assert(
      fc.property(
        members,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('', ' ', '\n\t'),
        (object, chunk, indent) => {
          const text = JSON.stringify(object, null, indent);
          const expected = Object.entries(JSON.parse(text) as Record<string, unknown>).flatMap(
            ([name, value]) =>
              name.startsWith('s') &&
              value !== null &&
              typeof value === 'object' &&
              !Array.isArray(value)
                ? Object.entries(value).map(([inner, one]) => [name, inner, one])
                : [[null, name, value]],
          );
          expect(entriesOf(text, chunk).map((entry) => entry.slice(0, 3))).toEqual(expected);
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  it('refuses exactly what JSON.parse refuses', () => {
    const base =
      '{"m":{"a":[1,-2.5e3,true,false,null,"x\\u00e9\\n"]},"s":{"k::1":{"v":"w","n":0},"k2":[]}}';
    const characters = '{}[]",:\\ 0123456789.-+eEtfnu/\n\u0001';
    const edit = fc.record({
      at: fc.nat(base.length),
      remove: fc.integer({ min: 0, max: 3 }),
      insert: fc.array(fc.constantFrom(...characters), { maxLength: 2 }),
    });
    let refused = 0;
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 2 }), (edits) => {
        const text = edits.reduce(
          (so, { at, remove, insert }) => so.slice(0, at) + insert.join('') + so.slice(at + remove),
          base,
        );
        const parsed = parse(text);
        if (parsed === null) {
          refused += 1;
          expect(() => entriesOf(text, 5), text).toThrow(InputError);
        } else entriesOf(text, 5);
      }),
      { seed: 1, numRuns: 5000 },
    );
    expect(refused).toBeGreaterThan(1000);
  });

  it('says in which line a file stops being JSON, and that an unfinished one ends', () => {
    const message = (text: string): string => {
      try {
        entriesOf(text);
        return '';
      } catch (error) {
        return error instanceof InputError ? error.message : String(error);
      }
    };
    expect(message('{"s": {\n"a": 1,\n"b": nil}}')).toBe('cache.json:3 expected JSON, got "il}}"');
    expect(message('{"s": {\n"a": 1')).toBe('cache.json:2 expected JSON, got the end of the file');
    expect(message('[1]')).toBe('cache.json:1 expected JSON, got "[1]"');
    expect(message('')).toBe('cache.json:1 expected JSON, got the end of the file');
    expect(message('{} {}')).toBe('cache.json:1 expected JSON, got "{}"');
  });

  it('stands nesting that no stack would, and passes over a byte order mark', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    let length = 0;
    const bytes = new TextEncoder().encode(`\uFEFF{"s":{"a":${deep}}}`);
    let given = false;
    readJsonEntries(
      (into) => (given ? 0 : ((given = true), into.set(bytes), bytes.length)),
      { isSection: () => true, entry: (_, entry) => (length = entry.valueEnd - entry.valueStart) },
      'x',
      bytes.length,
    );
    expect(length).toBe(deep.length);
  });

  it('does not hold an entry without end', () => {
    let total = 0;
    const endless = (into: Uint8Array): number => {
      into.fill(97);
      if (total === 0) into.set(new TextEncoder().encode('{"s":{"a":"'));
      total += into.length;
      return into.length;
    };
    expect(() =>
      readJsonEntries(
        endless,
        { isSection: () => true, entry: () => undefined },
        'x',
        4 * 1024 * 1024,
      ),
    ).toThrow(/longer than/);
    expect(total).toBeLessThan(4 * 64 * 1024 * 1024);
  });
});

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    // Not JSON, which is what the test asks.
    return null;
  }
}
