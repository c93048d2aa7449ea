import { z } from 'zod';
import { textSchema } from '../basic-schemas.ts';
import type { Expression } from '../expression.ts';
import { localTextSchema } from '../basic-schemas.ts';
import type { LocalText } from '../local-text.ts';
import { scaleSchema } from './scale-schema.ts';
import type { Scale } from './scale.ts';

/** One thing that is asked about a unit. */
export interface Question {
  readonly id: string;
  readonly title: LocalText;
  /** The question in full, as annotators and models read it. */
  readonly ask: LocalText;
  readonly help: LocalText | null;
  readonly scale: Scale;
  /** Asked only when this holds for the other answers. */
  readonly when: { readonly source: string; readonly expression: Expression } | null;
  readonly required: boolean;
  /** Whether agreement is measured on it; free text and quotes never are. */
  readonly measured: boolean;
}

/** The question in a protocol file; the scale is binary by default. */
export const questionSchema = z.strictObject({
  title: localTextSchema.optional(),
  ask: localTextSchema.optional(),
  help: localTextSchema.optional(),
  scale: z
    .union([scaleSchema, z.string('scale-name').min(1)])
    .optional()
    .describe("A scale, or the name of one of the task's scales. Binary when left out."),
  when: textSchema.optional().describe('Asked only when this holds, such as is_relevant'),
  required: z.boolean().default(true),
  measured: z.boolean().default(true).describe('Whether agreement is measured on this question'),
});
export type QuestionSource = z.infer<typeof questionSchema>;
