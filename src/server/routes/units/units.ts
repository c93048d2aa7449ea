import { z } from 'zod';
import { standingNames } from '../../../domain/fold/standing.ts';
import { defined } from '../../../domain/defined.ts';
import { auditLog, auditNames } from '../../../operations/workspace/audit-log.ts';
import { exploreUnits, unitChoices } from '../../../operations/units/explore-units.ts';
import { showUnit } from '../../../operations/units/show-unit.ts';
import { cursorNumber } from '../../../operations/cursor.ts';
import { pageFields, pageOf } from '../../paging.ts';
import { route } from '../../route.ts';
import { projectParams } from '../project-params.ts';
import { answers, asides, codedText } from '../reply-parts.ts';
import { rulingReply } from '../rulings/rulings.ts';
import { exploreQuery, filterOf } from './unit-filter.ts';

const unitReply = z.object({
  id: z.string(),
  task: z.string(),
  subject: z.string().nullable(),
  fields: z.record(z.string(), z.unknown()),
});

const truthReply = z.object({ state: z.enum(standingNames), line: codedText });

const exploredReply = unitReply.extend({
  truth: truthReply.nullable().describe('Null while you judge in an open run of the task'),
  votes: z
    .array(z.object({ answers, count: z.number(), is_counted: z.boolean() }))
    .nullable()
    .describe('Judgments of people and models; those that say the same together'),
  agreement: z.number().nullable().describe('The share of pairs of answers that are the same'),
  flags: z
    .array(z.object({ id: z.string(), text: z.string(), by: z.string(), at: z.string() }))
    .describe('Why somebody flagged it in the list of units'),
});
export type ExploredReply = z.infer<typeof exploredReply>;

const exploreReply = pageOf(exploredReply).extend({
  total: z.number(),
  standings: z.record(z.enum(standingNames), z.number()).nullable(),
});
export type ExploreReply = z.infer<typeof exploreReply>;

const unitChoicesReply = z.object({
  fields: z.array(
    z.object({
      field: z.string(),
      distinct: z.number(),
      values: z.array(z.object({ value: z.string(), count: z.number() })),
    }),
  ),
  annotators: z.array(z.string()).nullable(),
});
export type UnitChoicesReply = z.infer<typeof unitChoicesReply>;

const judgmentReply = z.object({
  id: z.string(),
  run: z.string().nullable(),
  annotator: z.string().nullable(),
  answers,
  asides,
  assisted: z.boolean().describe('Whether a suggestion was in sight: it is not independent'),
  guideline: z.string(),
  task_hash: z.string(),
  at: z.string(),
  seconds: z.number().nullable(),
  supersedes: z.string().nullable(),
  origin: z.enum(['workbench', 'import', 'model', 'rule']),
  attempt: z.string().nullable().describe('The attempt that a model answered in'),
  uncounted: codedText.nullable().describe('Why it does not count'),
});

const unitDetailReply = unitReply.extend({
  content_hash: z.string(),
  truth: truthReply.nullable().describe('What is true of the unit, and why'),
  judgments: z
    .array(judgmentReply)
    .nullable()
    .describe('Null while you judge in an open run of the task'),
  hidden_votes: z.number().describe('Votes of models that are hidden from those who rule'),
  rulings: z.array(rulingReply).nullable(),
  flags: z
    .array(z.object({ id: z.string(), text: z.string(), by: z.string(), at: z.string() }))
    .describe('Why somebody flagged it in the list of units'),
});
export type UnitDetailReply = z.infer<typeof unitDetailReply>;

const auditReply = z.object({
  seq: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  project: z.string().nullable(),
  object: z.string(),
  detail: z.record(z.string(), z.unknown()),
  hash: z.string(),
});
export type AuditReply = z.infer<typeof auditReply>;

const auditNamesReply = z.object({ actors: z.array(z.string()), actions: z.array(z.string()) });
export type AuditNamesReply = z.infer<typeof auditNamesReply>;

const names = z
  .string()
  .max(1000)
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );

const auditQuery = z.strictObject({
  ...pageFields,
  actor: z.string().max(200).optional().describe('Only entries of this account'),
  actions: names.optional().describe('Only these actions, comma-separated'),
  without: names.optional().describe('Without these actions, comma-separated'),
  object: z.string().max(500).optional().describe('Prefix of the object, such as run/ or ruling/'),
  from: z.iso
    .datetime({ offset: true })
    .transform(utc)
    .optional()
    .describe('At or after this time'),
  to: z.iso.datetime({ offset: true }).transform(utc).optional().describe('Before this time'),
});

/** Times are kept in one form, so that they can be compared as text. */
function utc(text: string): string {
  return new Date(text).toISOString();
}

export const unitRoutes = [
  route({
    method: 'GET',
    path: '/api/projects/:project/units',
    tag: 'Units',
    summary: 'Units of a task by words, fields, rounds and what is known about them',
    who: 'lead, adjudicator, reviewer',
    params: projectParams,
    query: exploreQuery,
    response: exploreReply,
    handle: async ({ context, params, query }) => {
      const { cursor, ...filter } = filterOf(query);
      const offset = cursorNumber(cursor) ?? 0;
      const asked = defined({ ...params, ...filter, offset });
      const { units, total, standings, next } = await exploreUnits(context, asked);
      return { items: units, total, standings, nextCursor: next === null ? null : String(next) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/unit-choices',
    tag: 'Units',
    summary: 'What the units of a task can be filtered by: fields with frequent values, annotators',
    who: 'lead, adjudicator, reviewer',
    params: projectParams,
    query: z.strictObject({ task: z.string().max(200) }),
    response: unitChoicesReply,
    handle: async ({ context, params, query }) =>
      await unitChoices(context, { ...params, ...query }),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/units/:task/:unit',
    tag: 'Units',
    summary: 'One unit with its judgments and rulings',
    who: 'lead, adjudicator, reviewer',
    params: projectParams.extend({ task: z.string().max(200), unit: z.string().max(1000) }),
    response: unitDetailReply,
    handle: async ({ context, params }) => await showUnit(context, params),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/audit',
    tag: 'Service',
    summary: 'The audit log of a project, latest first; * is the whole workspace',
    who: 'lead, reviewer',
    params: projectParams,
    query: auditQuery,
    response: pageOf(auditReply),
    handle: async ({ context, params, query: { limit, cursor, ...given } }) => {
      const filter = defined({ ...params, ...given, limit, before: cursorNumber(cursor) });
      const { entries, next } = await auditLog(context, filter);
      return { items: entries, nextCursor: next === null ? null : String(next) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/audit/names',
    tag: 'Service',
    summary: 'The actors and actions in the audit log, for filters',
    who: 'lead, reviewer',
    params: projectParams,
    response: auditNamesReply,
    handle: async ({ context, params }) => await auditNames(context, params.project),
  }),
];
