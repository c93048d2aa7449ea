import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import {
  listPolicies,
  listVerdicts,
  verdictStates,
} from '../../../operations/verdicts/list-verdicts.ts';
import { previewVerdict } from '../../../operations/verdicts/preview-verdict.ts';
import { showVerdict } from '../../../operations/verdicts/show-verdict.ts';
import { pageFields } from '../../paging.ts';
import { route } from '../../route.ts';
import { projectParams } from '../project-params.ts';
import { answer, answers, codedText } from '../reply-parts.ts';

const hash = z.string().nullable();
const some = z.record(z.string(), z.unknown());

const policiesReply = z.object({
  policies: z.array(
    z.object({
      policy: z.string(),
      title: z.string(),
      task: z.string(),
      topic: z.string(),
      kind: z.enum(['points', 'ladder']),
      verdicts: z.array(z.string()).describe('As declared, from mildest to gravest'),
      default: z.string(),
      hash: z.string(),
    }),
  ),
  ks: z.array(z.number()),
  subjects: z.number(),
  problems: z.array(codedText).describe('Warnings about the verdicts'),
});
export type PoliciesReply = z.infer<typeof policiesReply>;
export type PolicyReply = PoliciesReply['policies'][number];

const verdictRow = z.object({
  subject: z.string(),
  fields: some,
  verdict: z.string().nullable().describe('Null if there is no truth about any unit'),
  reason: z
    .string()
    .nullable()
    .describe(
      'Short name of the rule that applied; null with points; insufficient without a verdict',
    ),
  score: z.number().nullable(),
  incidents: z.number(),
  units: z.number(),
  missing: z.number(),
  open: z.number(),
  rulings: z.number(),
});
export type VerdictRow = z.infer<typeof verdictRow>;

const verdictsReply = z.object({
  policy: z.string(),
  k: z.number(),
  items: z.array(verdictRow),
  total: z.number().describe('Number of subjects that match the filter, on all pages'),
  next_cursor: z.string().nullable(),
  summary: z.object({
    subjects: z.number(),
    distribution: z.record(z.string(), z.number()),
    insufficient: z.number(),
    missing: z.number(),
    open: z.number(),
    overrides: z.object({ applied: z.number(), unused: z.number(), stale: z.number() }),
    hashes: z
      .record(z.string(), hash)
      .describe('term_hash, policy_hash, weights_hash, overrides_hash'),
  }),
});
export type VerdictsReply = z.infer<typeof verdictsReply>;

const incident = z.object({
  unit: z.string(),
  severity: z.string(),
  base_points: z.number(),
  modifiers: z.array(z.object({ title: z.string(), points: z.number() })),
  total_points: z.number(),
  recency_weight: z.number(),
  weighted_points: z.number(),
});

const reason = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('points'),
    score: z.number(),
    incidents: z.array(incident),
    subject_modifiers: z.array(
      z.object({ title: z.string(), points: z.number(), token: z.string() }),
    ),
    threshold: z
      .object({ verdict: z.string(), min: z.number().nullable(), max: z.number().nullable() })
      .nullable(),
  }),
  z.object({ kind: z.literal('ladder'), label: z.string() }),
  z.object({ kind: z.literal('insufficient') }),
]);

const condition = z.object({
  text: z.string().nullable(),
  condition: z.string(),
  requires: z.string().nullable(),
  needed: z.number(),
  count: z.number(),
  holds: z.boolean(),
  units: z.array(z.string()),
});

const consensus = z.object({
  unit: z.string(),
  task: z.string(),
  questions: z.array(
    z.object({
      question: z.string(),
      answer: answer.nullable(),
      confidence: z.number().nullable(),
      votes: z.array(z.object({ answer, weight: z.number() })),
      tied: z.array(answer),
      tie_broken: z.boolean(),
    }),
  ),
  open: z.array(codedText),
});

const explainedUnit = z.object({
  id: z.string(),
  state: z.enum(['known', 'open', 'missing', 'excluded']),
  date: z.string().nullable(),
  answers,
  ruling: z.object({ by: z.string(), reason: z.string() }).nullable(),
  is_partial: z.boolean(),
  grounds: z.object({
    line: codedText.nullable(),
    votes: z.array(z.object({ annotator: z.string(), weight: z.number(), answers })),
    consensus: consensus.nullable(),
    stored: answers.nullable(),
    quotes: z.array(z.object({ annotator: z.string(), question: z.string(), text: z.string() })),
  }),
  text: z.string().nullable(),
});

const verdictReply = z.object({
  policy: some.describe('The policy as its file has it'),
  topic: z.string(),
  subject: z.object({ id: z.string(), fields: some }),
  verdict: z.object({
    subject: z.string(),
    k: z.number(),
    verdict: z.string().nullable(),
    reason,
    evidence: z.object({
      units: z.number(),
      judged: z.number(),
      missing: z.array(z.string()),
      open: z.array(z.string()),
      excluded: z.number(),
    }),
  }),
  rules: z
    .array(
      z.object({
        verdict: z.string(),
        label: z.string(),
        logic: z.enum(['any', 'all']),
        holds: z.boolean(),
        conditions: z.array(condition),
      }),
    )
    .nullable(),
  fallback: z.object({ verdict: z.string(), label: z.string() }),
  hidden_votes: z.number().describe('Votes of models that are hidden from those who rule'),
  units: z.array(explainedUnit),
  others: z.array(
    z.object({
      policy: z.string(),
      k: z.number(),
      verdict: z.string().nullable(),
      score: z.number().nullable(),
    }),
  ),
  last_rulings: z
    .record(z.string(), z.string())
    .describe('By unit, the value of seen for a new ruling'),
});
export type VerdictReply = z.infer<typeof verdictReply>;
export type TraceUnit = VerdictReply['units'][number];

export const previewBody = z.strictObject({
  task: z.string().max(200).optional(),
  unit: z.string().min(1).max(1000),
  answers: z.record(z.string(), z.unknown()).optional(),
  exclude: z.boolean().optional(),
});

export const previewedSubjects = z.array(
  z.object({
    subject: z.string(),
    policies: z.array(
      z.object({
        policy: z.string(),
        k: z.number(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        score_before: z.number().nullable(),
        score_after: z.number().nullable(),
      }),
    ),
  }),
);

export const rulingFaults = z.array(
  codedText.extend({ message: z.string(), field: z.string().optional() }),
);

const whatIfReply = z.object({
  subjects: previewedSubjects,
  faults: rulingFaults,
  still_open: z.array(z.string()),
});
export type WhatIfReply = z.infer<typeof whatIfReply>;

const choice = {
  policy: z.string().max(200).optional().describe('Default: the first policy'),
  k: z.coerce.number().int().positive().optional().describe('Default: the smallest K'),
};
const shared = { tag: 'Verdicts', who: 'lead, adjudicator, reviewer' } as const;

export const verdictRoutes = [
  route({
    ...shared,
    method: 'GET',
    path: '/api/projects/:project/policies',
    summary: 'The policies of the protocol with their verdicts, and the K',
    params: projectParams,
    response: policiesReply,
    handle: async ({ context, params }) => await listPolicies(context, params),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/projects/:project/verdicts',
    summary: 'The verdict of a policy on every subject, with a summary',
    params: projectParams,
    query: z.strictObject({
      ...choice,
      verdict: z.string().max(200).optional(),
      q: z
        .string()
        .max(200)
        .optional()
        .describe('A part of the subject’s id or of one of its fields'),
      state: z
        .enum(verdictStates)
        .default('all')
        .describe('missing: with missing or open units; overridden: with rulings'),
      ...pageFields,
    }),
    response: verdictsReply,
    handle: async ({ context, params, query }) => {
      const page = await listVerdicts(context, { ...params, ...defined(query) });
      return { ...page, summary: { ...page.summary, hashes: { ...page.summary.hashes } } };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/projects/:project/verdicts/:subject',
    summary: 'A verdict with its rules or points, units, votes, weights, rulings and quotes',
    who: 'lead, adjudicator, reviewer; names of people for leads and reviewers',
    params: projectParams.extend({ subject: z.string().min(1).max(1000) }),
    query: z.strictObject({
      ...choice,
      units: z
        .enum(['counted', 'all'])
        .default('counted')
        .describe('counted: units that counted, were ruled on or are open; all: all of the K'),
    }),
    response: verdictReply,
    handle: async ({ context, params, query }) =>
      await showVerdict(context, { ...params, ...defined(query) }),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/api/projects/:project/verdicts/preview',
    summary: 'The verdicts of all policies after a ruling; nothing is saved',
    params: projectParams,
    body: previewBody,
    status: 200,
    response: whatIfReply,
    handle: async ({ context, params, body }) =>
      await previewVerdict(context, { ...params, ...defined(body) }),
  }),
];
