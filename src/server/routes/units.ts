import { z } from 'zod';
import { auditLog } from '../../operations/audit-log.ts';
import { browseUnits, showUnit } from '../../operations/browse-units.ts';
import { cursorNumber, pageFields, pageOf, pageQuery } from '../paging.ts';
import { route } from '../route.ts';
import { projectParams } from './project-params.ts';
import { answers, asides } from './reply-parts.ts';
import { rulingReply } from './rulings.ts';

export const unitReply = z.object({ id: z.string(), task: z.string(), subject: z.string().nullable(), fields: z.record(z.string(), z.unknown()) });

export const judgmentReply = z.object({
  id: z.string(),
  run: z.string().nullable(),
  annotator: z.string().nullable(),
  answers,
  asides,
  guideline: z.string(),
  task_hash: z.string(),
  at: z.string(),
  seconds: z.number().nullable(),
  supersedes: z.string().nullable(),
  origin: z.enum(['workbench', 'import', 'model', 'rule']),
});

export const unitDetailReply = unitReply.extend({
  content_hash: z.string(),
  judgments: z.array(judgmentReply).nullable().meta({ description: 'Null while the reader has still to judge the unit' }),
  rulings: z.array(rulingReply).nullable(),
});

export const auditReply = z.object({ seq: z.number(), at: z.string(), actor: z.string(), action: z.string(), project: z.string().nullable(), object: z.string(), detail: z.record(z.string(), z.unknown()), hash: z.string() });

export const unitRoutes = [
  route({
    method: 'GET',
    path: '/api/projects/:project/units',
    tag: 'Units',
    summary: 'The units of a task with all their fields',
    who: 'lead, adjudicator, reviewer',
    params: projectParams,
    query: z.strictObject({ task: z.string().max(200), ...pageFields }),
    gives: pageOf(unitReply),
    handle: async ({ context, params, query: { task, limit, cursor } }) => {
      const after = cursorNumber(cursor);
      const { units, next } = await browseUnits(context, { ...params, task, limit, ...(after === undefined ? {} : { after }) });
      return { items: units, nextCursor: next === null ? null : String(next) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/units/:task/:unit',
    tag: 'Units',
    summary: 'One unit with its judgments and rulings',
    who: 'lead, adjudicator, reviewer',
    params: projectParams.extend({ task: z.string().max(200), unit: z.string().max(1000) }),
    gives: unitDetailReply,
    handle: async ({ context, params }) => await showUnit(context, params),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/audit',
    tag: 'Service',
    summary: 'What happened in a project, latest first; in the whole workspace with * as the project',
    who: 'lead, reviewer',
    params: projectParams,
    query: pageQuery,
    gives: pageOf(auditReply),
    handle: async ({ context, params, query: { limit, cursor } }) => {
      const before = cursorNumber(cursor);
      const { entries, next } = await auditLog(context, { ...params, limit, ...(before === undefined ? {} : { before }) });
      return { items: entries, nextCursor: next === null ? null : String(next) };
    },
  }),
];
