import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowScanner } from './row-scanner.ts';

const encode = (text: string): Buffer => Buffer.from(text, 'utf8');

function learnt(text: string): RowScanner | null {
  const bytes = encode(text);
  return RowScanner.learn(bytes, 0, bytes.length);
}

/**
 * The values that a scanner finds in a line, as texts; null when it leaves the line to the parser.
 */
function values(scanner: RowScanner, text: string): readonly string[] | null {
  // What stands around the line in a buffer is none of its business.
  const bytes = encode(`,"x":1}${text},"x":1}"`);
  if (!scanner.scan(bytes, 7, 7 + encode(text).length)) return null;
  return scanner.keys.map((_, key) =>
    bytes.toString('utf8', scanner.starts[key]!, scanner.ends[key]!),
  );
}

const row =
  '{"id": "u1", "n": 12.5, "on": true, "off": false, "none": null, "list": ["a", 1, -2.5], "empty": []}';

describe('the scanner of rows', () => {
  it('learns the keys of a row and finds the values of others with the same form', () => {
    const scanner = learnt(row)!;
    expect(scanner.keys).toEqual(['id', 'n', 'on', 'off', 'none', 'list', 'empty']);
    expect([scanner.indexOf('list'), scanner.indexOf('lost')]).toEqual([5, -1]);
    expect(values(scanner, row)).toEqual([
      'u1',
      '12.5',
      'true',
      'false',
      'null',
      '["a", 1, -2.5]',
      '[]',
    ]);
    expect(
      values(
        scanner,
        '{"id": "größe, \'x\': 1", "n": -0, "on": "text", "off": 7, "none": [], "list": "", "empty": true}',
      ),
    ).toEqual(["größe, 'x': 1", '-0', 'text', '7', '[]', '', 'true']);
    expect([...scanner.kinds.subarray(0, 3)].map((kind) => String.fromCharCode(kind))).toEqual([
      '"',
      '-',
      '"',
    ]);
  });

  it('keeps the form when the buffer that it was learnt from is used again', () => {
    const bytes = encode('{"a": 1, "b": 2}');
    const scanner = RowScanner.learn(bytes, 0, bytes.length)!;
    bytes.write('{"b": 1, "a": 2}');
    expect(scanner.scan(bytes, 0, bytes.length)).toBe(false);
    expect(values(scanner, '{"a": 3, "b": 4}')).toEqual(['3', '4']);
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
    ['a list in a list', '{"a": [[]], "b": 2}'],
    ['an exponent', '{"a": 1e0, "b": 2}'],
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
  ])('leaves a line with %s to the parser', (_, text) => {
    expect(values(learnt('{"a": 1, "b": 2}')!, text)).toBeNull();
  });

  it.each([
    '{}',
    '[1]',
    '1',
    '"a"',
    '{"a": {"b": 1}}',
    '{"ä": 1}',
    '{"": 1}',
    '{"a\\n": 1}',
    '{"a"\t: 1}',
    '{"a": 1',
  ])('learns nothing from %s', (text) => {
    expect(learnt(text)).toBeNull();
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
        const found = values(learnt(first)!, line);
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

  it('compares values with bytes', () => {
    const scanner = learnt('{"who": "anna", "n": 1}')!;
    const bytes = encode('{"who": "anna", "n": 1}');
    scanner.scan(bytes, 0, bytes.length);
    expect(
      ['anna', 'ann', 'annab', 'Anna'].map((name) => scanner.is(bytes, 0, encode(name))),
    ).toEqual([true, false, false, false]);
  });
});
