import { z } from 'zod';
import { nameSchema } from '../basic-schemas.ts';

/** What the first annotators of a unit may say that asks for further ones. */
const furtherCauses = ['disagreement', 'flag'] as const;

/** In a round with `annotators: 2..3`: which units get more than the least number. */
export interface FurtherPlan {
  /** How many annotators these units have in all. */
  readonly upTo: number;
  /** The share of the units that is drawn for it, from the seed; 0 where none is. */
  readonly share: number;
  readonly disagreement: boolean;
  /** The questions on which a disagreement matters; null for all with closed answers. */
  readonly questions: readonly string[] | null;
  readonly flag: boolean;
}

/** In a protocol file: which units get further annotators. */
export const furtherSchema = z.strictObject({
  share: z
    .number()
    .min(0.01)
    .max(0.99)
    .optional()
    .describe('This share of the units gets further annotators, drawn by the seed'),
  on: z
    .union([z.enum(furtherCauses), z.array(z.enum(furtherCauses)).min(1)])
    .optional()
    .describe('Units on which the first annotators disagree, or that one of them flags'),
  questions: z
    .array(nameSchema)
    .min(1)
    .optional()
    .describe('The questions on which a disagreement matters; all without it'),
});
type FurtherSource = z.infer<typeof furtherSchema>;

/** In a protocol file: `2..3`, the least and the most annotators of a unit. */
export const rangeSchema = z.string().regex(/^[1-9]\d{0,2}\.\.[1-9]\d{0,2}$/, 'annotators-range');

/**
 * The two numbers of a range.
 * @example readRange('2..3') // { least: 2, most: 3 }
 */
export function readRange(range: string): { readonly least: number; readonly most: number } {
  const [least, most] = range.split('..').map(Number);
  return { least: least!, most: most! };
}

/** The plan that a protocol file states. */
export function readFurther({ share, on, questions }: FurtherSource, upTo: number): FurtherPlan {
  const causes = on === undefined ? [] : [on].flat();
  return {
    upTo,
    share: share ?? 0,
    disagreement: causes.includes('disagreement'),
    questions: questions ?? null,
    flag: causes.includes('flag'),
  };
}

/** Whether the answers of the first annotators decide which units get further ones. */
export function isAskedByAnswers(plan: FurtherPlan | null): plan is FurtherPlan {
  return plan !== null && (plan.disagreement || plan.flag);
}
