import { z } from 'zod';

const range = z
  .tuple([z.number().nonnegative(), z.number().nonnegative()])
  .refine(([lowest, highest]) => lowest <= highest, 'lower-first');

/** The limits outside of which work is flagged. */
export const monitorSchema = z.strictObject({
  /** No default: what is fast depends on the task. */
  per_hour: range
    .nullable()
    .default(null)
    .describe('Units an hour: slower or faster is flagged; without it nobody is'),
  expected_per_hour: range.nullable().default(null).describe('The usual units an hour'),
  positives: z.int().nonnegative().default(50).describe('A label with fewer positives is flagged'),
  prevalence: range.default([0.05, 0.8]).describe('A label rarer or more frequent is flagged'),
  idle_seconds: z.number().positive().default(300).describe('A longer pause counts as this'),
});
export type Monitor = z.infer<typeof monitorSchema>;
