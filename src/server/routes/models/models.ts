import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { attemptOutcomes } from '../../../domain/models/attempt.ts';
import { cursorNumber } from '../../../operations/cursor.ts';
import { modelDifferences, modelFigures } from '../../../operations/models/compare-models.ts';
import { modelAttempts, showAttempt } from '../../../operations/models/overview/model-attempts.ts';
import { modelsOverview } from '../../../operations/models/overview/models-overview.ts';
import {
  estimateModels,
  setModelJob,
  startModels,
} from '../../../operations/models/overview/start-models.ts';
import { pageFields } from '../../paging.ts';
import { route } from '../../route.ts';
import { projectParams, taskField } from '../project-params.ts';
import {
  attemptReply,
  attemptsReply,
  comparisonReply,
  differencesReply,
  estimateReply,
  modelsReply,
} from './model-replies.ts';

const shared = { tag: 'Models', params: projectParams } as const;
const votes = 'lead, reviewer; adjudicator where leads show the votes of models';

const asked = {
  task: taskField,
  mode: z.enum(['now', 'batch']).default('batch'),
  models: z.string().min(1).max(1000).optional().describe('gpt-5-mini:3,… (else the panel)'),
  recording: z.string().max(500).optional().describe('Replay this recording of the project'),
};
const mostRecent = 'Only the K most recent units of each subject';
const flag = z.enum(['true', 'false']).optional();

export const modelRoutes = [
  route({
    ...shared,
    method: 'GET',
    path: '/api/projects/:project/models',
    summary: 'What models were asked, answered and cost, and how far jobs are',
    who: 'lead, adjudicator, reviewer',
    query: z.strictObject({ task: taskField }),
    response: modelsReply,
    handle: async ({ context, params, query }) =>
      await modelsOverview(context, { ...params, ...defined(query) }),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/projects/:project/models/estimate',
    summary: 'An estimate of asking models: cells, tokens and cost; nothing is sent',
    who: 'lead',
    query: z.strictObject({
      ...asked,
      k: z.coerce.number().int().positive().optional().describe(mostRecent),
      outside_rounds: flag,
      invalidate: flag,
      again: flag,
    }),
    response: estimateReply,
    handle: async ({ context, params, query }) => {
      const { outside_rounds: outside, recording: replay, invalidate, again, ...rest } = query;
      return await estimateModels(context, {
        ...params,
        ...defined({ ...rest, replay }),
        budget: null,
        outsideRounds: outside === 'true',
        invalidate: invalidate === 'true',
        again: again === 'true',
      });
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/api/projects/:project/models/jobs',
    summary: 'Have models asked for what is open; a worker asks them',
    who: 'lead',
    body: z.strictObject({
      ...asked,
      budget: z.number().positive().nullable().default(null),
      k: z.number().int().positive().nullable().default(null).describe(mostRecent),
      outside_rounds: z.boolean().default(false),
      invalidate: z.boolean().default(false),
      again: z.boolean().default(false),
    }),
    status: 201,
    response: z.object({ job: z.string() }),
    handle: async ({ context, params, body }) => {
      const { outside_rounds: outsideRounds, recording: replay, ...rest } = body;
      return await startModels(context, {
        ...params,
        ...defined({ ...rest, replay }),
        outsideRounds,
      });
    },
  }),
  route({
    ...shared,
    method: 'PUT',
    path: '/api/projects/:project/models/jobs/:job',
    summary: 'Pause or resume a job',
    who: 'lead',
    params: projectParams.extend({ job: z.string().min(1).max(200) }),
    body: z.strictObject({ state: z.enum(['running', 'paused']) }),
    response: z.object({ job: z.string(), state: z.enum(['running', 'paused']) }),
    handle: async ({ context, params, body }) => await setModelJob(context, { ...params, ...body }),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/projects/:project/models/comparison',
    summary: 'Families of models beside each other and beside the people, with intervals',
    who: votes,
    query: z.strictObject({ task: taskField, run: z.string().max(200).optional() }),
    response: comparisonReply,
    handle: async ({ context, params, query }) =>
      await modelFigures(context, { ...params, ...defined(query) }),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/projects/:project/models/differences',
    summary: 'The units on which models differ, or all agree against the people',
    who: votes,
    query: z.strictObject({
      task: taskField,
      run: z.string().max(200).optional(),
      kind: z.enum(['splits', 'against-people']),
      question: z.string().max(200).optional(),
      ...pageFields,
    }),
    response: differencesReply,
    handle: async ({ context, params, query }) =>
      await modelDifferences(context, { ...params, ...defined(query) }),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/projects/:project/models/attempts',
    summary: 'What was asked of models and what came of it, the latest first',
    who: votes,
    query: z.strictObject({
      task: taskField,
      annotator: z.string().max(200).optional(),
      unit: z.string().max(1000).optional(),
      outcome: z.enum(attemptOutcomes).optional(),
      ...pageFields,
    }),
    response: attemptsReply,
    handle: async ({ context, params, query: { cursor, outcome, ...rest } }) => {
      const { attempts, next } = await modelAttempts(context, {
        ...params,
        ...defined({ ...rest, before: cursorNumber(cursor) }),
        ...(outcome === undefined ? {} : { outcomes: [outcome] }),
      });
      return { items: attempts, nextCursor: next === null ? null : String(next) };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/projects/:project/models/attempts/:attempt',
    summary: 'The reply of a model as it arrived, and the prompt that it answers',
    who: votes,
    params: projectParams.extend({ attempt: z.string().min(1).max(200) }),
    response: attemptReply,
    handle: async ({ context, params }) => await showAttempt(context, params),
  }),
];
