import { z } from 'zod';
import { pathSchema, textSchema } from '../basic-schemas.ts';

/** What a guideline says about one question. */
export interface GuidelineCard {
  readonly question: string;
  readonly title: string;
  readonly definition: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly positive: readonly string[];
  readonly negative: readonly string[];
}

/** A chapter of the guideline that is not about one question: decision order, FAQ, edge cases. */
export interface GuidelineChapter {
  readonly title: string;
  readonly text: string;
}

/** Versioned prose that tells annotators how to judge. */
export interface Guideline {
  readonly version: string;
  readonly title: string;
  readonly cards: readonly GuidelineCard[];
  readonly chapters: readonly GuidelineChapter[];
}

/** How a protocol names its guideline. */
export const guidelineSchema = z.strictObject({
  version: textSchema.describe('Judgments carry it; a change makes the older ones stale'),
  file: pathSchema,
  required: z
    .boolean()
    .default(false)
    .describe('Rows of judgments that do not carry the version are refused'),
  complete: z
    .boolean()
    .default(false)
    .describe('Refuse the guideline when a question lacks a definition, criteria or examples'),
});
export type GuidelineReference = z.infer<typeof guidelineSchema>;
