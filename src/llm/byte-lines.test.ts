import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLines } from './byte-lines.ts';
import { keyRemover, scrubber } from './scrub.ts';

async function* cut(text: string, places: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  let from = 0;
  for (const end of ends) {
    yield await Promise.resolve(bytes.subarray(from, end));
    from = end;
  }
}

async function splitAt(text: string, places: readonly number[]) {
  const lines: string[] = [];
  let rest = '';
  for await (const part of byteLines(cut(text, places)))
    if (part.kind === 'lines') lines.push(...part.texts);
    else rest = part.text;
  return { lines, rest };
}

describe('lines of bytes', () => {
  it('are the same wherever the chunks are cut, also inside of a letter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[aé漢😀 ]{0,12}$/u), { maxLength: 6 }),
        fc.stringMatching(/^[a漢]{0,5}$/u),
        fc.array(fc.nat(80), { maxLength: 8 }),
        async (lines, rest, places) => {
          const text = lines.map((line) => `${line}\n`).join('') + rest;
          expect(await splitAt(text, places)).toEqual({ lines, rest });
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });

  it('end at line feeds alone, without the carriage return before one', async () => {
    expect(await splitAt('a\u2028b\r\nc\u0085\n', [])).toEqual({
      lines: ['a\u2028b', 'c\u0085'],
      rest: '',
    });
  });
});

describe('a text without keys', () => {
  it('has neither the key itself nor what looks like one', () => {
    const scrub = scrubber('my-own-secret');
    expect(scrub('key my-own-secret, sk-proj-AbC_123456, Authorization: Bearer abc.def')).toBe(
      'key [key], [key], Authorization: Bearer [key]',
    );
    expect(scrub('the keyboard of a risk-averse sk-8')).toBe('the keyboard of a risk-averse sk-8');
  });

  it('keeps every other letter of a body, which may quote what looks like a key', () => {
    const body =
      '{"evidence":"key-personnel sk-0123456789abcdef Bearer token","said":"my-own-secret"}';
    expect(keyRemover('my-own-secret')(body)).toBe(body.replace('my-own-secret', '[key]'));
    expect(keyRemover(null)(body)).toBe(body);
  });
});
