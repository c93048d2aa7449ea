import { z } from 'zod';
import { countSchema, nameSchema, pathSchema, textSchema } from '../basic-schemas.ts';
import { furtherSchema, rangeSchema } from './further-plan.ts';
import type { FurtherPlan } from './further-plan.ts';
import type { Gate } from './gate.ts';

/** Training compares with known answers, a pilot tries the guideline, full is the work itself. */
export const roundKinds = ['training', 'pilot', 'full'] as const;
export type RoundKind = (typeof roundKinds)[number];

/** How units are drawn for a round. */
export interface DrawPlan {
  /** The panel's rule, or the field of the unit, whose labels make the strata. */
  readonly by: string | null;
  /** The least number of units per label. */
  readonly floor: number;
  /** The share of hard units. */
  readonly hard: number | null;
  /** The field with a unit's difficulty: a number (the upper half is hard) or a boolean. */
  readonly hardBy: string | null;
}

/** Whose suggestions are shown in a round, and to what share of the work they are not. */
export interface AssistancePlan {
  /** A run of a model, a rule of the panel, or an annotator whose judgments were imported. */
  readonly by: string;
  /** The share of units per annotator that is judged blind, so that anchoring can be measured. */
  readonly control: number;
}

/** A stretch of work with its gate. */
export interface Round {
  readonly id: string;
  readonly kind: RoundKind;
  readonly task: string;
  /** How many units; null means all that are left. */
  readonly units: number | null;
  /** How many annotators judge each unit, at least; null means everybody on the panel. */
  readonly annotators: number | null;
  /** Which units get further annotators; null where all have equally many. */
  readonly further: FurtherPlan | null;
  readonly draw: DrawPlan;
  /** The file with the known answers of a training round. */
  readonly key: string | null;
  readonly gates: readonly Gate[];
  /** When the gate fails: how many units, not used before, a repeat takes. */
  readonly repeat: number | null;
  /** Null in a round without suggestions. */
  readonly assisted: AssistancePlan | null;
}

const drawSchema = z.strictObject({
  by: textSchema
    .optional()
    .describe('A rule of the panel, or a field of the unit, whose labels make the strata'),
  floor: z.int().nonnegative().default(0).describe('At least so many units per label'),
  hard: z.number().min(0).max(1).optional().describe('The share of hard units'),
  hard_by: textSchema.optional(),
});

const assistedSchema = z.strictObject({
  by: textSchema.describe('Whose answers are suggested: a model of the panel, a rule, an import'),
  control: z
    .number()
    .min(0.01)
    .max(0.9)
    .default(0.1)
    .describe('The share of units that each annotator judges without a suggestion'),
});

/** The round in a protocol file. */
export const roundSchema = z.strictObject({
  kind: z.enum(roundKinds).optional().describe("Taken from the round's name when left out"),
  task: nameSchema.optional().describe('The task, where there are several'),
  units: z.union([countSchema, z.literal('all')]).default('all'),
  annotators: z
    .union([countSchema, z.literal('all'), rangeSchema])
    .default('all')
    .describe('People per unit: 3, all, or 2..3 where some units get a further one'),
  further: furtherSchema
    .optional()
    .describe('Which units get the further annotators of a range such as 2..3'),
  draw: drawSchema.optional(),
  key: pathSchema.optional(),
  gate: z.array(textSchema).default([]),
  repeat: z.strictObject({ units: countSchema }).optional(),
  assisted: assistedSchema
    .optional()
    .describe('Annotators see a suggestion; their judgments are marked and not independent'),
});
export type RoundSource = z.infer<typeof roundSchema>;
