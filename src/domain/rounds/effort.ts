import { z } from 'zod';

const optionSchema = z.strictObject({
  title: z.string().min(1),
  lines: z
    .array(
      z.union([
        z.strictObject({
          what: z.string().min(1),
          hours: z.number().positive(),
          rate: z.number().nonnegative(),
          people: z.int().positive().default(1),
        }),
        z.strictObject({ what: z.string().min(1), fixed: z.number().nonnegative() }),
      ]),
    )
    .min(1),
});

/** What the work costs: minutes per unit, people, hours a week, and the ways to pay for it. */
export const effortSchema = z.strictObject({
  units: z.int().positive().optional(),
  annotators: z.int().positive().default(3),
  minutes: z.number().positive().default(8).meta({ description: 'Minutes per unit and annotator' }),
  ruling: z
    .strictObject({
      share: z.number().min(0).max(1).default(0.3),
      minutes: z.number().nonnegative().default(5),
    })
    .default({ share: 0.3, minutes: 5 }),
  overhead_hours: z
    .number()
    .nonnegative()
    .default(40)
    .meta({ description: 'Training and meetings' }),
  people: z.int().positive().default(3),
  hours_per_week: z.number().positive().default(20).meta({ description: 'Per person' }),
  claimed_weeks: z
    .tuple([z.number().positive(), z.number().positive()])
    .refine(([fewest, most]) => fewest <= most, 'smaller-first')
    .optional(),
  currency: z.string().min(1).default('USD'),
  options: z.record(z.string().min(1), optionSchema).default({}),
});
export type Effort = z.infer<typeof effortSchema>;
