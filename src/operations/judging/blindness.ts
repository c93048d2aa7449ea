import { refuse } from '../../domain/fault.ts';
import { openRunsOf } from '../../store/rounds/work-runs.ts';
import type { OpenRun } from '../../store/rounds/work-runs.ts';
import type { WorkContext } from '../work-context.ts';

/** Where somebody would look: a project, or one task of it. */
export interface LookedAt {
  readonly project: string;
  readonly task?: string;
}

/**
 * The open runs in which the actor takes part. Until they close, the actor is blind there, whatever
 * their other roles: seeing answers would bias theirs. An account without a password is as blind as
 * the person who made its link. The command line is exempt.
 */
export async function openWork(
  context: WorkContext,
  { project, task }: LookedAt,
): Promise<readonly OpenRun[]> {
  if (context.actor.via === 'cli') return [];
  const { login, guestOf = [] } = context.actor;
  const runs = await context.store.read(async (db) => {
    const own = await openRunsOf(db, { project, annotator: login });
    for (const annotator of guestOf) own.push(...(await openRunsOf(db, { project, annotator })));
    return own;
  });
  return task === undefined ? runs : runs.filter((run) => run.task === task);
}

/** Whether the actor must not see others' answers on a task, nor what annotators may not see. */
export async function isBlind(context: WorkContext, looked: LookedAt): Promise<boolean> {
  return (await openWork(context, looked)).length > 0;
}

/** Refuses what would show somebody who takes part in an open run what others answered. */
export async function refuseWhileBlind(context: WorkContext, looked: LookedAt): Promise<void> {
  const [run] = await openWork(context, looked);
  if (run !== undefined) refuse('takes-part', { round: run.round, attempt: run.attempt });
}
