import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { standingNames } from '../../../domain/fold/standing.ts';
import { previewRuling } from '../../../operations/rulings/preview-ruling.ts';
import { similarCases } from '../../../operations/rulings/similar-cases.ts';
import { route } from '../../route.ts';
import { projectParams } from '../project-params.ts';
import { answer } from '../reply-parts.ts';
import { previewBody, previewedSubjects, rulingFaults } from '../verdicts/verdicts.ts';
import { decision } from './rulings.ts';

const similarReply = z.object({
  task: z.string(),
  unit: z.string(),
  ties: z.array(z.object({ question: z.string(), between: z.array(answer) })),
  waiting: z.object({ total: z.number(), units: z.array(z.string()) }),
  ruled: z.object({
    total: z.number(),
    rulings: z.array(
      z.object({
        unit: z.string(),
        decision,
        reason: z.string(),
        by: z.string(),
        at: z.string().nullable(),
      }),
    ),
  }),
});
export type SimilarReply = z.infer<typeof similarReply>;

const rulingPreviewReply = z.object({
  faults: rulingFaults,
  still_open: z.array(z.string()),
  state: z.object({ before: z.enum(standingNames), after: z.enum(standingNames) }),
  changes: z.array(
    z.object({ question: z.string(), before: answer.nullable(), after: answer.nullable() }),
  ),
  waiting: z.object({ before: z.number(), after: z.number() }),
  gates: z.number().describe('Gates of the task. They measure votes, so no ruling changes them'),
  verdicts: previewedSubjects
    .nullable()
    .describe('Null for someone who judges in an open round of the project'),
});
export type RulingPreviewReply = z.infer<typeof rulingPreviewReply>;

const shared = { tag: 'Rulings', who: 'adjudicator, lead' } as const;

export const caseRoutes = [
  route({
    ...shared,
    method: 'GET',
    path: '/api/projects/:project/cases/:task/:unit/similar',
    summary: 'Cases with the same labels tied: those that wait, and how others were ruled on',
    params: projectParams.extend({ task: z.string().max(200), unit: z.string().max(1000) }),
    response: similarReply,
    handle: async ({ context, params }) => await similarCases(context, params),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/api/projects/:project/rulings/preview',
    summary: 'What a ruling would change: truth, queue and verdicts; nothing is saved',
    params: projectParams,
    body: previewBody,
    status: 200,
    response: rulingPreviewReply,
    handle: async ({ context, params, body }) =>
      await previewRuling(context, { ...params, ...defined(body) }),
  }),
];
