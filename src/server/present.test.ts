import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { camelCase, presenter } from './present.ts';

describe('what is sent', () => {
  it('is what the schema names, under its names, and nothing else', () => {
    const present = presenter(
      z.object({ created_at: z.string(), inner: z.object({ per_unit: z.number() }) }),
    );
    expect(
      present({ createdAt: 'now', inner: { perUnit: 3, secret: 'x' }, password: 'y' }),
    ).toEqual({ created_at: 'now', inner: { per_unit: 3 } });
  });

  it('keeps the keys of records, which are content', () => {
    const present = presenter(z.object({ answers: z.record(z.string(), z.unknown()) }));
    expect(present({ answers: { topically_relevant: true, camelKey: 1 } })).toEqual({
      answers: { topically_relevant: true, camelKey: 1 },
    });
  });

  it('leaves out what is not there, and keeps null', () => {
    const present = presenter(
      z.object({
        a: z.string().nullable(),
        b: z.string().optional(),
        list: z.array(z.object({ c_d: z.number() })).optional(),
      }),
    );
    expect(present({ a: null })).toEqual({ a: null });
    expect(present({ a: null, list: [{ cD: 1, e: 2 }] })).toEqual({ a: null, list: [{ c_d: 1 }] });
  });

  it('has the shape that the discriminator tells', () => {
    const present = presenter(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), one: z.number() }),
        z.object({ kind: z.literal('b'), two: z.number() }),
      ]),
    );
    expect(present({ kind: 'b', one: 1, two: 2 })).toEqual({ kind: 'b', two: 2 });
    expect(() => present({ kind: 'c' })).toThrow('unknown kind c');
  });

  it('may be a plain value or one shape', () => {
    const present = presenter(z.union([z.string(), z.record(z.string(), z.string())]));
    expect([present('text'), present({ en: 'text' })]).toEqual(['text', { en: 'text' }]);
    expect(() => presenter(z.union([z.object({}), z.array(z.string())]))).toThrow('several shapes');
    expect(() => presenter(z.date())).toThrow('cannot hold a date');
  });

  it('names numbers in names too', () => {
    expect(camelCase('ndcg_10_at')).toBe('ndcg10At');
  });
});
