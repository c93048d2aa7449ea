import type { ErrorCode } from '../../domain/errors.ts';
import { InputError } from '../../domain/fault.ts';
import { rolesOf } from '../../store/people/memberships.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { lockRun } from '../../store/rounds/run-lock.ts';
import {
  openRuns,
  openRunsOf,
  releaseAll,
  removeFromEverybody,
  runAnnotators,
  setPerUnit,
  setRunAnnotators,
} from '../../store/rounds/work-runs.ts';
import { countOwn } from '../../store/judging/progress.ts';
import { hasAllUnits } from '../../truth/rounds/run-demand.ts';
import { audit } from '../audit.ts';
import { judgingRoles } from '../authorise.ts';
import { reassignRun } from './reassign-run.ts';
import { loadRunWork } from './run-work.ts';
import type { RunWork } from './run-work.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** Who leaves which run. */
export interface Leaving {
  readonly work: RunWork;
  readonly run: RoundRun;
  readonly annotator: string;
}

/**
 * Takes somebody out of a locked open run and gives their open units evenly to the others. Returns
 * how many units moved.
 */
export async function leaveRun(
  tx: WriteTransaction,
  context: WorkContext,
  { work, run, annotator }: Leaving,
): Promise<number> {
  const annotators = (await runAnnotators(tx, run.id)).filter((one) => one !== annotator);
  const own = await countOwn(tx, { run: run.id, annotator });
  let moved = 0;
  if (hasAllUnits(work.round, annotator)) {
    moved = await removeFromEverybody(tx, run.id, annotator);
    await setPerUnit(tx, run.id, Math.max(run.perUnit - 1, 1));
  } else if (run.handOut === 'open') moved = await releaseAll(tx, run.id, annotator);
  else if (own.judged < own.held) moved = await reassignRun(tx, run, annotators);
  await setRunAnnotators(tx, run.id, annotators);
  auditRemoval(tx, context, run, { annotator, moved });
  return moved;
}

/** Faults that mean that too few are left to take over. */
const unfilled: readonly ErrorCode[] = ['too-few-annotators', 'nobody-to-assign'];

/** Somebody who may no longer judge, in one project or anywhere. */
export interface LeavingPerson {
  readonly account: string;
  readonly login: string;
  readonly project?: string;
  /** Ignores remaining roles, as for a disabled account. */
  readonly isOut: boolean;
}

/** Loads the open runs of somebody, so that the write need not wait for it. */
export async function prepareLeaving(
  { store }: Pick<WorkContext, 'store'>,
  login: string,
): Promise<void> {
  for (const run of await store.read((db) => openRunsOf(db, { annotator: login })))
    await loadRunWork(store, run.id);
}

/**
 * Takes somebody who may no longer judge out of their open runs, in the same write. If too few are
 * left to take over, their work becomes free for the next person who joins. Returns the changed
 * runs.
 */
export async function leaveRuns(
  tx: WriteTransaction,
  context: WorkContext,
  person: LeavingPerson,
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { id, project } of await openRuns(tx, person.project)) {
    const roles = person.isOut ? [] : await rolesOf(tx, person.account, project);
    if (roles.some((role) => judgingRoles.includes(role))) continue;
    // Even where they take no part yet: another server may be adding them.
    await lockRun(tx, id);
    const run = await findRun(tx, id);
    const isOpen = run !== null && run.closedAt === null;
    if (!isOpen || !(await runAnnotators(tx, id)).includes(person.login)) continue;
    const work = await loadRunWork(context.store, id);
    if (work === null) continue;
    try {
      await leaveRun(tx, context, { work, run, annotator: person.login });
    } catch (failure) {
      if (!(failure instanceof InputError)) throw failure;
      if (!failure.faults.every(({ code }) => unfilled.includes(code))) throw failure;
      await leaveUnfilled(tx, context, run, person.login);
    }
    changed.push(id);
  }
  return changed;
}

async function leaveUnfilled(
  tx: WriteTransaction,
  context: WorkContext,
  run: RoundRun,
  annotator: string,
): Promise<void> {
  const freed = await releaseAll(tx, run.id, annotator);
  const annotators = (await runAnnotators(tx, run.id)).filter((one) => one !== annotator);
  await setRunAnnotators(tx, run.id, annotators);
  auditRemoval(tx, context, run, { annotator, moved: 0, freed });
}

function auditRemoval(
  tx: WriteTransaction,
  context: WorkContext,
  { id, project }: RoundRun,
  detail: Readonly<Record<string, unknown>>,
): void {
  const removed = { project, object: `run/${id}`, detail };
  audit(tx, context.actor, timeOf(context), 'annotator-remove', removed);
}
