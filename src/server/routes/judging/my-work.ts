import { z } from 'zod';
import { myWork } from '../../../operations/judging/my-work.ts';
import { runResult } from '../../../operations/rounds/run-result.ts';
import { route } from '../../route.ts';
import { runParams } from '../project-params.ts';
import { projectEntry } from '../protocol/projects.ts';
import { estimate, gateCheck, localText, protocolChanges } from '../reply-parts.ts';

const roundKind = z.enum(['training', 'pilot', 'full']);
const progress = z.object({ held: z.number(), judged: z.number() });
const admissionStatus = z.enum(['admitted', 'waived', 'failed', 'unfinished']);

export const myRunReply = z.object({
  project: z.string(),
  run: z.string(),
  round: z.string(),
  kind: roundKind,
  attempt: z.number(),
  task: z.string(),
  task_title: localText,
  guideline: z.string(),
  protocol_version: z.number(),
  hand_out: z.enum(['balanced', 'open']),
  opened_at: z.string(),
  closed_at: z.string().nullable(),
  progress,
  remaining: z.number(),
  changes: protocolChanges
    .nullable()
    .meta({ description: 'What changed on the task since the version that one judged under last' }),
});
export type MyRunReply = z.infer<typeof myRunReply>;

export const myWorkReply = z.object({
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

export const runResultReply = z.object({
  run: z.string(),
  round: z.string(),
  kind: roundKind,
  closed: z.boolean(),
  progress,
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
      study: z
        .array(z.string())
        .meta({ description: 'Whose cards are to be read again, the worst first' }),
    })
    .nullable(),
  agreement: z
    .object({
      overall: estimate,
      questions: z.array(z.object({ question: z.string(), agreement: estimate })),
    })
    .nullable()
    .meta({ description: 'With the majority of the others; null until the run is closed' }),
  checks: z.array(gateCheck).nullable(),
});
export type RunResultReply = z.infer<typeof runResultReply>;

export const myWorkRoutes = [
  route({
    method: 'GET',
    path: '/api/me/work',
    tag: 'Work',
    summary:
      'The runs in which one takes part, how far one is, and what changed in the guidelines since one last judged',
    who: 'anybody who is signed in',
    response: myWorkReply,
    handle: async ({ context }) => await myWork(context),
  }),
  route({
    method: 'GET',
    path: '/api/runs/:run/result',
    tag: 'Work',
    summary:
      'How one did: in training against the key, else against the others once the run is closed',
    who: 'whoever takes part',
    params: runParams,
    response: runResultReply,
    handle: async ({ context, params }) => await runResult(context, params),
  }),
];
