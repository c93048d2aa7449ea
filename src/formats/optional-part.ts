import type { z } from 'zod';

/**
 * A part of a file that may be missing or unreadable, and is undefined then: what else stands in
 * the file is read all the same.
 */
export function orNothing<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodOptional<T>> {
  return schema.optional().catch(undefined as never);
}
