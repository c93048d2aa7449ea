import { z } from 'zod';
import type { Gate } from './gate.ts';
import { nameSchema } from '../name.ts';

/** Training compares with known answers, a pilot tries the guideline, full is the work itself. */
export const roundKinds = ['training', 'pilot', 'full'] as const;
export type RoundKind = (typeof roundKinds)[number];

/** How units are drawn for a round. */
export interface DrawPlan {
  /** The panel's rule, or the field of the unit, whose labels make the strata. */
  readonly by: string | null;
  /** At least so many units per label. */
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
  by: z
    .string()
    .min(1)
    .optional()
    .meta({
      description: 'A rule of the panel, or a field of the unit, whose labels make the strata',
    }),
  floor: z.int().nonnegative().default(0).meta({ description: 'At least so many units per label' }),
  hard: z.number().min(0).max(1).optional().meta({ description: 'The share of hard units' }),
  hard_by: z.string().min(1).optional(),
});

/** The round as it stands in a protocol file. */
export const roundSchema = z.strictObject({
  kind: z
    .enum(roundKinds)
    .optional()
    .meta({ description: "Taken from the round's name when left out" }),
  task: nameSchema.optional().meta({ description: 'The task, where there are several' }),
  units: z.union([z.int().positive(), z.literal('all')]).default('all'),
  annotators: z.union([z.int().positive(), z.literal('all')]).default('all'),
  draw: drawSchema.optional(),
  key: z.string().min(1).optional(),
  gate: z.array(z.string().min(1)).default([]),
  repeat: z.strictObject({ units: z.int().positive() }).optional(),
});
export type RoundSource = z.infer<typeof roundSchema>;
