import { z } from 'zod';

/** A part of a file that is undefined when missing or unreadable, so that the rest can be read. */
export function orNothing<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodOptional<T>> {
  return schema.optional().catch(undefined as never);
}

/** A list of such parts: unreadable entries keep their places. */
export function listOf<T extends z.ZodType>(
  entry: T,
): ReturnType<typeof orNothing<z.ZodArray<ReturnType<typeof orNothing<T>>>>> {
  return orNothing(z.array(orNothing(entry)));
}
