import { z } from 'zod';
import { countSchema, textSchema } from '../basic-schemas.ts';

const optionSchema = z.strictObject({
  title: textSchema,
  lines: z
    .array(
      z.union([
        z.strictObject({
          what: textSchema,
          hours: z.number().positive(),
          rate: z.number().nonnegative(),
          people: countSchema.default(1),
        }),
        z.strictObject({ what: textSchema, fixed: z.number().nonnegative() }),
      ]),
    )
    .min(1),
});

/** What the work costs: minutes per unit, people, hours a week, and the ways to pay for it. */
export const effortSchema = z.strictObject({
  units: countSchema.optional(),
  annotators: countSchema.default(3),
  minutes: z.number().positive().default(8).describe('Minutes per unit and annotator'),
  ruling: z
    .strictObject({
      share: z.number().min(0).max(1).default(0.3),
      minutes: z.number().nonnegative().default(5),
    })
    .default({ share: 0.3, minutes: 5 }),
  overhead_hours: z.number().nonnegative().default(40).describe('Training and meetings'),
  people: countSchema.default(3),
  hours_per_week: z.number().positive().default(20).describe('Per person'),
  claimed_weeks: z
    .tuple([z.number().positive(), z.number().positive()])
    .refine(([fewest, most]) => fewest <= most, 'smaller-first')
    .optional(),
  currency: textSchema.default('USD'),
  options: z.record(textSchema, optionSchema).default({}),
});
export type Effort = z.infer<typeof effortSchema>;
