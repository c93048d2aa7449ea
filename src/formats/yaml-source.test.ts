import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schemaFaults } from './schema-faults.ts';
import { parseYaml } from './yaml-source.ts';

describe('parseYaml', () => {
  it('knows the line of every key and entry, and of the nearest parent where a path leads nowhere', () => {
    const source = parsed('a:\n  b: 1\n\n  c:\n    - x\n    - y: 2\n# end\nd: { e: [1, 2] }\n');
    expect(
      [
        ['a'],
        ['a', 'b'],
        ['a', 'c'],
        ['a', 'c', 0],
        ['a', 'c', 1],
        ['a', 'c', 1, 'y'],
        ['d', 'e', 1],
      ].map(source.lineOf),
    ).toEqual([1, 2, 4, 5, 6, 6, 8]);
    expect([['a', 'zzz'], ['a', 'c', 7], ['zzz'], []].map(source.lineOf)).toEqual([1, 4, 1, 1]);
  });

  it('drops a byte order mark and reads CRLF', () => {
    expect(parsed('\uFEFFa: 1\r\nb: x\r\n').value).toEqual({ a: 1, b: 'x' });
    expect(parsed('\uFEFFa: 1\r\nb: x\r\n').lineOf(['b'])).toBe(2);
  });

  it('reads yes and no as texts, as YAML 1.2 does', () => {
    expect(parsed('[yes, no, on, true]').value).toEqual(['yes', 'no', 'on', true]);
  });

  it.each([
    [
      'a: 1\nb: 2\na: 3\n',
      [[3, 'duplicate-key', 'the key a appears twice, expected each key once']],
    ],
    [
      'a: { b: 1, b: 2 }\n',
      [[1, 'duplicate-key', 'the key b appears twice, expected each key once']],
    ],
    ['a: 1\n---\nb: 2\n', [[2, 'bad-yaml', 'a second document starts here, expected one']]],
    ['a:\n\tb: 1\n', [[2, 'bad-yaml', 'expected YAML: Tabs are not allowed as indentation']]],
    [
      'a: [1, 2\nb: 3\n',
      [
        [
          2,
          'bad-yaml',
          'expected YAML: Flow sequence in block collection must be sufficiently indented ' +
            'and end with a ]',
        ],
      ],
    ],
    [
      'a: 1\nb: *nothing\n',
      [[2, 'bad-yaml', '*nothing refers to nothing, expected &nothing before it']],
    ],
  ])('refuses %j with its line', (text, expected) => {
    const read = parseYaml(text);
    expect(
      read.ok
        ? []
        : read.faults.slice(0, expected.length).map((one) => [one.line, one.code, one.message]),
    ).toEqual(expected);
  });

  it('refuses aliases that explode', () => {
    const levels = Array.from(
      { length: 9 },
      (_, at) =>
        `a${at + 1}: &a${at + 1} [${Array.from({ length: 9 }, () => `*a${at}`).join(', ')}]`,
    );
    const read = parseYaml(['a0: &a0 [x, x, x, x, x, x, x, x, x]', ...levels].join('\n'));
    expect(read).toMatchObject({
      ok: false,
      faults: [
        {
          code: 'bad-yaml',
          message: 'the aliases (*) expand without limit, expected the values themselves',
        },
      ],
    });
  });

  it('lets a few aliases be', () => {
    expect(parsed('a: &a [1, 2]\nb: *a\n').value).toEqual({ a: [1, 2], b: [1, 2] });
  });
});

describe('a schema', () => {
  const schema = z.strictObject({
    name: z.string().min(2),
    count: z.int().positive().optional(),
    share: z.number().gt(0).lt(1).optional(),
    kind: z.enum(['a', 'b', 'c']).default('a'),
    list: z.array(z.string()).min(2).max(3).optional(),
    form: z
      .union([
        z.literal('plain'),
        z.strictObject({ rows: z.int() }),
        z.strictObject({ columns: z.array(z.int()) }),
      ])
      .optional(),
  });

  const messages = (text: string): readonly string[] => {
    const { value, lineOf } = parsed(text);
    const { error } = schema.safeParse(value, { reportInput: true });
    return schemaFaults(error?.issues ?? [], lineOf).map((one) => `${one.line} ${one.message}`);
  };

  it('finds nothing in a text that fits', () => {
    expect(messages('name: abc\n')).toEqual([]);
  });

  it.each([
    ['{}', ['1 name is missing, expected a text']],
    ['', ['1 the file is empty, expected named entries']],
    ['- a', ['1 the file is an array of 1, expected named entries']],
    ['name: 12', ['1 name is 12, expected a text in quotes']],
    ['name: true', ['1 name is true, expected a text in quotes']],
    ['name: x', ['1 name is "x", expected at least 2 characters']],
    ['name: xx\ncount: 0', ['2 count is 0, expected more than 0']],
    ['name: xx\ncount: 1.5', ['2 count is 1.5, expected a whole number']],
    ['name: xx\ncount: "3"', ['2 count is "3", expected a number']],
    ['name: xx\nshare: 1', ['2 share is 1, expected less than 1']],
    ['name: xx\nshare: .nan', ['2 share is NaN, expected a number']],
    ['name: xx\nkind: d', ['2 kind is "d", expected a, b or c']],
    ['name: xx\nlist: [a]', ['2 list is an array of 1, expected at least 2 entries']],
    ['name: xx\nlist: [a, b, c, d]', ['2 list is an array of 4, expected at most 3 entries']],
    ['name: xx\nlist:\n  - a\n  - 2\n', ['4 list.1 is 2, expected a text in quotes']],
    ['name: xx\nlist: a', ['2 list is "a", expected a list']],
    [
      'name: xx\nextra: 1\nmore: 2',
      [
        '2 extra is unknown here; check the spelling, or remove it',
        '3 more is unknown here; check the spelling, or remove it',
      ],
    ],
    ['name: xx\nform: odd', ['2 form is "odd", expected plain or named entries']],
    [
      'name: xx\nform: { row: 1 }',
      ['2 form is an object, expected plain, { rows: … } or { columns: … }'],
    ],
    ['name: xx\nform: { rows: x }', ['2 form.rows is "x", expected a number']],
    [
      'name: xx\nform: { rows: 1, cols: 2 }',
      ['2 form.cols is unknown here; check the spelling, or remove it'],
    ],
    ['name: xx\nform:\n  columns: [1, x]', ['3 form.columns.1 is "x", expected a number']],
  ])('says what is wrong with %j', (text, expected) => {
    expect(messages(text)).toEqual(expected);
  });

  it('tells all faults at once', () => {
    expect(messages('count: x\nkind: d\nextra: 1\n')).toEqual([
      '1 name is missing, expected a text',
      '1 count is "x", expected a number',
      '2 kind is "d", expected a, b or c',
      '3 extra is unknown here; check the spelling, or remove it',
    ]);
  });
});

function parsed(text: string): {
  readonly value: unknown;
  lineOf(path: readonly PropertyKey[]): number;
} {
  const read = parseYaml(text);
  if (!read.ok) throw new Error(read.faults.map((one) => one.message).join('; '));
  return read.value;
}

describe('a YAML text of very many keys', () => {
  it('is read, and the key that appears twice among them is found with its line', () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `key${at}: { a: ${at} }\n`);
    expect(parseYaml(keys.join('')).ok).toBe(true);
    const twice = parseYaml(`${keys.join('')}key7: 1\nlast: { b: 1, b: 2 }\n`);
    expect(
      twice.ok ? [] : twice.faults.map(({ code, values, line }) => [code, values, line]),
    ).toEqual([
      ['duplicate-key', { field: 'key7' }, 20_001],
      ['duplicate-key', { field: 'b' }, 20_002],
    ]);
  });

  it('takes a number and the same number in quotes for one key', () => {
    expect(parseYaml('1: a\n"1": b\n').ok).toBe(false);
    expect(parseYaml('? [1]\n: a\n? [1, 2]\n: b\n').ok).toBe(true);
  });
});
