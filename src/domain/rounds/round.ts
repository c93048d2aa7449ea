import { z } from 'zod';
import { countSchema, nameSchema, textSchema } from '../basic-schemas.ts';
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

/** A stretch of work with its gate. */
export interface Round {
  readonly id: string;
  readonly kind: RoundKind;
  readonly task: string;
  /** How many units; null means all that are left. */
  readonly units: number | null;
  /** How many annotators judge each unit; null means everybody on the panel. */
  readonly annotators: number | null;
  readonly draw: DrawPlan;
  /** The file with the known answers of a training round. */
  readonly key: string | null;
  readonly gates: readonly Gate[];
  /** When the gate fails: how many units, not used before, a repeat takes. */
  readonly repeat: number | null;
}

const drawSchema = z.strictObject({
  by: textSchema
    .optional()
    .describe('A rule of the panel, or a field of the unit, whose labels make the strata'),
  floor: z.int().nonnegative().default(0).describe('At least so many units per label'),
  hard: z.number().min(0).max(1).optional().describe('The share of hard units'),
  hard_by: textSchema.optional(),
});

/** The round in a protocol file. */
export const roundSchema = z.strictObject({
  kind: z.enum(roundKinds).optional().describe("Taken from the round's name when left out"),
  task: nameSchema.optional().describe('The task, where there are several'),
  units: z.union([countSchema, z.literal('all')]).default('all'),
  annotators: z.union([countSchema, z.literal('all')]).default('all'),
  draw: drawSchema.optional(),
  key: textSchema.optional(),
  gate: z.array(textSchema).default([]),
  repeat: z.strictObject({ units: countSchema }).optional(),
});
export type RoundSource = z.infer<typeof roundSchema>;
