import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import type { Defined } from '../../../domain/defined.ts';
import { monitorChecklists } from '../../../operations/monitoring/monitor-checklists.ts';
import {
  monitorAgreement,
  monitorAnnotators,
  monitorAssistance,
  monitorPairs,
  monitorConfusions,
  monitorPairUnits,
  monitorSpeed,
} from '../../../operations/monitoring/monitor-figures.ts';
import { monitorLabels } from '../../../operations/monitoring/monitor-labels.ts';
import { monitorOverview } from '../../../operations/monitoring/monitor-overview.ts';
import { monitorProgress } from '../../../operations/monitoring/monitor-progress.ts';
import type { WorkContext } from '../../../operations/work-context.ts';
import { pageFields } from '../../paging.ts';
import { route } from '../../route.ts';
import {
  agreementReply,
  annotatorsReply,
  assistanceReply,
  checklistsReply,
  labelsReply,
  overviewReply,
  pairsReply,
  confusionsReply,
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
    .describe('Required only if there are several tasks and no run is named'),
  run: z.string().max(200).optional().describe('Only this run'),
};
const scopeQuery = z.strictObject(scopeFields);
const shared = {
  method: 'GET',
  tag: 'Monitoring',
  who: 'lead, adjudicator, reviewer',
  params: projectParams,
} as const;

export const monitorRoutes = [
  route({
    ...shared,
    path: '/api/projects/:project/monitor/overview',
    summary: 'Agreement, progress and forecast at a glance, and who and what needs a look',
    query: scopeQuery,
    response: overviewReply,
    handle: figures(monitorOverview),
  }),
  route({
    ...shared,
    path: '/api/projects/:project/monitor/speed',
    summary: 'Speed of each annotator, against the limits of the protocol',
    query: scopeQuery,
    response: speedReply,
    handle: figures(monitorSpeed),
  }),
  route({
    ...shared,
    path: '/api/projects/:project/monitor/agreement',
    summary: 'Agreement per question, overall and week by week, with intervals',
    query: scopeQuery,
    response: agreementReply,
    handle: figures(monitorAgreement),
  }),
  route({
    ...shared,
    path: '/api/projects/:project/monitor/pairs',
    summary: 'Agreement of every pair of annotators',
    query: scopeQuery,
    response: pairsReply,
    handle: figures(monitorPairs),
  }),
  route({
    ...shared,
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
    handle: figures(monitorPairUnits),
  }),
  route({
    ...shared,
    path: '/api/projects/:project/monitor/pairs/confusion',
    summary: 'How two annotators answered each question: units for every pair of answers',
    who: 'lead, reviewer',
    query: z.strictObject({
      ...scopeFields,
      first: z.string().max(200),
      second: z.string().max(200),
      question: z.string().max(200).optional(),
    }),
    response: confusionsReply,
    handle: figures(monitorConfusions),
  }),
  route({
    ...shared,
    path: '/api/projects/:project/monitor/annotators',
    summary: 'Each annotator against the majority of the others, with outliers',
    query: scopeQuery,
    response: annotatorsReply,
    handle: figures(monitorAnnotators),
  }),
  route({
    ...shared,
    path: '/api/projects/:project/monitor/assistance',
    summary: 'Assisted rounds: how often suggestions are accepted, time saved, anchoring',
    query: scopeQuery,
    response: assistanceReply,
    handle: figures(monitorAssistance),
  }),
  route({
    ...shared,
    path: '/api/projects/:project/monitor/labels',
    summary: 'Positives and prevalence per label, and the truth against weak labels',
    query: scopeQuery,
    response: labelsReply,
    handle: figures(monitorLabels),
  }),
  route({
    ...shared,
    path: '/api/projects/:project/monitor/progress',
    summary: 'Progress of the work, and a forecast at the current pace',
    query: scopeQuery,
    response: progressReply,
    handle: figures(monitorProgress),
  }),
  route({
    ...shared,
    path: '/api/projects/:project/monitor/checklists',
    summary: 'The three checklists of quality control, every item computed from the record',
    query: z.strictObject({ task: scopeFields.task }),
    response: checklistsReply,
    handle: figures(monitorChecklists),
  }),
];

type Figures<Query, Result> = (
  context: WorkContext,
  scope: { readonly project: string } & Defined<Query>,
) => Promise<Result>;

/** Handles a request for figures: the query is the scope. */
function figures<Query extends object, Result>(compute: Figures<Query, Result>) {
  return async (call: {
    readonly context: WorkContext;
    readonly params: { readonly project: string };
    readonly query: Query;
  }): Promise<Result> => await compute(call.context, { ...call.params, ...defined(call.query) });
}
