import { describe, expect, it } from 'vitest';
import { parseJsonBody } from './json-body.ts';

describe('the body of a request', () => {
  it('is read as JSON, and nothing is nothing', () => {
    expect(parseJsonBody('{"a":[1,"]}"]}')).toEqual({ a: [1, ']}'] });
    expect(parseJsonBody('')).toBeUndefined();
  });

  it('is refused when it is not JSON', () => {
    expect(() => parseJsonBody('{a:1}')).toThrow('expected JSON');
  });

  it('is refused when it is nested too deep, also when brackets stand in texts', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseJsonBody(nested(64))).toHaveLength(1);
    expect(() => parseJsonBody(nested(65))).toThrow('64 levels deep');
    expect(() => parseJsonBody('{"a":'.repeat(100_000))).toThrow('64 levels deep');
    expect(parseJsonBody(JSON.stringify(['['.repeat(200), '\\"'.repeat(100)]))).toHaveLength(2);
  });

  it('is refused when it names the prototype, however that is written', () => {
    expect(() => parseJsonBody('{"__proto__":{"role":"lead"}}')).toThrow('__proto__');
    expect(() => parseJsonBody('{"\\u005f_proto__":{"role":"lead"}}')).toThrow('__proto__');
  });
});
