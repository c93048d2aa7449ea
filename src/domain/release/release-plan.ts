import { z } from 'zod';

/** How truth is cut into parts. */
export const releasePlanSchema = z.strictObject({
  split: z
    .strictObject({
      dev: z.number().gt(0).lt(1).default(0.4),
      test: z.number().gt(0).lt(1).default(0.6),
      keep_together: z.literal('subject').optional().describe('No subject on both sides'),
    })
    .refine((split) => Math.abs(split.dev + split.test - 1) < 1e-9, {
      error: 'shares-add-up',
      when: ({ issues }) => issues.length === 0,
    })
    .optional(),
});
export type ReleasePlan = z.infer<typeof releasePlanSchema>;
