import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * The examples in doc comments are run. An example is `@example expression // expected`, or a few
 * lines: statements, then expressions with
 * what is expected of them. All exports of the pure rooms can be used. What is expected is an
 * expression, possibly with prose after a comma,
 * a colon or a bracket (`0.5, as in the paper`); of an object it may be a part; alternatives are
 * joined by `or`; numbers are equal to 1e-9, or
 * rounded to what is written where that is three decimals or more. Pure prose says only that the
 * example runs.
 */
const rooms = ['domain', 'statistics', 'truth', 'formats', 'release', 'evaluation'];

describe('the examples in doc comments', async () => {
  const modules = await pureModules();
  const everything = Object.assign({}, ...modules.map((module) => module.exports)) as Readonly<
    Record<string, unknown>
  >;
  const examples = modules.flatMap((module) =>
    examplesIn(module.text).map((lines) => ({
      file: module.file,
      scope: { ...everything, ...module.exports },
      lines,
    })),
  );

  it('are there', () => {
    expect(examples.length).toBeGreaterThan(30);
  });

  it.each(examples)('$file: $lines.0', ({ scope, lines }) => {
    const statements: string[] = [];
    for (const line of lines) {
      const { code, expected } = parts(line);
      if (expected === null && code.endsWith(';')) statements.push(code);
      else {
        const actual = plain(evaluate(scope, statements, code));
        const wanted = expected === null ? [] : expectedValues(expected);
        if (wanted.length > 0 && !wanted.some((value) => agrees(actual, value)))
          expect(actual, line).toEqual(wanted.map((value) => value.value));
      }
    }
  });
});

interface PureModule {
  readonly file: string;
  readonly text: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

function pureModules(): Promise<readonly PureModule[]> {
  const files = rooms.flatMap((room) =>
    readdirSync(new URL(`../src/${room}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${room}/${name}`),
  );
  return Promise.all(
    files.map(async (file) => {
      const url = new URL(`../src/${file}`, import.meta.url);
      return {
        file,
        text: readFileSync(url, 'utf8'),
        exports: (await import(url.href)) as Readonly<Record<string, unknown>>,
      };
    }),
  );
}

/**
 * The lines of each example, without the stars of the comment and without lines that are only a
 * comment.
 */
function examplesIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/^ \* @example(.*(?:\n \*(?!\/| @).*)*)/gm)].map((match) =>
    match[1]!
      .split('\n')
      .map((line) => line.replace(/^ \*/, '').trim())
      .filter((line) => line !== '' && !line.startsWith('//')),
  );
}

function parts(line: string): { readonly code: string; readonly expected: string | null } {
  const at = line.lastIndexOf(' // ');
  return at < 0
    ? { code: line, expected: null }
    : { code: line.slice(0, at).trim(), expected: line.slice(at + 4).trim() };
}

function evaluate(
  scope: Readonly<Record<string, unknown>>,
  statements: readonly string[],
  code: string,
): unknown {
  const names = Object.keys(scope).filter(
    (name) =>
      !statements.some((statement) => new RegExp(`\\b(const|let) ${name}\\b`).test(statement)),
  );
  return (
    new Function(
      ...names,
      `"use strict"; ${statements.join('\n')}\nreturn (${code.replace(/;$/, '')});`,
    ) as (...values: unknown[]) => unknown
  )(...names.map((name) => scope[name]));
}

/**
 * A value that is expected, with the text that it was written as, which tells how precise its
 * numbers are.
 */
interface Expected {
  readonly value: unknown;
  readonly text: string;
}

/** The values that a text allows; none when it is prose. */
function expectedValues(text: string): readonly Expected[] {
  const literal = text.replace(/\b\w+Array \[/g, '[').replace(/,? … ?(?=[}\]])/g, ' ');
  const whole = valueOf(literal);
  if (whole !== null) return [whole];
  const alternatives = literal.split(' or ').map(valueOf);
  if (alternatives.length > 1 && alternatives.every((one) => one !== null)) return alternatives;
  const cuts = [...literal.matchAll(/[,:] | \(/g)].map((match) => match.index).toReversed();
  for (const cut of cuts) {
    const value = valueOf(literal.slice(0, cut));
    if (value !== null) return [value];
  }
  return [];
}

function valueOf(text: string): Expected | null {
  try {
    return { value: evaluate({}, [], text), text };
  } catch {
    // Prose is no expression.
    return null;
  }
}

/** Typed arrays as lists, sets and maps as their entries. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value) || value instanceof Set || value instanceof Map)
    return [...(value as Iterable<unknown> & ArrayBufferView)].map(plain);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plain(entry)]));
}

function agrees(actual: unknown, { value, text }: Expected): boolean {
  if (typeof value === 'number' && typeof actual === 'number')
    return (
      Math.abs(actual - value) <= 1e-9 * Math.max(1, Math.abs(value)) ||
      isRounded(actual, value, text)
    );
  if (Array.isArray(value))
    return (
      Array.isArray(actual) &&
      actual.length === value.length &&
      value.every((entry, at) => agrees(actual[at], { value: entry, text }))
    );
  if (value === null || typeof value !== 'object') return Object.is(actual, value);
  return (
    actual !== null &&
    typeof actual === 'object' &&
    Object.entries(value).every(([key, entry]) =>
      agrees((actual as Record<string, unknown>)[key], { value: entry, text }),
    )
  );
}

function isRounded(actual: number, value: number, text: string): boolean {
  const decimals =
    (text.match(/\d+\.\d+/g) ?? [])
      .find((written) => Number(written) === Math.abs(value))
      ?.split('.')[1]?.length ?? 0;
  return decimals >= 3 && Math.abs(actual - value) <= 0.5 * 10 ** -decimals * (1 + 1e-9);
}
