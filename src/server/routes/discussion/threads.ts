import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { commentOnUnit, keepAnswer, replyTo } from '../../../operations/discussion/reply.ts';
import { listThreads } from '../../../operations/discussion/threads.ts';
import { withdrawNotes } from '../../../operations/discussion/withdraw-notes.ts';
import { route } from '../../route.ts';
import { projectParams, taskField } from '../project-params.ts';

const said = z.object({
  id: z.string(),
  by: z.string().nullable().describe('Null when you may not know which annotator it was'),
  own: z.boolean(),
  text: z.string(),
  at: z.string(),
});

const threadReply = z.object({
  question: z.number(),
  task: z.string(),
  unit: z.string(),
  unit_text: z.string(),
  run: z.string(),
  round: z.string(),
  attempt: z.number(),
  by: z.string().nullable(),
  own: z.boolean(),
  text: z.string(),
  at: z.string(),
  state: z.enum(['open', 'answered']),
  is_private: z.boolean().describe('Its round is open: for the asker and those who oversee'),
  replies: z.array(said.extend({ kind: z.enum(['answer', 'comment']) })),
  entries: z.array(z.object({ id: z.string(), as: z.string() })),
});
export type ThreadReply = z.infer<typeof threadReply>;

const threadsReply = z.object({
  threads: z.array(threadReply),
  comments: z.array(said.extend({ task: z.string(), unit: z.string() })),
  may_answer: z.boolean(),
  hidden_tasks: z
    .array(z.string())
    .describe('Tasks whose threads are hidden while you judge in an open round of them'),
});
export type ThreadsReply = z.infer<typeof threadsReply>;

export const noteReply = z.object({ id: z.string(), at: z.string(), fresh: z.boolean() });
export const noteKey = z
  .string()
  .min(1)
  .max(190)
  .describe('The same key again is the same note, sent twice');
export const noteText = z.string().max(10_000);

const questionParams = projectParams.extend({ question: z.coerce.number().int().positive() });

export const threadRoutes = [
  route({
    method: 'GET',
    path: '/api/projects/:project/threads',
    tag: 'Discussion',
    summary: 'Questions about units with their answers, latest first, as far as you may see them',
    who: 'member; annotators see their own, and those of closed rounds in which they took part',
    params: projectParams,
    query: z.strictObject({
      task: taskField,
      unit: z.string().max(1000).optional(),
      run: z.string().max(200).optional(),
      state: z.enum(['open', 'answered']).optional(),
      mine: z.stringbool().optional().describe('Only your own questions'),
    }),
    response: threadsReply,
    handle: async ({ context, params, query }) =>
      await listThreads(context, { ...params, ...defined(query) }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/threads/:question/replies',
    tag: 'Discussion',
    summary: 'Answer a question (lead, adjudicator), or say something in its thread',
    who: 'lead, adjudicator, and annotators who see the thread',
    params: questionParams,
    body: z.strictObject({ text: noteText, idempotency_key: noteKey }),
    status: 201,
    response: noteReply,
    handle: async ({ context, params, body: { text, idempotency_key: idempotencyKey } }) =>
      await replyTo(context, { ...params, text, idempotencyKey }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/threads/:question/entries',
    tag: 'Discussion',
    summary: 'Keep a question with its answer in the FAQ or among the edge cases',
    who: 'lead, adjudicator',
    params: questionParams,
    body: z.strictObject({
      as: z.enum(['faq', 'edge-case']),
      asked: noteText,
      answer: noteText,
      idempotency_key: noteKey,
    }),
    status: 201,
    response: noteReply,
    handle: async ({ context, params, body: { idempotency_key: idempotencyKey, ...given } }) =>
      await keepAnswer(context, { ...params, ...given, idempotencyKey }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/units/:task/:unit/comments',
    tag: 'Discussion',
    summary: 'Say something about a unit that nobody asked about',
    who: 'lead, adjudicator',
    params: projectParams.extend({ task: z.string().max(200), unit: z.string().max(1000) }),
    body: z.strictObject({ text: noteText, idempotency_key: noteKey }),
    status: 201,
    response: noteReply,
    handle: async ({ context, params, body: { text, idempotency_key: idempotencyKey } }) =>
      await commentOnUnit(context, { ...params, text, idempotencyKey }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/notes/withdrawals',
    tag: 'Discussion',
    summary: 'Withdraw notes: answers, comments, entries, flags, points of the agenda',
    who: 'lead; others for what they wrote',
    params: projectParams,
    body: z.strictObject({
      notes: z.array(z.string().max(100)).min(1).max(10_000),
      idempotency_key: noteKey,
    }),
    bodyLimit: 1024 * 1024,
    response: z.object({ withdrawn: z.number() }),
    handle: async ({ context, params, body: { notes, idempotency_key: idempotencyKey } }) =>
      await withdrawNotes(context, { ...params, notes, idempotencyKey }),
  }),
];
