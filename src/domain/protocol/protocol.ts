import { z } from 'zod';
import { nameSchema, pathSchema, textSchema } from '../basic-schemas.ts';
import { panelEntrySchema } from '../judging/annotator.ts';
import type { Panel } from '../judging/annotator.ts';
import { consensusSchema } from '../fold/consensus-plan.ts';
import type { ConsensusPlan } from '../fold/consensus-plan.ts';
import { effortSchema } from '../rounds/effort.ts';
import type { Effort } from '../rounds/effort.ts';
import { guidelineSchema } from './guideline.ts';
import type { GuidelineReference } from './guideline.ts';
import { monitorSchema } from '../monitoring/monitor.ts';
import type { Monitor } from '../monitoring/monitor.ts';
import { pricesSchema } from '../models/prices.ts';
import type { Prices } from '../models/prices.ts';
import { policiesSchema } from '../verdicts/policy.ts';
import type { PolicyReferences } from '../verdicts/policy.ts';
import { releasePlanSchema } from '../release/release-plan.ts';
import type { ReleasePlan } from '../release/release-plan.ts';
import { roundSchema } from '../rounds/round.ts';
import type { Round } from '../rounds/round.ts';
import { taskSchema } from './task.ts';
import type { Task } from './task.ts';

/** What is asked, of whom, with what weight and under which gates. */
export interface Protocol {
  readonly name: string;
  readonly title: string;
  readonly guideline: GuidelineReference;
  /** Files with units that belong to the protocol, per task. */
  readonly units: Readonly<Record<string, string>>;
  readonly tasks: readonly Task[];
  readonly panel: Panel;
  /** Texts that entries of the panel add to the instructions of their models, by name. */
  readonly prompts: Readonly<Record<string, string>>;
  /** What models cost; null where nobody says. */
  readonly prices: Prices | null;
  readonly rounds: readonly Round[];
  readonly consensus: ConsensusPlan;
  /** The rounds whose judgments count; null for full rounds and passed pilots. */
  readonly truth: readonly string[] | null;
  readonly monitor: Monitor;
  readonly release: ReleasePlan;
  readonly effort: Effort;
  readonly policies: PolicyReferences | null;
  /** True for example protocols whose judgments were simulated. */
  readonly simulated: boolean;
}

/** The protocol file; `schema/protocol.schema.json`, for completion in editors, comes from this. */
export const protocolSchema = z
  .strictObject({
    assay: z.literal(1).describe('The version of this file format'),
    name: nameSchema,
    title: textSchema.optional(),
    simulated: z
      .boolean()
      .default(false)
      .describe('The judgments were simulated; said wherever they are shown'),
    guideline: guidelineSchema,
    units: z
      .record(nameSchema, pathSchema)
      .default({})
      .describe('The file with the units of each task'),
    tasks: z
      .record(nameSchema, taskSchema)
      .refine((tasks) => Object.keys(tasks).length > 0, 'some-task'),
    panel: z.record(textSchema, panelEntrySchema).default({ people: { kind: 'human' } }),
    prompts: z
      .record(nameSchema, textSchema)
      .default({})
      .describe('Texts that models may be given in addition to the instructions'),
    prices: pricesSchema.optional().describe('What models cost per million tokens, as of a date'),
    rounds: z.record(nameSchema, roundSchema).default({}),
    consensus: consensusSchema.default('majority'),
    truth: z
      .array(nameSchema)
      .min(1)
      .optional()
      .describe('The rounds whose judgments count; full rounds and passed pilots when left out'),
    monitor: monitorSchema.prefault({}),
    release: releasePlanSchema.default({}),
    effort: effortSchema.prefault({}),
    policies: policiesSchema.optional(),
  })
  .meta({
    title: 'Assay protocol',
    description:
      'Tasks, panel, prompts, prices, rounds, gates, consensus, monitor, release, effort and ' +
      'policies in one file',
  });
export type ProtocolSource = z.infer<typeof protocolSchema>;
