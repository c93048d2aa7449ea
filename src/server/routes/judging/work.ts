import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { nextUnits } from '../../../operations/judging/next-unit.ts';
import { ownJudgments } from '../../../operations/judging/own-judgments.ts';
import { ownUnit, ownUnits } from '../../../operations/judging/own-units.ts';
import { recordFact } from '../../../operations/judging/record-fact.ts';
import { saveDraft } from '../../../operations/judging/save-draft.ts';
import { saveJudgment } from '../../../operations/judging/save-judgment.ts';
import { pageFields, pageOf } from '../../paging.ts';
import { route } from '../../route.ts';
import { mayOnlyRead } from '../../session.ts';
import { runParams, runUnitParams } from '../project-params.ts';
import { answer, answers, asides, draftAnswers, heldProgress } from '../reply-parts.ts';

const fieldsReply = z.record(z.string(), z.unknown()).describe('Only what the task shows');
const factKind = z.enum(['opened', 'skipped', 'question']);

const draftReply = z.object({
  answers: draftAnswers,
  asides,
  revision: z.number(),
  updated_at: z.string(),
});
const ownJudgmentReply = z.object({
  id: z.string(),
  answers,
  asides,
  at: z.string(),
  seconds: z.number().nullable(),
});

const shownUnitReply = z.object({
  unit: z.string(),
  fields: fieldsReply,
  position: z.number(),
  draft: draftReply.nullable(),
  judgment: ownJudgmentReply.nullable(),
  suggestion: z
    .object({ by: z.string(), suggested: answers })
    .nullable()
    .describe('In an assisted round; a judgment given with it is marked and not independent'),
  leased_until: z.string().nullable(),
});
export type ShownUnitReply = z.infer<typeof shownUnitReply>;

const feedbackReply = z.object({
  right: z.number(),
  wrong: z.number(),
  reason: z.string().nullable(),
  answers: z.array(
    z.object({
      question: z.string(),
      given: answer.nullable(),
      expected: answer.nullable(),
      right: z.boolean(),
      exact: z.boolean(),
      card: z
        .object({
          definition: z.string(),
          include: z.array(z.string()),
          exclude: z.array(z.string()),
        })
        .nullable(),
    }),
  ),
});
export type FeedbackReply = z.infer<typeof feedbackReply>;

const nextReply = z.object({
  run: z.string(),
  units: z.array(shownUnitReply),
  progress: heldProgress,
  remaining: z.number(),
});
export type NextReply = z.infer<typeof nextReply>;
const ownUnitReply = shownUnitReply.extend({
  closed: z.boolean(),
  feedback: feedbackReply.nullable(),
});
export type OwnUnitReply = z.infer<typeof ownUnitReply>;
const savedReply = z.object({
  id: z.string(),
  at: z.string(),
  supersedes: z.string().nullable(),
  fresh: z.boolean().describe('False if the same judgment was saved before'),
  progress: heldProgress,
  remaining: z.number(),
  feedback: feedbackReply
    .nullable()
    .describe('In training: how the answers compare with the known ones'),
});

export type SavedReply = z.infer<typeof savedReply>;

const savedDraftReply = z.object({ revision: z.number(), updated_at: z.string() });

/** Checked by the operation, field by field; here it is enough that they have names. */
const named = z.looseObject({});
const givenAsides = named.default({});

const judgmentBody = z.strictObject({
  answers: named,
  asides: givenAsides,
  seconds: z.number().nullable().optional().describe('Active seconds'),
  pauses: z
    .array(z.number())
    .max(10_000)
    .optional()
    .describe('Instead of seconds: pauses between actions; idle ones are capped'),
  idempotency_key: z
    .string()
    .min(1)
    .max(200)
    .describe('The same key on the same unit is the same judgment, sent again'),
  suggested_by: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .describe('Whose suggestion you saw; refused if none was shown, marked also if left out'),
  supersedes: z
    .string()
    .max(100)
    .nullable()
    .optional()
    .describe('Your judgment that this one revises'),
});

const draftBody = z.strictObject({
  answers: named,
  asides: givenAsides,
  revision: z
    .int()
    .nonnegative()
    .describe('A rising number, so that a late message does not undo a newer one'),
  supersedes: z.string().max(100).nullable().optional(),
});

const ownJudgmentsReply = pageOf(
  z.object({
    unit: z.string(),
    judged_at: z.string(),
    fields: z.record(z.string(), z.unknown()).describe('What annotators see of the unit'),
    answers,
    asides,
  }),
).extend({
  total: z.number(),
  closed: z.boolean().describe('Whether the round is closed, so that nothing can be revised'),
});
export type OwnJudgmentsReply = z.infer<typeof ownJudgmentsReply>;

export const workRoutes = [
  route({
    method: 'GET',
    path: '/api/runs/:run/next',
    tag: 'Work',
    summary: 'Your next units in your order, with their shown fields and your drafts',
    who: 'annotators of the run',
    params: runParams,
    query: z.strictObject({
      count: z.coerce.number().int().min(1).max(10).default(3),
      after: z.coerce.number().int().optional().describe('Only units after this position'),
    }),
    response: nextReply,
    handle: async ({ context, principal, request, params, query }) =>
      await nextUnits(context, {
        ...params,
        ...defined(query),
        claim: request.method === 'GET' && !mayOnlyRead(principal),
      }),
  }),
  route({
    method: 'GET',
    path: '/api/runs/:run/units',
    tag: 'Work',
    summary: 'Your units: those to come in your order, or those you judged, latest first',
    who: 'participants of the run',
    params: runParams,
    query: z.strictObject({ which: z.enum(['open', 'judged']).default('open'), ...pageFields }),
    response: pageOf(
      z.object({ unit: z.string(), position: z.number(), judged_at: z.string().nullable() }),
    ),
    handle: async ({ context, params, query }) => {
      const { places, next } = await ownUnits(context, { ...params, ...defined(query) });
      return { items: places, nextCursor: next };
    },
  }),
  route({
    method: 'GET',
    path: '/api/runs/:run/judgments',
    tag: 'Work',
    summary: 'Your own judgments in a run, latest first, found by words of the unit or its id',
    who: 'participants of the run',
    params: runParams,
    query: z.strictObject({ text: z.string().max(200).optional(), ...pageFields }),
    response: ownJudgmentsReply,
    handle: async ({ context, params, query }) =>
      await ownJudgments(context, { ...params, ...defined(query) }),
  }),
  route({
    method: 'GET',
    path: '/api/runs/:run/units/:unit',
    tag: 'Work',
    summary: 'One of your units, with your draft and judgment',
    who: 'the annotator who holds the unit',
    params: runUnitParams,
    response: ownUnitReply,
    handle: async ({ context, params }) => await ownUnit(context, params),
  }),
  route({
    method: 'PUT',
    path: '/api/runs/:run/units/:unit/draft',
    tag: 'Work',
    summary: 'Save a draft, which may be incomplete',
    who: 'the annotator who holds the unit',
    params: runUnitParams,
    body: draftBody,
    response: savedDraftReply,
    handle: async ({ context, params, body: { supersedes, ...rest } }) =>
      await saveDraft(context, { ...params, ...rest, supersedes: supersedes ?? null }),
  }),
  route({
    method: 'POST',
    path: '/api/runs/:run/units/:unit/judgments',
    tag: 'Work',
    summary: 'Save a judgment or a revision; durable once the server has answered',
    who: 'the annotator who holds the unit',
    params: runUnitParams,
    body: judgmentBody,
    status: 201,
    response: savedReply,
    handle: async ({ context, services, params, body }) => {
      const given = {
        run: params.run,
        unit: params.unit,
        answers: body.answers,
        asides: body.asides,
        idempotencyKey: body.idempotency_key,
        supersedes: body.supersedes ?? null,
        suggestedBy: body.suggested_by ?? null,
        seconds: body.seconds ?? null,
        ...defined({ pauses: body.pauses }),
      };
      const saved = await services.saves.run(() => saveJudgment(context, given));
      if (saved.fresh) services.metrics.saved();
      return saved;
    },
  }),
  route({
    method: 'POST',
    path: '/api/runs/:run/units/:unit/facts',
    tag: 'Work',
    summary: 'Record that a folded part was opened, a unit was skipped, or a question was asked',
    who: 'the annotator who holds the unit',
    params: runUnitParams,
    body: z.strictObject({
      kind: factKind,
      detail: z.record(z.string(), z.unknown()).default({}),
      idempotency_key: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('The same key is the same fact, sent again'),
    }),
    status: 201,
    response: z.object({
      kind: factKind,
      at: z.string(),
      fresh: z.boolean().describe('False if the same fact was recorded before'),
    }),
    handle: async ({ context, params, body: { idempotency_key: idempotencyKey, ...fact } }) =>
      await recordFact(context, { ...params, ...fact, ...defined({ idempotencyKey }) }),
  }),
];
