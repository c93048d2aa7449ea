import fc from 'fast-check';

/**
 * JSON texts of rows that a parser must look at closely: keys that appear twice (also in an escaped
 * spelling), escapes, halves of surrogate pairs, numbers in other spellings or beyond what a number
 * holds, white space, and rows that are cut off.
 */
export function mutatedRow(row: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  const keys = Object.keys(row);
  const member = (key: string, written: string): string => `${JSON.stringify(key)}:${written}`;
  const plain = (key: string): string => member(key, JSON.stringify(row[key]));
  const value = fc.constantFrom(
    'true',
    'null',
    '1',
    '1.0',
    '1e0',
    '-0',
    '12345678901234567890123',
    '1e400',
    '1e-400',
    '""',
    '" x "',
    '"\\u0061"',
    '"\\ud800"',
    '"\\ud83d\\ude00"',
    '"\u{1F600}"',
    '"\uFEFFx"',
    '"\\u0000"',
    '["yes"]',
    '{"toString":1}',
    '{"a":1,"a":2}',
    '[[[[]]]]',
    'TRUE',
    '01',
  );
  const changed = fc.tuple(fc.constantFrom(...keys), value).map(([key, written]) => {
    return `{${keys.map((own) => (own === key ? member(own, written) : plain(own))).join(',')}}`;
  });
  const twice = fc
    .tuple(fc.constantFrom(...keys), fc.nat(keys.length), fc.boolean(), value)
    .map(([key, at, isEscaped, written]) => {
      const spelled = isEscaped ? `"${escaped(key)}":${written}` : member(key, written);
      const members = keys.map(plain);
      return `{${[...members.slice(0, at), spelled, ...members.slice(at)].join(',')}}`;
    });
  const spaced = fc
    .array(fc.constantFrom('', ' ', '\t', '  '), { minLength: 4, maxLength: 4 })
    .map(([a, b, c, d]) => `${a}{${b}${keys.map(plain).join(`${c},${d}`)}${a}}${b}`);
  const cut = fc
    .nat(keys.map(plain).join(',').length)
    .map((length) => `{${keys.map(plain).join(',')}}`.slice(0, length + 1));
  const reordered = fc
    .shuffledSubarray(keys, { minLength: keys.length })
    .map((order) => `{${order.map(plain).join(',')}}`);
  const blank = fc.constantFrom('', '   ', '\u00A0', '\r');
  return fc.oneof(changed, changed, twice, twice, spaced, reordered, cut, blank);
}

function escaped(key: string): string {
  const first = key.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${first}${key.slice(1)}`;
}
