import { z } from 'zod';
import type { TextValue } from '../../domain/coded-text.ts';
import type { AccountWhy } from '../../domain/fold/account.ts';
import { standingNames } from '../../domain/fold/standing.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import type { Fault } from '../../domain/fault.ts';
import { confidences } from '../../domain/judging/judgment.ts';
import { checkStatuses } from '../../domain/rounds/gate-status.ts';
import { roundKinds } from '../../domain/rounds/round.ts';

/** A text, or one per language. */
export const localText = z.union([z.string(), z.record(z.string(), z.string())]);

/** An answer to one question. */
export const answer = z.union([z.boolean(), z.number(), z.string()]);

/** Answers by question. */
export const answers = z.record(z.string(), answer);

/** Answers that may not be whole yet. */
export const draftAnswers = z.record(z.string(), z.unknown());

/** What may be said beside the answers. */
export const asides = z.object({
  confidence: z.enum(confidences).optional(),
  notes: z.string().optional(),
  flag: z.boolean().optional(),
  uncertain: z.boolean().optional(),
});

/** A text as code and values, of which every language makes its own sentence. */
export const codedText = z.object({
  code: z.string(),
  values: z.record(z.string(), z.unknown() as z.ZodType<TextValue>),
  message: z.string().optional(),
});

/** A value with the number of units behind it, or why there is none. */
export const estimate = z.object({
  value: z.number().nullable(),
  n: z.number(),
  skipped: z.number(),
  interval: z.array(z.number()).nullable().optional(),
  /** The method of the interval, or why there is none. */
  method: codedText.optional(),
  /** What the value was taken over, where that is not one question. */
  over: codedText.optional(),
  why: codedText.optional(),
});
export type Estimate = z.infer<typeof estimate>;

const standing = z.enum(standingNames);

/** Where all units of a task are: each in one standing for one reason. */
export const account = z.object({
  units: z.number(),
  standings: z.record(standing, z.number()),
  parts: z.array(
    z.object({
      standing,
      why: z.string() as z.ZodType<AccountWhy>,
      round: z.string().nullable(),
      units: z.number(),
    }),
  ),
});

/** One condition of a gate with its result. */
export const gateCheck = z.object({
  gate: z.string(),
  measure: z.string(),
  scope: codedText,
  annotator: z.string().optional().describe('Whose check against the key it is'),
  target: z.number(),
  actual: z.number().nullable(),
  n: z.number(),
  status: z.enum(checkStatuses),
  why: codedText.optional(),
});

export const roundKind = z.enum(roundKinds);

/** Whether somebody may take part after training. */
export const admissionStatus = z
  .enum(['admitted', 'waived', 'failed', 'awaiting', 'unfinished'])
  .describe('awaiting: all judged; gates between trainees are decided when the training is closed');

/** The units that somebody holds and has judged. */
export const heldProgress = z.object({ held: z.number(), judged: z.number() });

const change = z.enum(['added', 'removed', 'changed']);

/** What changed between two versions of a protocol. */
const listedChange = z.object({
  class: z
    .enum(['wording', 'asked', 'rules'])
    .describe('asked: judgments given before are stale; rules: needs a reason once judged'),
  text: codedText,
  round: z.string().nullable().describe('The round that it touches'),
});

/** A version that changed the rules. */
export const ruleChange = z.object({
  version: z.number(),
  at: z.string(),
  by: z.string(),
  reason: z.string().nullable(),
  changes: z.array(listedChange),
});
export type RuleChange = z.infer<typeof ruleChange>;

export const protocolChanges = z.object({
  guideline: z.object({ before: z.string(), after: z.string() }),
  questions: z.array(
    z.object({ task: z.string(), question: z.string(), change, what: z.array(z.string()) }),
  ),
  constraints: z.array(
    z.object({ task: z.string(), constraint: z.string(), change: z.enum(['added', 'removed']) }),
  ),
  cards: z.array(
    z.object({
      question: z.string(),
      change,
      parts: z.array(
        z.object({ part: z.string(), removed: z.array(z.string()), added: z.array(z.string()) }),
      ),
    }),
  ),
  chapters: z.array(z.object({ title: z.string(), change })),
  stale_tasks: z.array(z.string()),
  list: z.array(listedChange).describe('Every change in words'),
});
export type ProtocolChanges = z.infer<typeof protocolChanges>;

/** How many judgments on a task were given under other versions. */
export const staleCount = z.object({
  task: z.string(),
  judgments: z.number(),
  by_questions: z.number(),
  by_guideline: z.number(),
});

/** What was refused, in the one format of errors. */
export const errorBody = z.object({
  code: z.enum(Object.keys(errorCatalogue)),
  values: z.record(z.string(), z.unknown()).describe('The values in the message, by name'),
  message: z.string(),
  field: z.string().optional(),
  faults: z
    .array(
      z.object({
        code: z.string(),
        values: z.record(z.string(), z.unknown()),
        message: z.string(),
        field: z.string().optional(),
        line: z.number().optional(),
        rows: z.number().optional().describe('How many rows have it, if said together'),
        fix: (z.record(z.string(), z.unknown()) as unknown as z.ZodType<Fault['fix']>).optional(),
      }),
    )
    .optional(),
  fault_count: z
    .number()
    .optional()
    .describe('The number of faults, if not all of them are listed'),
});
