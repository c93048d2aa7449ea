import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { meetingAgenda } from '../../../operations/discussion/agenda.ts';
import {
  beginMeeting,
  decide,
  listMeetings,
  putOnAgenda,
  showMeeting,
} from '../../../operations/discussion/meetings.ts';
import { route } from '../../route.ts';
import { projectParams, taskField } from '../project-params.ts';
import { codedText, estimate } from '../reply-parts.ts';
import { targetBound } from '../monitoring/monitor-replies.ts';
import { noteKey, noteReply, noteText } from './threads.ts';

const point = { key: z.string(), task: z.string().nullable() };
const put = {
  ...point,
  note: z.string(),
  unit: z.string().nullable(),
  text: z.string(),
  by: z.string(),
  at: z.string(),
};

const agendaPoint = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('label'),
    ...point,
    question: z.string(),
    measure: z.string(),
    name: codedText.describe('What the measure is called, by what it was computed from'),
    estimate,
    target: z.number(),
    bound: targetBound.optional(),
  }),
  z.object({
    kind: z.literal('unit'),
    ...point,
    unit: z.string(),
    agreement: z.number(),
    judgments: z.number(),
  }),
  z.object({
    kind: z.literal('question'),
    ...point,
    question: z.number(),
    unit: z.string(),
    text: z.string(),
    at: z.string(),
  }),
  z.object({
    kind: z.literal('annotator'),
    ...point,
    annotator: z.string(),
    agreement: estimate,
    usual: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('week'),
    ...point,
    annotator: z.string(),
    week: z.string(),
    known: z.string(),
    units: z.number(),
    kappa: z.number(),
    others: z.number(),
  }),
  z.object({
    kind: z.literal('speed'),
    ...point,
    annotator: z.string(),
    flag: z.enum(['fast', 'slow']),
    per_hour: estimate,
    limits: z.array(z.number()),
  }),
  z.object({ kind: z.literal('put'), ...put }),
  z.object({ kind: z.literal('flag'), ...put }),
]);
export type AgendaPointReply = z.infer<typeof agendaPoint>;

const agendaReply = z.object({
  at: z.string(),
  week: z.string(),
  simulated: z.boolean(),
  tasks: z.array(
    z.object({
      task: z.string(),
      judgments: z.number(),
      measure: z.string(),
      name: codedText,
      agreement: estimate,
    }),
  ),
  points: z.array(agendaPoint),
  more: z
    .object({ put: z.number(), flag: z.number(), question: z.number() })
    .describe('How many more there are of these kinds, of which there are the first hundred'),
  unit_texts: z.record(z.string(), z.string()).describe('By task and unit: topics/u1'),
  hidden_tasks: z.array(z.string()),
});
export type AgendaReply = z.infer<typeof agendaReply>;

const meetingHead = { id: z.string(), title: z.string(), by: z.string(), at: z.string() };
const meetingsReply = z.object({
  meetings: z.array(z.object({ ...meetingHead, points: z.number(), decisions: z.number() })),
});
export type MeetingsReply = z.infer<typeof meetingsReply>;

const meetingReply = z.object({
  ...meetingHead,
  agenda: agendaReply,
  decisions: z.array(
    z.object({
      id: z.string(),
      point: z.string().nullable(),
      replaces: z.string().nullable().describe('The decision that this one corrects'),
      task: z.string().nullable(),
      text: z.string(),
      by: z.string(),
      at: z.string(),
    }),
  ),
});
export type MeetingReply = z.infer<typeof meetingReply>;

const meetingParams = projectParams.extend({ meeting: z.string().max(100) });

export const meetingRoutes = [
  route({
    method: 'GET',
    path: '/api/projects/:project/agenda',
    tag: 'Discussion',
    summary: 'The agenda of the next meeting, from the record as it is now',
    who: 'lead, adjudicator, reviewer',
    params: projectParams,
    query: z.strictObject({ task: taskField }),
    response: agendaReply,
    handle: async ({ context, params, query }) =>
      await meetingAgenda(context, { ...params, ...defined(query) }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/agenda',
    tag: 'Discussion',
    summary: 'Put something on the agenda of the next meeting',
    who: 'lead, adjudicator',
    params: projectParams,
    body: z.strictObject({
      text: noteText,
      task: z.string().max(200).nullable().default(null),
      unit: z.string().max(1000).nullable().default(null),
      idempotency_key: noteKey,
    }),
    status: 201,
    response: noteReply,
    handle: async ({ context, params, body: { idempotency_key: idempotencyKey, ...given } }) =>
      await putOnAgenda(context, { ...params, ...given, idempotencyKey }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/meetings',
    tag: 'Discussion',
    summary: 'The meetings of a project, latest first',
    who: 'lead, adjudicator, reviewer',
    params: projectParams,
    response: meetingsReply,
    handle: async ({ context, params }) => ({
      meetings: await listMeetings(context, params.project),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/meetings',
    tag: 'Discussion',
    summary: 'Begin a meeting: its agenda is kept as it is now',
    who: 'lead, adjudicator',
    params: projectParams,
    body: z.strictObject({ title: z.string().max(200), idempotency_key: noteKey }),
    status: 201,
    response: noteReply,
    handle: async ({ context, params, body: { title, idempotency_key: idempotencyKey } }) =>
      await beginMeeting(context, { ...params, title, idempotencyKey }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/meetings/:meeting',
    tag: 'Discussion',
    summary: 'A meeting: the agenda that people had before them, and what they decided',
    who: 'lead, adjudicator, reviewer',
    params: meetingParams,
    response: meetingReply,
    handle: async ({ context, params: { project, meeting: id } }) =>
      await showMeeting(context, { project, id }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/meetings/:meeting/decisions',
    tag: 'Discussion',
    summary: 'Record what a meeting decided; a correction is a further decision',
    who: 'lead, adjudicator',
    params: meetingParams,
    body: z.strictObject({
      point: z.string().max(1500).nullable().default(null),
      text: noteText,
      replaces: z.string().max(100).nullable().default(null),
      idempotency_key: noteKey,
    }),
    status: 201,
    response: noteReply,
    handle: async ({ context, params, body: { idempotency_key: idempotencyKey, ...given } }) =>
      await decide(context, { ...params, ...given, idempotencyKey }),
  }),
];
