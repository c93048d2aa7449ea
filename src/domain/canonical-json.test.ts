import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('sorts keys by code unit at every depth and leaves out what is undefined', () => {
    expect(canonicalJson({ ä: 1, b: { d: 1, c: undefined }, a: [{ y: 1, x: 2 }], B: null })).toBe(
      '{"B":null,"a":[{"x":2,"y":1}],"b":{"d":1},"ä":1}',
    );
  });

  it('writes an undefined entry of a list as null, as JSON does', () => {
    expect(canonicalJson([undefined, 1])).toBe('[null,1]');
  });

  it('means the same as the value, whatever the order of its keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.stringify(JSON.parse(text))).toBe(
          JSON.stringify(JSON.parse(canonicalJson(reversed(value)))),
        );
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 1 },
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, entry]) => [key, reversed(entry)]),
  );
}
