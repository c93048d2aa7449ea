import { z } from 'zod';
import { nameSchema } from '../name.ts';

const condition = z
  .string()
  .min(1)
  .meta({
    description:
      'Over the answers of one unit: severity in [moderate, severe] and account = firsthand',
  });
const someK = z.string().regex(/^[1-9]\d*$/, 'some-k');
const limitByK = z
  .record(someK, z.number())
  .meta({ description: 'Other limits for other K: { 25: 8, 50: 14 }' });
const countByK = z
  .record(someK, z.int().positive())
  .meta({ description: 'Other counts for other K: { 25: 1, 50: 2 }' });

/** Whether to run a refinement: it reports its fault even when other parts are wrong. */
const hasEntries = ({ value }: { readonly value: unknown }): boolean =>
  value !== null && typeof value === 'object';

const ruleText = z
  .string()
  .optional()
  .meta({ description: 'The condition in words, as the reader of a verdict sees it' });
const requires = condition
  .optional()
  .meta({ description: 'What the units must meet besides: assurance = "true"' });

/** Enough units that meet a condition, or one of them. */
const ruleCondition = z.union([
  z.strictObject({
    text: ruleText,
    count: condition,
    requires,
    at_least: z.int().positive(),
    at_least_by_k: countByK.optional(),
  }),
  z.strictObject({ text: ruleText, exists: condition, requires }),
]);
export type RuleCondition = z.infer<typeof ruleCondition>;

const ladderRule = z
  .strictObject({
    verdict: z.string().min(1),
    label: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'A short name of the rule; the verdict in capitals when left out' }),
    any: z
      .array(ruleCondition)
      .min(1)
      .optional()
      .meta({ description: 'The rule applies when one of these holds' }),
    all: z
      .array(ruleCondition)
      .min(1)
      .optional()
      .meta({ description: 'The rule applies when all of these hold' }),
  })
  .refine((rule) => (rule.any === undefined) !== (rule.all === undefined), {
    error: 'any-or-all',
    when: hasEntries,
  });
export type LadderRule = z.infer<typeof ladderRule>;

const recencySchema = z.strictObject({
  reference: z.iso
    .date('day')
    .meta({ description: 'Ages are counted back from this day, in years of 365.25 days' }),
  undated: z
    .number()
    .nonnegative()
    .default(1)
    .meta({ description: 'The weight of a unit without a date that can be read' }),
  steps: z
    .array(
      z.strictObject({
        within_years: z.number().positive().optional(),
        weight: z.number().nonnegative(),
      }),
    )
    .min(1)
    .meta({
      description:
        'From the youngest to the oldest; the last has no within_years and takes all that is older',
    }),
});

/** How the points of an incident become whole, after its recency weight. */
const roundings = ['none', 'truncate', 'floor', 'nearest'] as const;
export type Rounding = (typeof roundings)[number];

const thresholdSchema = z.strictObject({
  verdict: z.string().min(1),
  min: z.number().optional(),
  max: z.number().optional(),
  min_by_k: limitByK.optional(),
  max_by_k: limitByK.optional(),
});
export type Threshold = z.infer<typeof thresholdSchema>;

const pointsSchema = z.strictObject({
  by: nameSchema.meta({ description: 'The question whose answer gives the base points' }),
  values: z
    .record(z.string(), z.number())
    .meta({ description: 'Base points per answer; an answer that is not named here is worth 0' }),
  modifiers: z
    .array(z.strictObject({ title: z.string().min(1), when: condition, points: z.number() }))
    .default([])
    .meta({ description: 'Added to an incident whose answers meet the condition' }),
  subject_modifiers: z
    .array(
      z.strictObject({
        title: z.string().min(1),
        field: z.string().min(1),
        tokens: z.array(z.string().min(1)).min(1),
        points: z.number(),
      }),
    )
    .default([])
    .meta({
      description:
        'Added once per subject that has at least one incident, by whole category: Eurasian is not Asian',
    }),
  recency: recencySchema.optional(),
  rounding: z
    .enum(roundings)
    .default('none')
    .meta({
      description:
        'Of each incident, after its weight: truncate cuts toward zero, floor goes down, nearest takes halves away from zero',
    }),
  thresholds: z
    .array(thresholdSchema)
    .min(1)
    .meta({
      description:
        'The highest minimum that the score reaches gives the verdict, else the lowest maximum that it does not pass, else the default',
    }),
});
export type Points = z.infer<typeof pointsSchema>;

/** Turns truth about units into a verdict about their subject, by points or a ladder of rules. */
export const policySchema = z
  .strictObject({
    policy: nameSchema,
    title: z.string().min(1),
    purpose: z.string().optional(),
    version: z.string().min(1).optional(),
    topic: nameSchema
      .optional()
      .meta({
        description:
          'What variants of a policy have in common, and what overrides and caches are kept under; the task when left out',
      }),
    task: nameSchema,
    verdicts: z
      .array(z.string().min(1))
      .min(2)
      .meta({ description: 'All verdicts, from the mildest to the gravest' }),
    default: z
      .union([
        z.string().min(1),
        z.strictObject({ verdict: z.string().min(1), label: z.string().min(1) }),
      ])
      .meta({ description: 'The verdict when nothing else applies' }),
    counts: condition
      .optional()
      .meta({
        description:
          'Which units count at all; with points, each of them is an incident. All when left out',
      }),
    points: pointsSchema.optional(),
    ladder: z
      .array(ladderRule)
      .min(1)
      .optional()
      .meta({ description: 'Rules in order; the first that applies gives the verdict' }),
  })
  .refine((policy) => (policy.points === undefined) !== (policy.ladder === undefined), {
    error: 'points-or-ladder',
    when: hasEntries,
  });
export type Policy = z.infer<typeof policySchema>;

/** How a protocol names its policies. */
export const policiesSchema = z.strictObject({
  files: z.array(z.string().min(1)).min(1),
  k: z
    .array(z.int().positive())
    .min(1)
    .meta({ description: 'The K most recent units of a subject' }),
});
export type PolicyReferences = z.infer<typeof policiesSchema>;

/** What variants of a policy have in common. */
export function policyTopic(policy: Policy): string {
  return policy.topic ?? policy.task;
}

/** The verdict when nothing else applies, with its short name. */
export function defaultVerdict(policy: Policy): {
  readonly verdict: string;
  readonly label: string;
} {
  return typeof policy.default === 'string'
    ? { verdict: policy.default, label: ruleLabel(policy.default) }
    : policy.default;
}

/**
 * The short name that a rule has when it was given none.
 * @example ruleLabel('Critical Risk') // 'CRITICAL_RISK'
 */
export function ruleLabel(verdict: string): string {
  return verdict.toUpperCase().replaceAll(' ', '_');
}

/**
 * The limit for a K: its own where it has one, else the one for all.
 * @example limitFor(8, { 25: 12 }, 25) // 12
 */
export function limitFor(
  limit: number | undefined,
  byK: Readonly<Record<string, number>> | undefined,
  k: number,
): number | undefined {
  const own = byK !== undefined && Object.hasOwn(byK, String(k)) ? byK[String(k)] : undefined;
  return own ?? limit;
}
