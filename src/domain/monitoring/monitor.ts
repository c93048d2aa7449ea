import { z } from 'zod';

const range = z
  .tuple([z.number().nonnegative(), z.number().nonnegative()])
  .refine(([lowest, highest]) => lowest <= highest, 'lower-first');

/** The limits outside of which work is flagged. */
export const monitorSchema = z.strictObject({
  per_hour: range.default([3, 15]).describe('Units an hour: slower or faster is flagged'),
  expected_per_hour: range.default([5, 10]),
  positives: z.int().nonnegative().default(50).describe('A label with fewer positives is flagged'),
  prevalence: range.default([0.05, 0.8]).describe('A label rarer or more frequent is flagged'),
  idle_seconds: z.number().positive().default(300).describe('A longer pause counts as this'),
});
export type Monitor = z.infer<typeof monitorSchema>;
