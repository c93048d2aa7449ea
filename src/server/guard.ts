import type { FastifyRequest } from 'fastify';
import { nextUnits } from '../operations/judging/next-unit.ts';
import { ownUnit } from '../operations/judging/own-units.ts';
import { authorise, authoriseWorkspace, everyRole } from '../operations/authorise.ts';
import { judgingRoles, overseeingRoles } from '../operations/authorise.ts';
import { runWork } from '../operations/rounds/run-work.ts';
import { refuseHiddenModels } from '../operations/rulings/model-votes.ts';
import type { Role, WorkContext } from '../operations/work-context.ts';
import type { Principal } from './session.ts';

const rulers = ['lead', 'adjudicator'] as const;
const readers = ['lead', 'reviewer'] as const;

/**
 * Who may call a route, in the words of its documentation, with the roles that this takes: in the
 * project of the address, or of the run there. Null: no role is needed. What else it takes is for
 * the operation to say.
 */
const audiences = {
  everybody: null,
  'everybody who is signed in': null,
  'everybody with the link': null,
  'programs on this machine, and programs that have the metrics token': null,
  'lead of the workspace': 'workspace',
  lead: ['lead'],
  'lead, reviewer': readers,
  'lead, adjudicator': rulers,
  'adjudicator, lead': rulers,
  'lead, adjudicator, reviewer': overseeingRoles,
  'lead, adjudicator, reviewer; names of people for leads and reviewers': overseeingRoles,
  'lead, reviewer; adjudicator where leads show the votes of models': overseeingRoles,
  'lead, adjudicator, and annotators who see the thread': judgingRoles,
  'lead; others for what they wrote': judgingRoles,
  member: everyRole,
  'member; annotators get their own progress only': everyRole,
  'member; annotators see their own progress only': everyRole,
  'member; annotators see their own, and those of closed rounds in which they took part': everyRole,
  'member; annotators without keys and rules': everyRole,
  'member; annotators without what concerns open rounds': everyRole,
  'annotators of the run': judgingRoles,
  'participants of the run': judgingRoles,
  'the annotator who holds the unit': judgingRoles,
} as const satisfies Readonly<Record<string, readonly Role[] | 'workspace' | null>>;

/** Who may call a route. */
export type Who = keyof typeof audiences;

interface Place {
  readonly project?: string;
  readonly run?: string;
  readonly unit?: string;
}

/** Refuses whoever lacks the role, before the body of the request is read. */
export function checkRole(who: Who, { actor }: Principal, params: FastifyRequest['params']): void {
  const roles = audiences[who];
  const { project } = params as Place;
  if (roles === 'workspace') authoriseWorkspace(actor);
  else if (roles !== null && project !== undefined) authorise(actor, project, ...roles);
}

/**
 * Refuses whoever may not ask, where only the record knows. Asked when something else is wrong with
 * a request, so that nobody learns more than that; a request that is right costs nothing more.
 */
export async function checkRecord(
  who: Who,
  context: WorkContext,
  params: FastifyRequest['params'],
): Promise<void> {
  const { project, run, unit } = params as Place;
  const roles = audiences[who];
  if (run !== undefined && Array.isArray(roles)) await runWork(context, run, ...roles);
  if (who === 'annotators of the run') await nextUnits(context, { run: run!, claim: false });
  if (who === 'the annotator who holds the unit')
    await ownUnit(context, { run: run!, unit: unit! });
  if (who === 'lead, reviewer; adjudicator where leads show the votes of models')
    await refuseHiddenModels(context, project!);
}
