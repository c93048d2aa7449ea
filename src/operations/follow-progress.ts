import { judgmentsSince, lastJudgmentSeq } from '../store/judgments.ts';
import { listRuns } from '../store/rounds.ts';
import { authorise, everyRole, overseeingRoles } from './authorise.ts';
import { requireProject } from './people.ts';
import type { WorkContext } from './work-context.ts';
import type { Workspace } from './workspace.ts';

/** How far somebody has followed a project. */
export interface ProgressMark {
  /** The last place in the log of judgments. */
  readonly judgment: number;
  /** The runs that are there, and whether they were open. */
  readonly runs: ReadonlyMap<string, boolean>;
}

/** What happened in a project. */
export type ProgressEvent = { readonly kind: 'progress' } | { readonly kind: 'round'; readonly run: string; readonly round: string; readonly attempt: number; readonly state: 'opened' | 'closed' };

/** Lets members follow a project; those who oversee it also hear that somebody saved something. */
export async function mayFollow(context: WorkContext, project: string): Promise<{ readonly seesProgress: boolean }> {
  const role = authorise(context.actor, project, ...everyRole);
  await context.store.read((db) => requireProject(db, project));
  return { seesProgress: overseeingRoles.includes(role) };
}

/** What happened behind a mark; nothing when there is none yet. Costs the same however much was done before. */
export async function lookForProgress(workspace: Workspace, project: string, mark: ProgressMark | null): Promise<{ readonly mark: ProgressMark; readonly events: readonly ProgressEvent[] }> {
  return await workspace.store.read(async (db) => {
    const judgment = await lastJudgmentSeq(db);
    const runs = await listRuns(db, project);
    const next = { judgment, runs: new Map(runs.map((run) => [run.id, run.closedAt === null])) };
    if (mark === null) return { mark: next, events: [] };
    const events: ProgressEvent[] = [];
    for (const { id, round, attempt, closedAt } of runs) {
      const before = mark.runs.get(id);
      if (before === undefined) events.push({ kind: 'round', run: id, round, attempt, state: 'opened' });
      if (before !== false && closedAt !== null) events.push({ kind: 'round', run: id, round, attempt, state: 'closed' });
    }
    if (judgment > mark.judgment && (await judgmentsSince(db, { project, after: mark.judgment, limit: 1 })).length > 0) events.push({ kind: 'progress' });
    return { mark: next, events };
  });
}
