import { z } from 'zod';
import { attemptOutcomes } from '../../../domain/models/attempt.ts';
import { pageOf } from '../../paging.ts';
import { codedText, estimate } from '../reply-parts.ts';

const counts = z.record(z.string(), z.number());
const range = z.object({ low: z.number(), high: z.number() });
const time = z.string();

const tokens = z.object({
  input: z.number(),
  cache_read: z.number(),
  cache_write: z.number(),
  output: z.number(),
  reasoning: z.number(),
});

const offeredModel = z.object({
  entry: z.string(),
  provider: z.string(),
  model: z.string(),
  runs: z.number(),
  weight: z.number(),
  is_priced: z.boolean(),
  lacks: codedText.nullable().describe('What this server lacks to ask it, such as a key'),
});

const runSummary = z.object({
  annotator: z.string(),
  asked: z.number(),
  accepted: z.number(),
  refused: z.number(),
  rejected: counts.describe('Replies that did not become judgments, by kind'),
  failed: counts.describe('Calls without a reply, by code'),
  tokens: tokens.nullable().describe('Null when no reply told how many there were'),
  cost: z.number().nullable().describe('Null when the price is unknown'),
  uncertain: z.number().describe('Attempts that may have cost an unknown amount'),
  latency: z.number().nullable().describe('Milliseconds on average; null in batches'),
});

const jobProgress = z.object({
  cells: z.number(),
  judged: z.number(),
  open: z.number(),
  pending: z.number(),
  given_up: z.number(),
  per_minute: z.number().nullable(),
  seconds_left: z.number().nullable(),
  spent: z.number(),
  on_the_way: z.number(),
});

const modelJob = z.object({
  id: z.string(),
  mode: z.enum(['now', 'batch']),
  run: z.string().nullable().describe('The run of a round that it fills'),
  runs: z.record(z.string(), z.array(z.number())),
  budget: z.number().nullable(),
  recording: z.string().nullable(),
  k: z.number().nullable().describe('Only the K most recent units of each subject'),
  state: z.enum(['running', 'paused', 'done']),
  reason: codedText.nullable(),
  created_at: time,
  created_by: z.string(),
  progress: jobProgress.nullable().describe('Null once it is done'),
});
export type ModelJobReply = z.infer<typeof modelJob>;

export const modelsReply = z.object({
  task: z.string(),
  simulated: z.boolean(),
  is_dated: z.boolean().describe('Whether units have dates, so that K has a meaning'),
  currency: z.string(),
  priced: z.string().nullable().describe('The date of the prices'),
  round: z.object({
    kind: z.enum(['open', 'closed', 'outside', 'missing']),
    round: z.string().optional(),
  }),
  panel: z.array(offeredModel),
  presets: z.array(z.object({ name: z.string(), models: z.string() })),
  recordings: z.array(z.string()),
  runs: z.array(runSummary),
  jobs: z.array(modelJob),
  batches: z.array(
    z.object({
      id: z.string(),
      entry: z.string(),
      requests: z.number(),
      phase: z.enum(['prepared', 'submitting', 'submitted', 'taken-in', 'given-up']),
      submitted_at: time.nullable(),
      notes: z.array(codedText),
    }),
  ),
  late: z.number().describe('Replies that were paid for after their round was closed'),
});
export type ModelsReply = z.infer<typeof modelsReply>;

export const estimateReply = z.object({
  task: z.string(),
  currency: z.string(),
  priced: z.string().nullable(),
  counts: z.object({
    cells: z.number(),
    judged: z.number(),
    stale: z.number(),
    pending: z.number(),
    given_up: z.number(),
  }),
  models: z.array(
    z.object({
      entry: z.string(),
      runs: z.number(),
      requests: z.number(),
      input: range,
      output: range,
      cost: range.nullable().describe('Null when the price is unknown'),
    }),
  ),
  offered: z.array(offeredModel),
});
export type EstimateReply = z.infer<typeof estimateReply>;

const paired = z.object({ percent: estimate, kappa: estimate });

export const comparisonReply = z.object({
  project: z.string(),
  task: z.string(),
  run: z.string().nullable(),
  guideline: z.string(),
  simulated: z.boolean(),
  judgments: z.number(),
  stale: z.number(),
  people: z.array(z.string()),
  families: z.array(z.object({ family: z.string(), runs: z.array(z.string()) })),
  alpha_name: codedText.describe('What the α is called, by what it was computed from'),
  questions: z.array(
    z.object({
      question: z.string(),
      answers: z.array(z.string()),
      between: z.object({ percent: estimate, alpha: estimate }),
      pairs: z.array(paired.extend({ first: z.number(), second: z.number() })),
      stability: z.array(estimate),
      with_people: z.array(paired),
      ensemble: paired.extend({
        confusion: z
          .array(z.array(z.number()))
          .describe('Units by what people say (rows) and what the ensemble says'),
      }),
      answered: z.number(),
      split: z.number(),
    }),
  ),
});
export type ComparisonReply = z.infer<typeof comparisonReply>;

export const differencesReply = pageOf(
  z.object({
    unit: z.string(),
    question: z.string(),
    families: z.array(z.string().nullable()),
    people: z.string().nullable(),
  }),
).extend({ families: z.array(z.string()), total: z.number() });
export type DifferencesReply = z.infer<typeof differencesReply>;

const attempt = z.object({
  id: z.string(),
  unit: z.string(),
  annotator: z.string(),
  number: z.number(),
  outcome: z.enum(attemptOutcomes),
  code: z.string().nullable(),
  message: z.string().nullable(),
  tokens: tokens.nullable(),
  cost: z.number().nullable(),
  charged: z.enum(['yes', 'maybe', 'no']),
  latency: z.number().nullable(),
  model: z.string().nullable(),
  at: time,
});
export type AttemptReply = z.infer<typeof attempt>;
export const attemptsReply = pageOf(attempt);

export const attemptReply = attempt.extend({
  task: z.string(),
  job: z.string(),
  batch: z.string().nullable(),
  fingerprint: z.string().nullable(),
  request_id: z.string().nullable(),
  marks: z.array(z.string()),
  prompt_hash: z.string(),
  raw: z.string().nullable().describe('The reply as it arrived'),
  prompt: z
    .object({
      instructions: z.string(),
      content: z.string(),
      schema: z.string(),
      parameters: z.string(),
      max_tokens: z.number(),
      version: z.number(),
    })
    .nullable()
    .describe('What was sent; null when no version of the protocol gives this prompt'),
});
export type AttemptDetailReply = z.infer<typeof attemptReply>;
