import { z } from 'zod';
import { nameSchema } from './question.ts';

const byK = z.record(z.string().regex(/^\d+$/), z.number()).meta({ description: 'Other limits for other K: { 25: 8, 50: 14 }' });
const condition = z.string().min(1).meta({ description: 'Over the answers of one unit: severity in [moderate, severe] and account = firsthand' });

const ruleCondition = z.union([
  z.strictObject({ count: condition, at_least: z.int().positive(), at_least_by_k: byK.optional(), text: z.string().optional() }),
  z.strictObject({ exists: condition, text: z.string().optional() }),
]);

const ladderRule = z
  .strictObject({
    verdict: z.string().min(1),
    any: z.array(ruleCondition).min(1).optional(),
    all: z.array(ruleCondition).min(1).optional(),
  })
  .refine((rule) => (rule.any === undefined) !== (rule.all === undefined), 'expected either any or all');

const pointsSchema = z.strictObject({
  by: nameSchema.meta({ description: 'The question whose answer gives the base points' }),
  values: z.record(z.string(), z.number()),
  modifiers: z.array(z.strictObject({ title: z.string().min(1), when: condition, points: z.number() })).default([]),
  subject_modifiers: z
    .array(z.strictObject({ title: z.string().min(1), field: z.string().min(1), tokens: z.array(z.string().min(1)).min(1), points: z.number() }))
    .default([])
    .meta({ description: 'Added once per subject that has at least one counted unit, by whole category' }),
  recency: z
    .strictObject({
      reference: z.iso.date(),
      steps: z.array(z.strictObject({ within_years: z.number().positive().optional(), weight: z.number().nonnegative() })).min(1),
      rounding: z.enum(['none', 'truncate']).default('none'),
    })
    .optional(),
  thresholds: z
    .array(
      z.strictObject({
        verdict: z.string().min(1),
        min: z.number().optional(),
        max: z.number().optional(),
        min_by_k: byK.optional(),
        max_by_k: byK.optional(),
      }),
    )
    .min(1),
});

/** Turns truth about units into a verdict about their subject: by points, or by a ladder of rules of which the first match wins. */
export const policySchema = z
  .strictObject({
    policy: nameSchema,
    title: z.string().min(1),
    purpose: z.string().optional(),
    task: nameSchema,
    verdicts: z.array(z.string().min(1)).min(2).meta({ description: 'All verdicts, from the mildest to the gravest' }),
    default: z.string().min(1).meta({ description: 'The verdict when nothing else applies' }),
    counts: condition.meta({ description: 'Which units count at all' }),
    points: pointsSchema.optional(),
    ladder: z.array(ladderRule).min(1).optional(),
  })
  .refine((policy) => (policy.points === undefined) !== (policy.ladder === undefined), 'expected either points or ladder');
export type Policy = z.infer<typeof policySchema>;

/** How a protocol names its policies. */
export const policiesSchema = z.strictObject({
  files: z.array(z.string().min(1)).min(1),
  k: z.array(z.int().positive()).min(1).meta({ description: 'The K most recent units of a subject' }),
});
export type PolicyReferences = z.infer<typeof policiesSchema>;
