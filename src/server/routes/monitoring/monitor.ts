import { z } from 'zod';
import { monitorChecklists } from '../../../operations/monitoring/monitor-checklists.ts';
import {
  monitorAgreement,
  monitorAnnotators,
  monitorPairs,
  monitorPairUnits,
  monitorSpeed,
} from '../../../operations/monitoring/monitor-figures.ts';
import { monitorLabels } from '../../../operations/monitoring/monitor-labels.ts';
import { monitorOverview } from '../../../operations/monitoring/monitor-overview.ts';
import { monitorProgress } from '../../../operations/monitoring/monitor-progress.ts';
import { pageFields } from '../../paging.ts';
import { route } from '../../route.ts';
import {
  agreementReply,
  annotatorsReply,
  checklistsReply,
  labelsReply,
  overviewReply,
  pairsReply,
  pairUnitsReply,
  progressReply,
  speedReply,
} from './monitor-replies.ts';
import { projectParams } from '../project-params.ts';

const scopeFields = {
  task: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'May be left out where a run is named, or where there is one task' }),
  run: z.string().max(200).optional().meta({ description: 'Only this run' }),
};
const scopeQuery = z.strictObject(scopeFields);
const figures = {
  method: 'GET',
  tag: 'Monitoring',
  who: 'lead, adjudicator, reviewer',
  params: projectParams,
} as const;

export const monitorRoutes = [
  route({
    ...figures,
    path: '/api/projects/:project/monitor/overview',
    summary: 'Agreement, progress and forecast at a glance, and who and what needs a look',
    query: scopeQuery,
    response: overviewReply,
    handle: async ({ context, params, query }) =>
      await monitorOverview(context, { ...params, ...scopeOf(query) }),
  }),
  route({
    ...figures,
    path: '/api/projects/:project/monitor/speed',
    summary: 'How fast everybody works, against the limits of the protocol',
    query: scopeQuery,
    response: speedReply,
    handle: async ({ context, params, query }) =>
      await monitorSpeed(context, { ...params, ...scopeOf(query) }),
  }),
  route({
    ...figures,
    path: '/api/projects/:project/monitor/agreement',
    summary: 'Agreement per question, overall and week by week, with intervals',
    query: scopeQuery,
    response: agreementReply,
    handle: async ({ context, params, query }) =>
      await monitorAgreement(context, { ...params, ...scopeOf(query) }),
  }),
  route({
    ...figures,
    path: '/api/projects/:project/monitor/pairs',
    summary: 'How far every pair of annotators agrees',
    query: scopeQuery,
    response: pairsReply,
    handle: async ({ context, params, query }) =>
      await monitorPairs(context, { ...params, ...scopeOf(query) }),
  }),
  route({
    ...figures,
    path: '/api/projects/:project/monitor/pairs/units',
    summary: 'The units on which two annotators differ, with both answers',
    who: 'lead, reviewer',
    query: z.strictObject({
      ...scopeFields,
      first: z.string().max(200),
      second: z.string().max(200),
      question: z.string().max(200).optional(),
      ...pageFields,
    }),
    response: pairUnitsReply,
    handle: async ({
      context,
      params,
      query: { first, second, question, limit, cursor, ...scope },
    }) =>
      await monitorPairUnits(context, {
        ...params,
        ...scopeOf(scope),
        first,
        second,
        limit,
        ...(question === undefined ? {} : { question }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
  }),
  route({
    ...figures,
    path: '/api/projects/:project/monitor/annotators',
    summary: 'Everybody against the majority of the others, with outliers',
    query: scopeQuery,
    response: annotatorsReply,
    handle: async ({ context, params, query }) =>
      await monitorAnnotators(context, { ...params, ...scopeOf(query) }),
  }),
  route({
    ...figures,
    path: '/api/projects/:project/monitor/labels',
    summary:
      'Positives and prevalence per label with their limits, and the truth against the weak labels',
    query: scopeQuery,
    response: labelsReply,
    handle: async ({ context, params, query }) =>
      await monitorLabels(context, { ...params, ...scopeOf(query) }),
  }),
  route({
    ...figures,
    path: '/api/projects/:project/monitor/progress',
    summary: 'How far the work is, and when it will be done at the present pace',
    query: scopeQuery,
    response: progressReply,
    handle: async ({ context, params, query }) =>
      await monitorProgress(context, { ...params, ...scopeOf(query) }),
  }),
  route({
    ...figures,
    path: '/api/projects/:project/monitor/checklists',
    summary: 'The three checklists of quality control, every item computed from the record',
    query: z.strictObject({ task: scopeFields.task }),
    response: checklistsReply,
    handle: async ({ context, params, query: { task } }) =>
      await monitorChecklists(context, { ...params, ...(task === undefined ? {} : { task }) }),
  }),
];

function scopeOf({ task, run }: z.output<typeof scopeQuery>): {
  readonly task?: string;
  readonly run?: string;
} {
  return { ...(task === undefined ? {} : { task }), ...(run === undefined ? {} : { run }) };
}
