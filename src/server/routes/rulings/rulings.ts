import { z } from 'zod';
import { standingNames } from '../../../domain/fold/standing.ts';
import { defined } from '../../../domain/defined.ts';
import { edgeCases } from '../../../operations/rulings/edge-cases.ts';
import { allowOwnRulings, showOwnRulings } from '../../../operations/rulings/own-rulings.ts';
import { chooseModelVotes, showModelVotes } from '../../../operations/rulings/model-votes.ts';
import { makeRuling } from '../../../operations/rulings/make-ruling.ts';
import { rulingQueue } from '../../../operations/rulings/ruling-queue.ts';
import { showCase } from '../../../operations/rulings/show-case.ts';
import { pageFields } from '../../paging.ts';
import { route } from '../../route.ts';
import { projectParams, taskField } from '../project-params.ts';
import { codedText, answer, answers, asides } from '../reply-parts.ts';

export const decision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answers'), answers }),
  z.object({ kind: z.literal('exclude') }),
]);

const openReason = z.object({
  kind: z.enum(['tied', 'unanswered', 'contradiction', 'ruling', 'flagged', 'round']),
  sentence: codedText,
  question: z.string().optional(),
  between: z.array(answer).optional(),
  constraint: z.string().optional(),
  detail: codedText.optional(),
  annotators: z.number().optional(),
  round: z.string().optional().describe('A pilot that has not passed, so that nothing counts'),
  why: z.enum(['round-not-passed', 'round-failed', 'chosen']).optional(),
});
export type OpenReason = z.infer<typeof openReason>;

const queueReply = z.object({
  task: z.string(),
  total: z.number(),
  items: z.array(
    z.object({
      unit: z.string(),
      agreement: z.number().nullable(),
      judgments: z.number(),
      complete: z.boolean(),
      reasons: z.array(openReason),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type QueueReply = z.infer<typeof queueReply>;

export const rulingReply = z.object({
  id: z.string(),
  by: z.string(),
  at: z.string(),
  decision,
  reason: z.string(),
  own_judgment: z.boolean().describe('Whether the person who ruled had judged the unit'),
  edge_case: z.boolean(),
  guideline_proposal: z.string().nullable(),
});

const madeRulingReply = rulingReply.extend({ fresh: z.boolean(), still_open: z.array(z.string()) });
export type MadeRulingReply = z.infer<typeof madeRulingReply>;

const questionConsensus = z.object({
  question: z.string(),
  answer: answer.nullable(),
  confidence: z.number().nullable(),
  votes: z.array(z.object({ answer, weight: z.number() })),
  tied: z.array(answer),
  tie_broken: z.boolean(),
});

const caseReply = z.object({
  task: z.string(),
  unit: z.string(),
  subject: z.string().nullable(),
  fields: z.record(z.string(), z.unknown()),
  state: z.enum(standingNames),
  any_counts: z.boolean().describe('Whether any vote counts; if not, a ruling states everything'),
  line: codedText.describe('What is true of the unit, and why'),
  agreement: z.number().nullable(),
  reasons: z.array(openReason),
  voices: z.array(
    z.object({
      who: z.string(),
      own: z.boolean(),
      weight: z.number(),
      answers,
      asides,
      assisted: z.boolean().describe('Whether a suggestion was in sight'),
      guideline: z.string(),
      at: z.string(),
      seconds: z.number().nullable(),
      revisions: z.number(),
      counts: z.boolean(),
      uncounted: codedText.nullable().describe('Why it does not count; null when it does'),
    }),
  ),
  hidden_votes: z.number().describe('Votes of models that are hidden from those who rule'),
  questions: z.array(
    z.object({
      question: z.string(),
      answers: z.array(answer.nullable()),
      consensus: questionConsensus.nullable(),
      possible: z.array(answer),
    }),
  ),
  suggestion: z
    .object({
      answers,
      changes: z.array(
        z.object({
          question: z.string(),
          from: answer.nullable(),
          to: answer.nullable(),
          because: z.string(),
        }),
      ),
    })
    .nullable(),
  rulings: z.array(rulingReply),
  last_ruling: z.string().nullable().describe('The value of seen for a new ruling'),
  history: z.array(
    z.object({
      at: z.string(),
      what: z.enum(['judged', 'revised', 'ruled', 'opened', 'skipped', 'question']),
      who: z.string(),
      detail: z.string().nullable(),
    }),
  ),
  may_rule: z.object({ allowed: z.boolean(), own: z.boolean(), why: codedText.nullable() }),
});
export type CaseReply = z.infer<typeof caseReply>;

const edgeCasesReply = z.object({
  task: z.string(),
  cases: z.array(
    z.object({
      unit: z.string(),
      task: z.string(),
      rationale: z.string(),
      decision: decision.nullable().describe('Null when a question was answered without a ruling'),
      by: z.string(),
      at: z.string(),
      remarks: z.array(z.string()),
      guideline_proposal: z.string().nullable(),
      rulings: z.number(),
    }),
  ),
  faq: z.array(
    z.object({
      asked: z.array(z.string()),
      decision: decision.nullable(),
      answer: z.string(),
      guideline_proposal: z.string().nullable(),
      unit: z.string(),
    }),
  ),
  unanswered: z.array(
    z.object({ unit: z.string(), remarks: z.array(z.string()), since: z.string() }),
  ),
  proposals: z.array(
    z.object({ unit: z.string(), text: z.string(), by: z.string(), at: z.string() }),
  ),
  unit_texts: z.record(z.string(), z.string()).describe('What the units of the register say'),
  markdown: z.string().describe('The FAQ as a chapter of a guideline'),
});
export type EdgeCasesReply = z.infer<typeof edgeCasesReply>;

const rulingBody = z.strictObject({
  task: z.string().max(200).optional(),
  unit: z.string().min(1).max(1000),
  answers: z.record(z.string(), z.unknown()).optional(),
  exclude: z.boolean().optional(),
  reason: z.string().max(10_000),
  seen: z
    .string()
    .max(100)
    .nullable()
    .describe('The last ruling you saw on the unit; null if there was none'),
  edge_case: z.boolean().default(false),
  guideline_proposal: z.string().max(10_000).nullable().default(null),
  idempotency_key: z.string().min(1).max(200),
});

const ownRulingsReply = z.object({
  allowed: z.boolean(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.string().nullable(),
});
export type OwnRulingsReply = z.infer<typeof ownRulingsReply>;

const modelVotesReply = z.object({
  shown: z.boolean(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.string().nullable(),
});
export type ModelVotesReply = z.infer<typeof modelVotesReply>;

export const rulingRoutes = [
  route({
    method: 'GET',
    path: '/api/projects/:project/queue',
    tag: 'Rulings',
    summary: 'What waits for a ruling, lowest agreement first, with the reasons',
    who: 'adjudicator, lead',
    params: projectParams,
    query: z.strictObject({
      task: taskField,
      run: z.string().max(200).optional(),
      like: z
        .string()
        .max(1000)
        .optional()
        .describe('Only cases with the same labels tied as on this unit'),
      ...pageFields,
    }),
    response: queueReply,
    handle: async ({ context, params, query }) =>
      await rulingQueue(context, { ...params, ...defined(query) }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/cases/:task/:unit',
    tag: 'Rulings',
    summary: 'The votes on a unit side by side, their consensus, and the history',
    who: 'adjudicator, lead',
    params: projectParams.extend({ task: z.string().max(200), unit: z.string().max(1000) }),
    query: z.strictObject({
      names: z.stringbool().default(false).describe('With the names of annotators; leads only'),
    }),
    response: caseReply,
    handle: async ({ context, params, query }) =>
      await showCase(context, { ...params, names: query.names }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/rulings',
    tag: 'Rulings',
    summary: 'Rule on a unit: state answers or exclude it, with a reason; votes and rulings stay',
    who: 'adjudicator, lead',
    params: projectParams,
    body: rulingBody,
    status: 201,
    response: madeRulingReply,
    handle: async ({ context, params, body }) =>
      await makeRuling(context, {
        ...params,
        unit: body.unit,
        reason: body.reason,
        seen: body.seen,
        edgeCase: body.edge_case,
        guidelineProposal: body.guideline_proposal,
        idempotencyKey: body.idempotency_key,
        ...defined({ task: body.task, answers: body.answers, exclude: body.exclude }),
      }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/own-rulings',
    tag: 'Rulings',
    summary: 'Whether people may rule on units they judged, with who allowed it and why',
    who: 'lead, adjudicator, reviewer',
    params: projectParams,
    response: ownRulingsReply,
    handle: async ({ context, params }) => await showOwnRulings(context, params.project),
  }),
  route({
    method: 'PUT',
    path: '/api/projects/:project/own-rulings',
    tag: 'Rulings',
    summary:
      'Allow people to rule on units they judged, or forbid it again; such rulings are marked',
    who: 'lead',
    params: projectParams,
    body: z.strictObject({ allowed: z.boolean(), reason: z.string().max(5000) }),
    response: ownRulingsReply,
    handle: async ({ context, params, body }) =>
      await allowOwnRulings(context, { ...params, ...body }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/model-votes',
    tag: 'Rulings',
    summary: 'Whether those who rule see the votes of models, with who decided it and why',
    who: 'lead, adjudicator, reviewer',
    params: projectParams,
    response: modelVotesReply,
    handle: async ({ context, params }) => await showModelVotes(context, params.project),
  }),
  route({
    method: 'PUT',
    path: '/api/projects/:project/model-votes',
    tag: 'Rulings',
    summary: 'Show the votes of models to those who rule, or hide them again',
    who: 'lead',
    params: projectParams,
    body: z.strictObject({ shown: z.boolean(), reason: z.string().max(5000) }),
    response: modelVotesReply,
    handle: async ({ context, params, body }) =>
      await chooseModelVotes(context, { ...params, ...body }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/edge-cases',
    tag: 'Rulings',
    summary: 'The register of edge cases, and the FAQ that grows from rulings, flags and questions',
    who: 'member; annotators without what concerns open rounds',
    params: projectParams,
    query: z.strictObject({ task: taskField }),
    response: edgeCasesReply,
    handle: async ({ context, params, query }) =>
      await edgeCases(context, { ...params, ...defined(query) }),
  }),
];
