import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenFaults, parseRow } from './jsonl.ts';

describe('parseRow', () => {
  it('gives the object as it stands', () => {
    expect(parseRow(' {"b": 1, "a": {"c": [true, null]}} ')).toEqual({
      ok: true,
      row: { b: 1, a: { c: [true, null] } },
    });
  });

  it.each([
    ['{bad', 'bad-json', 'expected JSON, got "{bad"'],
    ["{'a': 1}", 'bad-json', 'expected JSON, got "{\'a\': 1}"'],
    ['{"a": NaN}', 'bad-json', 'expected JSON, got "{\\"a\\": NaN}"'],
    ['{"a": 1} {"a": 2}', 'bad-json', 'expected JSON, got "{\\"a\\": 1} {\\"a\\": 2}"'],
    ['[1,2]', 'not-an-object', 'expected an object with named fields, got an array of 2'],
    ['3', 'not-an-object', 'expected an object with named fields, got 3'],
    ['null', 'not-an-object', 'expected an object with named fields, got null'],
    ['"text"', 'not-an-object', 'expected an object with named fields, got "text"'],
    ['{"a":1,"b":2,"a":1}', 'duplicate-key', 'the key a appears twice, expected each key once'],
    [
      '{"a" : 1, "b":2,"a"\t:\t3}',
      'duplicate-key',
      'the key a appears twice, expected each key once',
    ],
    [
      '{"grades":{"IRB":1,"IRB":2}}',
      'duplicate-key',
      'the key grades.IRB appears twice, expected each key once',
    ],
    [
      '{"rows":[{"a":1},{"b":1,"b":2}]}',
      'duplicate-key',
      'the key rows[1].b appears twice, expected each key once',
    ],
    ['{"a\\u0062":1,"ab":2}', 'duplicate-key', 'the key ab appears twice, expected each key once'],
    [
      '{"a":{"x":1},"a":{"x":1}}',
      'duplicate-key',
      'the key a appears twice, expected each key once',
    ],
    [
      '{"notes":"say \\"a\\": yes","a":1,"a":2}',
      'duplicate-key',
      'the key a appears twice, expected each key once',
    ],
  ])('refuses %s', (text, code, message) => {
    expect(parseRow(text)).toMatchObject({ ok: false, fault: { code, message } });
  });

  it.each([
    '{"notes":"the key \\"a\\": is named \\"a\\":","a":1}',
    '{"a":"a","b":"a"}',
    '{"x":{"a":1},"y":{"a":1},"a":1}',
    '{"list":[{"a":1},{"a":2}],"a":3}',
    '{"__proto__":1,"a":2}',
    '{"a":"back\\\\","b":"\\\\\\"a\\":"}',
    '{}',
  ])('does not take texts and keys of other objects for a key that is there twice: %s', (text) => {
    expect(parseRow(text).ok).toBe(true);
  });

  it('refuses nesting beyond 64 levels, however deep it is', () => {
    const nested = (levels: number): string =>
      `{"a":${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}}`;
    expect(parseRow(nested(64)).ok).toBe(true);
    for (const levels of [65, 50_000, 1_000_000])
      expect(parseRow(nested(levels))).toMatchObject({
        fault: { message: 'expected JSON, got a row nested more than 64 levels deep' },
      });
  });

  it.each([
    ['{"a":1234567890123456789012}', 'a is 1234567890123456789012'],
    ['{"a":{"b":[1,12345678901234567]}}', 'a.b[1] is 12345678901234567'],
    ['{"seconds":1e400}', 'seconds is 1e400'],
    ['{"a":-1E999}', 'a is -1E999'],
    ['{"a":1e-400}', 'a is 1e-400'],
  ])('refuses %s, which would become another number', (text, message) => {
    const read = parseRow(text);
    expect(read.ok ? '' : read.fault.message).toContain(message);
  });

  it('takes numbers that stay what they are', () => {
    const text = '{"a":9007199254740993.5,"b":18014398509481984,"c":0e-999,"d":1e21,"e":"1e400"}';
    expect(parseRow(text).ok).toBe(true);
  });

  it('refuses a key that is there twice wherever it is, and nothing else', () => {
    const key = fc.constantFrom('a', 'b', 'a":', '\\', 'ä', '__proto__');
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('1', '1.0', 'true', 'null', '"a\\": 1"', '":"', '"{"'),
        fc.array(tie('value'), { maxLength: 3 }).map((entries) => `[${entries.join(' ,')}]`),
        fc
          .array(fc.tuple(key, tie('value')), { maxLength: 4 })
          .map(
            (entries) =>
              `{${entries.map(([name, one]) => `${JSON.stringify(name)} :${one}`).join(',')}}`,
          ),
      ),
    }));
    fc.assert(
      fc.property(value, (text) => {
        const row = `{"row":${text}}`;
        expect(parseRow(row).ok).toBe(!hasDuplicate(row));
      }),
      { seed: 1, numRuns: 1000 },
    );
  });
});

describe('hiddenFaults', () => {
  it.each([
    [
      '{"relevance":1.0}',
      ['relevance is 1.0, expected a whole number, written without a fraction'],
    ],
    [
      '{"relevance" : 1e0 }',
      ['relevance is 1e0, expected a whole number, written without a fraction'],
    ],
    [
      '{"relevance":-1.50E+2}',
      ['relevance is -1.50E+2, expected a whole number, written without a fraction'],
    ],
    [
      '{"answers":{"relevance":2.0}}',
      ['answers.relevance is 2.0, expected a whole number, written without a fraction'],
    ],
    [
      '{"grades":{"IRB":1.0,"relevance":1}}',
      ['grades.IRB is 1.0, expected a whole number, written without a fraction'],
    ],
    [
      '{"note":"relevance","relevance":1.0}',
      ['relevance is 1.0, expected a whole number, written without a fraction'],
    ],
    [
      '{"relevance":1.0,"IRB":2.0}',
      [
        'relevance is 1.0, expected a whole number, written without a fraction',
        'IRB is 2.0, expected a whole number, written without a fraction',
      ],
    ],
    ['{"relevance":1.5}', []],
    ['{"relevance":1,"seconds":31.5}', []],
    ['{"relevance":1}', []],
    ['{"features":{"relevance":1.0},"relevance":1}', []],
    ['{"note":"\\"relevance\\": 1.0","relevance":1}', []],
    ['{"relevance":"1.0"}', []],
    ['{"relevance":[1.0]}', []],
  ])('in %s', (text, messages) => {
    expect(hiddenFaults(text, ['relevance', 'IRB']).map((one) => one.message)).toEqual(messages);
  });
});

/**
 * Whether a key is there twice, found by the reviver's opposite: a parser of its own that keeps
 * pairs.
 */
function hasDuplicate(text: string): boolean {
  let at = 0;
  let found = false;
  const space = (): void => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const string = (): string => {
    const start = at;
    at += 1;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    return JSON.parse(text.slice(start, at)) as string;
  };
  const value = (): void => {
    space();
    const open = text[at];
    if (open === '"') string();
    else if (open === '{' || open === '[') {
      const keys = new Set<string>();
      at += 1;
      space();
      while (text[at] !== '}' && text[at] !== ']') {
        if (open === '{') {
          const key = string();
          if (keys.has(key)) found = true;
          keys.add(key);
          space();
          at += 1;
        }
        value();
        space();
        if (text[at] === ',') at += 1;
        space();
      }
      at += 1;
    } else while (/[\w.+-]/.test(text[at] ?? '')) at += 1;
  };
  value();
  return found;
}
