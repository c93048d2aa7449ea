import { z } from 'zod';
import { countSchema, textSchema } from '../basic-schemas.ts';

const splitSchema = z
  .strictObject({
    dev: z.number().gt(0).lt(1).default(0.4),
    test: z.number().gt(0).lt(1).default(0.6),
    sizes: z
      .strictObject({ dev: countSchema, test: countSchema })
      .optional()
      .describe('Exact numbers of units, in place of shares; units beyond them go to neither side'),
    keep_together: z.literal('subject').optional().describe('No subject on both sides'),
  })
  .refine((split) => Math.abs(split.dev + split.test - 1) < 1e-9, {
    error: 'shares-add-up',
    when: ({ issues }) => issues.length === 0,
  });

const authorSchema = z.strictObject({
  name: textSchema,
  affiliation: textSchema.optional(),
  orcid: z
    .string()
    .regex(/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/, 'orcid')
    .optional(),
});

/** How truth is cut into parts, and what a release says about itself. */
export const releasePlanSchema = z.strictObject({
  split: splitSchema.optional(),
  license: textSchema
    .optional()
    .describe('The licence of the data, by its SPDX name: CC-BY-4.0, CC0-1.0'),
  authors: z
    .array(authorSchema)
    .min(1)
    .optional()
    .describe('Who is cited; nobody is named who is not listed here'),
  description: textSchema.optional().describe('What the data is, in a few sentences'),
  purpose: textSchema.optional().describe('What it was made for, and what it must not be used for'),
  homepage: z.url('web-address').optional(),
  language: z
    .array(z.string().regex(/^[a-z]{2,3}$/, 'language-code'))
    .min(1)
    .optional()
    .describe('The languages of the texts: en, de'),
});
export type ReleasePlan = z.infer<typeof releasePlanSchema>;
