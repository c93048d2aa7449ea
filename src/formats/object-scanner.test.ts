import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectScanner } from './object-scanner.ts';

const encode = (text: string): Buffer => Buffer.from(text, 'utf8');

function scannerOf(...keys: readonly string[]): ObjectScanner {
  return new ObjectScanner(keys.length, (key) => keys.indexOf(key));
}

function learns(scanner: ObjectScanner, text: string): boolean {
  const bytes = encode(text);
  return scanner.learn(bytes, 0, bytes.length);
}

/** The values that a scanner finds, as texts; null when it leaves the object to the parser. */
function values(scanner: ObjectScanner, text: string): readonly (string | null)[] | null {
  // The bytes around the object in a buffer do not matter.
  const bytes = encode(`,"x":1}${text},"x":1}"`);
  const end = 7 + encode(text).length;
  if (scanner.scan(bytes, 7, end) !== end) return null;
  return Array.from(scanner.kinds, (kind, field) =>
    kind === 0 ? null : bytes.toString('utf8', scanner.starts[field]!, scanner.ends[field]!),
  );
}

const row =
  '{"id": "u1", "n": 12.5, "on": true, "off": false, "none": null, "list": ["a", 1, ' +
  '-2.5], "empty": []}';

describe('ObjectScanner', () => {
  it('learns a shape and finds the values of other objects that have it', () => {
    const scanner = scannerOf('id', 'n', 'on', 'off', 'none', 'list', 'empty', 'lost');
    expect(learns(scanner, row)).toBe(true);
    expect(values(scanner, row)).toEqual([
      'u1',
      '12.5',
      'true',
      'false',
      'null',
      '["a", 1, -2.5]',
      '[]',
      null,
    ]);
    expect(
      values(
        scanner,
        '{"id": "größe, \'x\': 1", "n": -0, "on": "text", "off": 7e2, "none": [[]], ' +
          '"list": "", "empty": true}',
      ),
    ).toEqual(["größe, 'x': 1", '-0', 'text', '7e2', '[[]]', '', 'true', null]);
    expect([...scanner.kinds.subarray(0, 3)].map((kind) => String.fromCharCode(kind))).toEqual([
      '"',
      '-',
      '"',
    ]);
  });

  it('knows several shapes at once, and which fields an object lacks', () => {
    const scanner = scannerOf('a', 'b', 'c');
    expect(learns(scanner, '{"a": 1, "b": 2}')).toBe(true);
    expect(learns(scanner, '{"a": 1, "other": 0, "c": 3}')).toBe(true);
    expect(values(scanner, '{"a": 5, "b": 6}')).toEqual(['5', '6', null]);
    expect(values(scanner, '{"a": 7, "other": 8, "c": 9}')).toEqual(['7', null, '9']);
    expect(values(scanner, '{"a": 7, "other": 8}')).toBeNull();
    expect(values(scanner, '{"a": 7}')).toBeNull();
  });

  it('keeps a shape when the buffer that it was learnt from is used again', () => {
    const bytes = encode('{"a": 1, "b": 2}');
    const scanner = scannerOf('a', 'b');
    scanner.learn(bytes, 0, bytes.length);
    bytes.write('{"b": 1, "a": 2}');
    expect(scanner.scan(bytes, 0, bytes.length)).toBe(-1);
    expect(values(scanner, '{"a": 3, "b": 4}')).toEqual(['3', '4']);
  });

  it('stops at keys that only the parser understands', () => {
    const scanner = new ObjectScanner(1, (key) => (key === 'odd' ? null : 0));
    expect(learns(scanner, '{"odd": 1}')).toBe(false);
  });

  it('finds objects in values only where it may', () => {
    const open = new ObjectScanner(1, (key) => (key === 'a' ? 0 : -1), true);
    const text = '{"a": 1, "b": {"c": [{}]}, "d": [{"e": 1}]}';
    expect(learns(open, text)).toBe(true);
    expect(values(open, text)).toEqual(['1']);
    expect(learns(scannerOf('a'), text)).toBe(false);
  });

  it('learns no more shapes when every object has its own', () => {
    const scanner = scannerOf('a');
    const learnt = Array.from({ length: 600 }, (_, at) => learns(scanner, `{"k${at}": 1}`));
    expect([learnt[0], learnt.at(-1)]).toEqual([true, false]);
  });

  it.each([
    ['another order of keys', '{"b": 2, "a": 1}'],
    ['another key', '{"a": 1, "c": 2}'],
    ['a key more', '{"a": 1, "b": 2, "c": 3}'],
    ['a key less', '{"a": 1}'],
    ['other spaces', '{"a":1,"b":2}'],
    ['a space at the end', '{"a": 1, "b": 2} '],
    ['an escape', '{"a": "\\u0031", "b": 2}'],
    ['an object', '{"a": {}, "b": 2}'],
    ['a leading zero', '{"a": 01, "b": 2}'],
    ['a fraction without digits', '{"a": 1., "b": 2}'],
    ['a sign alone', '{"a": -, "b": 2}'],
    ['a plus', '{"a": +1, "b": 2}'],
    ['a word', '{"a": truth, "b": 2}'],
    ['not a number', '{"a": NaN, "b": 2}'],
    ['a control character', '{"a": "\t", "b": 2}'],
    ['a text that does not end', '{"a": "1, "b": 2}'],
    ['a list that does not end', '{"a": [1, "b": 2}'],
    ['a comma too many in a list', '{"a": [1,], "b": 2}'],
    ['nothing after a comma', '{"a": 1, '],
    ['nothing', ''],
    ['something after the end', '{"a": 1, "b": 2}}'],
    ['an object in a list', '{"a": [{}], "b": 2}'],
  ])('leaves an object with %s to the parser', (_, text) => {
    const scanner = scannerOf('a', 'b');
    learns(scanner, '{"a": 1, "b": 2}');
    expect(values(scanner, text)).toBeNull();
  });

  it.each([
    '{}',
    '[1]',
    '1',
    '"a"',
    '{"a": {"b": 1}}',
    '{"ä": 1}',
    '{"a\\n": 1}',
    '{"a": 1',
    '{"a": 1, "a": 2}',
  ])('learns nothing from %s', (text) => {
    expect(learns(scannerOf('a'), text)).toBe(false);
  });

  it('accepts only what the parser accepts, and finds the same values', () => {
    const plain = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.oneof(fc.string({ maxLength: 4 }), fc.nat()), { maxLength: 3 }),
    );
    const noise = fc.option(
      fc.record({
        at: fc.nat(120),
        text: fc.constantFrom(
          '"',
          '\\',
          ',',
          ':',
          '}',
          '{',
          '[',
          ']',
          ' ',
          '\t',
          '0',
          '-',
          '.',
          'e',
          '\u0001',
          'ü',
        ),
      }),
      { nil: null },
    );
    const first = '{"a": "x", "b": 1, "c": true}';
    fc.assert(
      fc.property(plain, plain, plain, noise, (a, b, c, inserted) => {
        const text = `{"a": ${JSON.stringify(a)}, "b": ${JSON.stringify(b)}, "c": ${JSON.stringify(c)}}`;
        // As a file would hold it: half a character cannot be written.
        const line = encode(
          inserted === null
            ? text
            : text.slice(0, inserted.at) + inserted.text + text.slice(inserted.at),
        ).toString('utf8');
        const scanner = scannerOf('a', 'b', 'c');
        learns(scanner, first);
        const found = values(scanner, line);
        if (found === null) return;
        const parsed = JSON.parse(line) as Readonly<Record<string, unknown>>;
        expect(Object.keys(parsed)).toEqual(['a', 'b', 'c']);
        const read = ['a', 'b', 'c'].map((key, at) =>
          typeof parsed[key] === 'string' ? found[at] : JSON.parse(found[at]!),
        );
        expect(read).toEqual(Object.values(parsed));
      }),
      { seed: 1, numRuns: 3000 },
    );
  });
});
