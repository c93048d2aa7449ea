import fc from 'fast-check';

/**
 * What breaks naive readers: markers, names that every object has, characters that end lines or
 * strings, and sheer size.
 */
const nasty: readonly string[] = [
  '\0',
  '\uFEFF',
  '\u2028',
  '\ud800',
  '\r',
  '\n',
  '\r\n',
  '\t',
  '"',
  '""',
  "'",
  '\\',
  '\\u0000',
  '\\ud800',
  ',',
  ',,',
  ':',
  '::',
  ':::',
  '{',
  '}',
  '[',
  ']',
  '[]',
  '{}',
  'null',
  'true',
  '1e999',
  '-0',
  '1.0',
  'NaN',
  '9007199254740993',
  '"__proto__"',
  '"__proto__":{"polluted":1},',
  '"constructor":{"prototype":{"polluted":1}},',
  '"toString":1,',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '=1+1',
  '\u202e',
  'ÿþ',
  'Ã¤',
  '&a',
  '*a',
  '<<: *a',
  '!!js/function',
  '- ',
  '? ',
  '| ',
  '%YAML 9.9\n---\n',
];

/** Long ones are rarer: each costs as much as hundreds of the others. */
const huge: readonly string[] = [
  'x'.repeat(200_000),
  ' '.repeat(200_000),
  '"'.repeat(20_001),
  ','.repeat(50_000),
  '\n'.repeat(50_000),
  '['.repeat(20_000),
  '{"a":'.repeat(20_000),
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
  '9'.repeat(5000),
  '- '.repeat(3000),
];

/** Values that take the place of some value in a JSON text. */
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  [],
  {},
  [[]],
  [null],
  [[1, 2]],
  { value: null },
  { __proto__: null },
  'x'.repeat(5000),
  nested(200),
];

/** A sample that was damaged as text, changed as JSON, decoded wrongly, or replaced. */
export function mutatedText(samples: readonly string[]): fc.Arbitrary<string> {
  const sample = fc.constantFrom(...samples);
  const edits = fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(30),
      what: fc.oneof(
        { weight: 60, arbitrary: fc.constantFrom(...nasty) },
        { weight: 20, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom(...huge) },
      ),
      twice: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const damaged = fc.tuple(sample, edits).map(([text, list]) => list.reduce(edited, text));
  const changed = fc
    .tuple(
      sample,
      fc.array(
        fc.tuple(
          fc.nat(200),
          fc.constantFrom(...values),
          fc.constantFrom('set', 'remove', '__proto__', 'constructor', 'twice'),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([text, list]) =>
      list.reduce((own, [at, value, how]) => changedJson(own, at, value, how), text),
    );
  const misread = sample.map((text) => Buffer.from(text, 'utf8').toString('latin1'));
  const cut = fc
    .tuple(sample, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([text, at]) => text.slice(0, Math.floor(at * text.length)));
  const other = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.json({ maxDepth: 4 }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc.constantFrom(...huge),
  );
  const isJson = samples.some(
    (text) => parsed(text) !== undefined || text.split('\n').some((line) => isObject(parsed(line))),
  );
  return fc.oneof(
    { weight: 10, arbitrary: damaged },
    { weight: isJson ? 10 : 0, arbitrary: changed },
    { weight: 1, arbitrary: misread },
    { weight: 2, arbitrary: cut },
    { weight: 2, arbitrary: other },
  );
}

/** A binary sample in which bytes were changed, cut out or cut off. */
export function mutatedBytes(samples: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const edits = fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 0.9999, noNaN: true }),
      byte: fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.integer({ min: 0, max: 255 })),
      cut: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const damaged = fc
    .tuple(fc.constantFrom(...samples), edits, fc.nat(19))
    .map(([sample, list, dice]) => {
      const bytes = sample.slice();
      for (const { at, byte } of list) bytes[Math.floor(at * bytes.length)] = byte;
      return dice === 0 ? bytes.slice(0, Math.floor(list[0]!.at * bytes.length)) : bytes;
    });
  return fc.oneof(
    { weight: 12, arbitrary: damaged },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  );
}

interface Edit {
  readonly at: number;
  readonly length: number;
  readonly what: string;
  readonly twice: boolean;
}

function edited(text: string, { at, length, what, twice }: Edit): string {
  const start = Math.floor(at * text.length);
  const middle = twice ? text.slice(start, start + length).repeat(2) : '';
  return text.slice(0, start) + what + middle + text.slice(start + length);
}

/** The text with the value at some place of its first readable line, or of its whole, changed. */
function changedJson(text: string, at: number, value: unknown, how: string): string {
  const lines = text.split('\n');
  const whole = parsed(text);
  if (whole !== undefined) return JSON.stringify(changedAt(whole, at, value, how));
  const line = lines.findIndex((one) => parsed(one) !== undefined);
  return line < 0
    ? text
    : lines.with(line, JSON.stringify(changedAt(parsed(lines[line]!), at, value, how))).join('\n');
}

function changedAt(root: unknown, at: number, value: unknown, how: string): unknown {
  const places: { readonly holder: Record<string, unknown>; readonly key: string }[] = [];
  const visit = (holder: unknown): void => {
    if (holder === null || typeof holder !== 'object') return;
    for (const key of Object.keys(holder)) {
      places.push({ holder: holder as Record<string, unknown>, key });
      visit((holder as Record<string, unknown>)[key]);
    }
  };
  visit(root);
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined) return value;
  if (how === 'remove') Reflect.deleteProperty(place.holder, place.key);
  else if (how === 'set') place.holder[place.key] = value;
  else if (how === 'twice' && Array.isArray(place.holder))
    place.holder.push(place.holder[Number(place.key)]);
  else
    Object.defineProperty(place.holder, how, {
      value: { polluted: 1 },
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return root;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not every line of a sample is JSON.
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object';
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}
