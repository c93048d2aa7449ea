import { z } from 'zod';
import { countSchema, localTextSchema, textSchema } from '../basic-schemas.ts';

const scalar = z.union([textSchema, z.int()]);
const titled = z
  .record(textSchema, localTextSchema)
  .refine((entry) => Object.keys(entry).length === 1, 'scale-value');
const values = z
  .array(z.union([scalar, titled]))
  .min(2)
  .describe('The values in order, each alone or with its title: [0: not relevant, 1: relevant]');

/** The scale in a protocol file. */
export const scaleSchema = z
  .union([
    z.literal('binary'),
    z.literal('text'),
    z.strictObject({ nominal: values }),
    z.strictObject({
      ordinal: values,
      present: z.int().optional().describe('The lowest value that counts as: the label applies'),
      ticked: z
        .int()
        .optional()
        .describe('What a ticked label without a grade counts as in imported rows'),
      default: z
        .int()
        .optional()
        .describe('The grade that the form gives to a label when it is ticked'),
    }),
    z.strictObject({ text: z.strictObject({ max: countSchema.default(2000) }) }),
    z.strictObject({
      quote: z
        .strictObject({ from: textSchema })
        .describe('The field of the unit that must be quoted verbatim'),
    }),
  ])
  .describe('binary, text, { nominal: [...] }, { ordinal: [...] } or { quote: { from: field } }');
export type ScaleSource = z.infer<typeof scaleSchema>;
