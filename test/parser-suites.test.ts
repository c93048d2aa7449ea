import { describe, expect, it } from 'vitest';
import { readJsonText } from '../src/formats/json-rows.ts';
import { readJson } from '../src/formats/json-value.ts';
import { parseRow } from '../src/formats/jsonl.ts';
import { readTable } from '../src/formats/table-text.ts';
import { parseYaml } from '../src/formats/yaml-source.ts';

/*
 * The ideas of the public suites for parsers in texts of our own: what every reader takes, what it
 * refuses, and where readers differ. https://github.com/nst/JSONTestSuite,
 * https://github.com/max-mapper/csv-spectrum, https://github.com/yaml/yaml-test-suite
 */

describe('JSON that every reader takes', () => {
  it.each([
    '0',
    '-0',
    '-1.5e+2',
    '0.1e1',
    '20e1',
    '123456789012345',
    '""',
    '" "',
    '"\\u00e4\\uD83D\\ude00"',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"\u2028\u2029\u007f\uffff\u{10ffff}"',
    '"\\u0000"',
    '[]',
    '[ ]',
    ' [1 ,\t2\r\n] ',
    '[[],[[]]]',
    '[null,true,false]',
    '{}',
    '{"":0}',
    '{"a":[{"b":{}}]}',
    '{"a\\u0000b":1}',
    '{"__proto__":1,"constructor":2,"toString":3}',
  ])('%j', (text) => {
    expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
  });
});

describe('JSON that every reader refuses', () => {
  it.each([
    '',
    ' ',
    '﻿',
    'a',
    "'a'",
    '"',
    '"a',
    '"\\x"',
    '"\\u12"',
    '"\\uD8"',
    '"	"',
    '"a\nb"',
    '"\0"',
    '"\\"',
    '01',
    '-',
    '--1',
    '+1',
    '.5',
    '1.',
    '1.e1',
    '1e',
    '1e+',
    '0x1',
    '1_0',
    'NaN',
    'Infinity',
    '-Infinity',
    'nul',
    'nulll',
    'True',
    'undefined',
    '-foo',
    '1 2',
    '１',
    '[',
    ']',
    '[1',
    '[1,',
    '[,1]',
    '[1,]',
    '[1,,2]',
    '[1 2]',
    '[1]]',
    '[1]x',
    '[*]',
    '[1}',
    '{',
    '}',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,}',
    '{,"a":1}',
    '{"a" 1}',
    '{"a"::1}',
    '{a:1}',
    "{'a':1}",
    '{1:1}',
    '{null:1}',
    '{"a":1 "b":2}',
    '{"a":1}}',
    '{"a":1}#x',
    '{"a":/**/1}',
    '// x\n{}',
    '{"a":1}/**/',
    '\xA0{}',
    '{}⁠',
    '<null>',
    '[\f1]',
  ])('%j', (text) => {
    const read = readJson(text);
    expect(read).toMatchObject({ ok: false, faults: [{ code: 'bad-json' }] });
    // The same as a line, an entry of an array and the value of a key.
    expect(parseRow(`{"a":${text}}`).ok && !JSON.parse(`{"a":${text}}`)).toBe(false);
    expect(readJsonText(`[{"a":1},{"b":${text}}]`).faults.length > 0 || isHarmless(text)).toBe(
      true,
    );
  });

  /** Closes or continues what stands around it: no fault of the whole. */
  function isHarmless(text: string): boolean {
    try {
      JSON.parse(`[{"a":1},{"b":${text}}]`);
      return true;
    } catch {
      return false;
    }
  }
});

describe('JSON that readers differ on', () => {
  it.each(['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"b":[{"a":1,"a":2}]}'])(
    '%s has a key twice and is refused',
    (text) => {
      expect(readJson(text)).toMatchObject({ ok: false, faults: [{ code: 'duplicate-key' }] });
    },
  );

  it.each(['1e400', '-1e400', '1e-400', '1234567890123456789012', '-9007199254740993'])(
    '%s would change and is refused',
    (text) => {
      expect(readJson(`{"a":${text}}`).ok).toBe(false);
      expect(readJson(`{"a":"${text}"}`).ok).toBe(true);
    },
  );

  it.each(['9007199254740992', '0.1', '1e22', '-0.0', '1E-7'])('%s stays and is taken', (text) => {
    expect(readJson(text)).toEqual({ ok: true, value: Number(text) });
  });

  it('halves of characters are read, and refused where they would be kept', () => {
    expect(readJson('"\\ud800"')).toEqual({ ok: true, value: '\ud800' });
  });

  it('a mark at the beginning of a file is passed over, anywhere else it is a fault', () => {
    expect(readJsonText('\uFEFF{"a":1}').rows.map(({ row }) => row)).toEqual([{ a: 1 }]);
    expect(readJsonText('{"a":1}\n\uFEFF{"a":2}').faults).toMatchObject([{ code: 'bad-json' }]);
  });

  it('a hundred thousand brackets are one fault', () => {
    for (const text of [
      '['.repeat(100_000),
      '{"a":'.repeat(100_000),
      `${'['.repeat(1e5)}${']'.repeat(1e5)}`,
    ])
      expect(readJson(text)).toMatchObject({ ok: false, faults: [{ code: 'bad-json' }] });
  });
});

describe('tables', () => {
  it.each<readonly [what: string, text: string, rows: readonly (readonly string[])[]]>([
    ['plain', 'a,b\n1,2\n', [['1', '2']]],
    [
      'with CRLF',
      'a,b\r\n1,2\r\n3,4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['with commas in quotes', 'a,b\n"x, y",2\n', [['x, y', '2']]],
    ['with quotes in quotes', 'a,b\n"say ""yes""",""""\n', [['say "yes"', '"']]],
    ['with line breaks in quotes', 'a,b\n"1\n2","3\r\n4"\n', [['1\n2', '3\r\n4']]],
    ['with quotes and line breaks', 'a,b\n"\n""x""\n",\n', [['\n"x"\n', '']]],
    [
      'with empty fields',
      'a,b,c\n1,"",\n,,3\n',
      [
        ['1', '', ''],
        ['', '', '3'],
      ],
    ],
    ['with JSON in a field', 'a,b\n1,"{""x"": [1, ""y""]}"\n', [['1', '{"x": [1, "y"]}']]],
    ['with letters of all kinds', 'a,b\nä,ʤ😀\n', [['ä', 'ʤ😀']]],
    ['with spaces', 'a,b\n 1 , 2\n', [[' 1 ', ' 2']]],
    ['without rows', 'a,b\n', []],
    ['with semicolons', 'a;b\n1,5;2\n', [['1,5', '2']]],
    ['with tabs', 'a\tb\n1,5\t2;3\n', [['1,5', '2;3']]],
  ])('%s are read as they were meant', (_, text, rows) => {
    const read = readTable(text, { delimiter: 'auto', header: true });
    expect([read.rows.map(({ fields }) => fields), read.faults]).toEqual([rows, []]);
  });

  it.each(['a,b\n1\n', 'a,b\n1,2,3\n', 'a,b\n"1,2\n', 'a,b\n"1"x,2\n', 'a,a\n1,2\n'])(
    '%j are refused with the line',
    (text) => {
      const { faults } = readTable(text);
      expect(faults).not.toEqual([]);
      for (const { line } of faults) expect(line).toBeGreaterThan(0);
    },
  );
});

describe('YAML', () => {
  const value = (text: string): unknown => {
    const read = parseYaml(text);
    return read.ok ? read.value.value : read.faults.map(({ code, line }) => [code, line]);
  };

  it.each<readonly [text: string, expected: unknown]>([
    ['a: 1\nb: [x, y]\nc: { d: e }', { a: 1, b: ['x', 'y'], c: { d: 'e' } }],
    ['- a\n-\n  - b\n- - c', ['a', ['b'], ['c']]],
    ['a: |\n  x\n   y\n\n  z\nb: >-\n  x\n  y', { a: 'x\n y\n\nz\n', b: 'x y' }],
    ["a: \"x\\ty\\u00e4\"\nb: 'it''s'\nc: plain # note", { a: 'x\tyä', b: "it's", c: 'plain' }],
    [
      'a: no\nb: Yes\nc: on\nd: ~\ne: null\nf: true',
      { a: 'no', b: 'Yes', c: 'on', d: null, e: null, f: true },
    ],
    ['a: 010\nb: 0o10\nc: 0x10\nd: 1_0\ne: 1e3', { a: 10, b: 8, c: 16, d: '1_0', e: 1000 }],
    ['a: 12:30:45\nb: 2026-03-02\nc: =', { a: '12:30:45', b: '2026-03-02', c: '=' }],
    ['x: &n { a: 1 }\ny: *n', { x: { a: 1 }, y: { a: 1 } }],
    ['"a: b": c\n? d\n: e', { 'a: b': 'c', d: 'e' }],
    ['---\na: 1\n...\n', { a: 1 }],
    ['a:\n# note\n  b: 1', { a: { b: 1 } }],
    ['"__proto__": 1', JSON.parse('{"__proto__":1}')],
  ])('%j is read as YAML 1.2 says', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it.each<readonly [text: string, line: number]>([
    ['a: 1\na: 2', 2],
    ['a:\n\tb: 1', 2],
    ['a: [1', 1],
    ['a: "x', 1],
    ['a: b: c', 1],
    ['a: 1\n b: 2', 1],
    ['a: *none', 1],
    ['a: 1\n---\nb: 2', 2],
    ['- a\nb: 1', 2],
    ['a: @x', 1],
    ['a: `x', 1],
  ])('%j is refused with its line', (text, line) => {
    const found = value(text) as readonly (readonly [string, number])[];
    expect(found.map(([code]) => code)).toSatisfy((codes: readonly string[]) =>
      codes.every((code) => code === 'bad-yaml' || code === 'duplicate-key'),
    );
    expect(found[0]?.[1]).toBe(line);
  });
});
