import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkRequest } from './check-request.ts';

const schema = z.strictObject({ name: z.string(), count: z.coerce.number() });

describe('a request', () => {
  it('is given as the schema reads it', () => {
    expect(checkRequest(schema, { name: 'a', count: '3' })).toEqual({ name: 'a', count: 3 });
  });

  it.each([null, 'text', 7, true, undefined, ['a']])('is an object, not %j', (got) => {
    expect(() => checkRequest(schema, got)).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ code: 'not-an-object' })] }),
    );
  });

  it('has all its faults told together, each as it was sent', () => {
    expect(() => checkRequest(schema, { count: 'many', other: 1 })).toThrow(
      expect.objectContaining({
        faults: expect.arrayContaining([
          expect.objectContaining({ field: 'name' }),
          expect.objectContaining({ field: 'count' }),
          expect.objectContaining({ field: 'other' }),
        ]),
      }),
    );
  });
});
