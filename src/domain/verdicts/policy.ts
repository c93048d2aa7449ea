import { z } from 'zod';
import { countSchema, nameSchema, pathSchema, textSchema } from '../basic-schemas.ts';

const condition = textSchema.describe(
  'Over the answers of one unit: severity in [moderate, severe] and account = firsthand',
);
const someK = z.string().regex(/^[1-9]\d*$/, 'some-k');
const limitByK = z
  .record(someK, z.number())
  .describe('Other limits for other K: { 25: 8, 50: 14 }');
const countByK = z
  .record(someK, countSchema)
  .describe('Other counts for other K: { 25: 1, 50: 2 }');

/** Whether to run a refinement: it reports its fault even when other parts are wrong. */
const hasEntries = ({ value }: { readonly value: unknown }): boolean =>
  value !== null && typeof value === 'object';

const ruleText = z.string().optional().describe('The condition in words, for readers of a verdict');
const requires = condition.optional().describe('What the units must also meet: assurance = "true"');

/** Enough units that meet a condition, or one of them. */
const ruleCondition = z.union([
  z.strictObject({
    text: ruleText,
    count: condition,
    requires,
    at_least: countSchema,
    at_least_by_k: countByK.optional(),
  }),
  z.strictObject({ text: ruleText, exists: condition, requires }),
]);
export type RuleCondition = z.infer<typeof ruleCondition>;
const ruleConditions = z.array(ruleCondition).min(1).optional();

const ladderRule = z
  .strictObject({
    verdict: textSchema,
    label: textSchema
      .optional()
      .describe('A short name of the rule; the verdict in capitals when left out'),
    any: ruleConditions.describe('The rule applies when one of these holds'),
    all: ruleConditions.describe('The rule applies when all of these hold'),
  })
  .refine((rule) => (rule.any === undefined) !== (rule.all === undefined), {
    error: 'any-or-all',
    when: hasEntries,
  });
export type LadderRule = z.infer<typeof ladderRule>;

const weight = z.number().nonnegative();
const recencySchema = z.strictObject({
  reference: z.iso.date('day').describe('Ages count back from this day, in years of 365.25 days'),
  undated: weight.default(1).describe('The weight of a unit without a readable date'),
  steps: z
    .array(z.strictObject({ within_years: z.number().positive().optional(), weight }))
    .min(1)
    .describe('From youngest to oldest; the last has no within_years and takes everything older'),
});

/** How the points of an incident become whole, after its recency weight. */
const roundings = ['none', 'truncate', 'floor', 'nearest'] as const;
export type Rounding = (typeof roundings)[number];

const thresholdSchema = z.strictObject({
  verdict: textSchema,
  min: z.number().optional(),
  max: z.number().optional(),
  min_by_k: limitByK.optional(),
  max_by_k: limitByK.optional(),
});
export type Threshold = z.infer<typeof thresholdSchema>;

const pointsSchema = z.strictObject({
  by: nameSchema.describe('The question whose answer gives the base points'),
  values: z
    .record(z.string(), z.number())
    .describe('Base points per answer; 0 for answers not named here'),
  modifiers: z
    .array(z.strictObject({ title: textSchema, when: condition, points: z.number() }))
    .default([])
    .describe('Added to an incident whose answers meet the condition'),
  subject_modifiers: z
    .array(
      z.strictObject({
        title: textSchema,
        field: textSchema,
        tokens: z.array(textSchema).min(1),
        points: z.number(),
      }),
    )
    .default([])
    .describe('Added once per subject with an incident, by whole category: Eurasian is not Asian'),
  recency: recencySchema.optional(),
  rounding: z
    .enum(roundings)
    .default('none')
    .describe('Per incident, after its weight; nearest rounds halves away from zero'),
  thresholds: z
    .array(thresholdSchema)
    .min(1)
    .describe(
      'The highest minimum reached, else the lowest maximum not exceeded, else the default',
    ),
});
export type Points = z.infer<typeof pointsSchema>;

/** Turns truth about units into a verdict about their subject, by points or a ladder of rules. */
export const policySchema = z
  .strictObject({
    policy: nameSchema,
    title: textSchema,
    purpose: z.string().optional(),
    version: textSchema.optional(),
    topic: nameSchema
      .optional()
      .describe('The name that variants share, used for overrides and caches; by default the task'),
    task: nameSchema,
    verdicts: z.array(textSchema).min(2).describe('All verdicts, from the mildest to the gravest'),
    default: z
      .union([textSchema, z.strictObject({ verdict: textSchema, label: textSchema })])
      .describe('The verdict when nothing else applies'),
    counts: condition
      .optional()
      .describe('Which units count, by default all; with points, each is an incident'),
    points: pointsSchema.optional(),
    ladder: z.array(ladderRule).min(1).optional().describe('The first rule that applies decides'),
  })
  .refine((policy) => (policy.points === undefined) !== (policy.ladder === undefined), {
    error: 'points-or-ladder',
    when: hasEntries,
  });
export type Policy = z.infer<typeof policySchema>;

/** How a protocol names its policies. */
export const policiesSchema = z.strictObject({
  files: z.array(pathSchema).min(1),
  k: z.array(countSchema).min(1).describe('The K most recent units of a subject'),
});
export type PolicyReferences = z.infer<typeof policiesSchema>;

/** What variants of a policy have in common. */
export function policyTopic(policy: Policy): string {
  return policy.topic ?? policy.task;
}

/** The verdict when nothing else applies, with its short name. */
export function defaultVerdict(policy: Policy): Readonly<Record<'verdict' | 'label', string>> {
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
