import type { z } from 'zod';

/** A part of a file that is undefined when missing or unreadable, so that the rest can be read. */
export function orNothing<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodOptional<T>> {
  return schema.optional().catch(undefined as never);
}
