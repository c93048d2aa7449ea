import { z } from 'zod';

/** How a list is asked for, page by page. */
export const pageFields = {
  limit: z.coerce.number().int().min(1).max(500).default(50).describe('Maximum number of entries'),
  cursor: z.string().max(500).optional().describe('next_cursor of the previous page'),
};

/** A page of a list. */
export function pageOf<Entry extends z.ZodType>(entry: Entry) {
  return z.object({
    items: z.array(entry),
    next_cursor: z
      .string()
      .nullable()
      .describe('The cursor of the next page; null on the last one'),
  });
}
