import { z } from 'zod';
import { gateOutcomes } from '../../../domain/rounds/gate-status.ts';
import { myWork } from '../../../operations/judging/my-work.ts';
import { runResult } from '../../../operations/rounds/run-result.ts';
import { route } from '../../route.ts';
import { runParams } from '../project-params.ts';
import { projectEntry } from '../protocol/projects.ts';
import {
  admissionStatus,
  estimate,
  gateCheck,
  heldProgress,
  localText,
  protocolChanges,
  roundKind,
} from '../reply-parts.ts';

const myRunReply = z.object({
  project: z.string(),
  run: z.string(),
  round: z.string(),
  kind: roundKind,
  assisted_by: z.string().nullable().describe('Whose suggestions are shown; null without any'),
  attempt: z.number(),
  task: z.string(),
  task_title: localText,
  guideline: z.string(),
  protocol_version: z.number(),
  hand_out: z.enum(['balanced', 'open']),
  opened_at: z.string(),
  closed_at: z.string().nullable(),
  progress: heldProgress,
  remaining: z.number(),
  changes: protocolChanges
    .nullable()
    .describe('What changed since the version that you last judged under'),
});
export type MyRunReply = z.infer<typeof myRunReply>;

const myWorkReply = z.object({
  projects: z.array(
    projectEntry.extend({
      changes: protocolChanges.nullable(),
      admissions: z.array(
        z.object({
          task: z.string(),
          status: admissionStatus,
          admitted: z.boolean(),
          run: z.string(),
          checks: z.array(gateCheck),
          study: z.array(z.string()),
        }),
      ),
    }),
  ),
  runs: z.array(myRunReply),
});
export type MyWorkReply = z.infer<typeof myWorkReply>;

const runResultReply = z.object({
  run: z.string(),
  round: z.string(),
  kind: roundKind,
  closed: z.boolean(),
  progress: heldProgress,
  per_hour: estimate,
  training: z
    .object({
      annotator: z.string(),
      judged: z.number(),
      wanted: z.number(),
      status: admissionStatus,
      admitted: z.boolean(),
      checks: z.array(gateCheck),
      questions: z.array(
        z.object({
          question: z.string(),
          right: z.number(),
          wrong: z.number(),
          missed: z.number(),
          extra: z.number(),
          kappa: estimate,
        }),
      ),
      study: z.array(z.string()).describe('Questions whose cards to read again, the worst first'),
    })
    .nullable(),
  agreement: z
    .object({
      overall: estimate,
      questions: z.array(z.object({ question: z.string(), agreement: estimate })),
    })
    .nullable()
    .describe('With the majority of the others; null until the run is closed'),
  checks: z.array(gateCheck).nullable(),
  gate: z
    .enum(gateOutcomes)
    .nullable()
    .describe('What the gates came to; null until the run is closed, and in training'),
});
export type RunResultReply = z.infer<typeof runResultReply>;

export const myWorkRoutes = [
  route({
    method: 'GET',
    path: '/api/me/work',
    tag: 'Work',
    summary: 'Your runs, your progress, and what changed in the guidelines since you last judged',
    who: 'everybody who is signed in',
    response: myWorkReply,
    handle: async ({ context }) => await myWork(context),
  }),
  route({
    method: 'GET',
    path: '/api/runs/:run/result',
    tag: 'Work',
    summary: 'Your result: against the key in training, against the others once a run is closed',
    who: 'participants of the run',
    params: runParams,
    response: runResultReply,
    handle: async ({ context, params }) => await runResult(context, params),
  }),
];
