import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import { lockLogs } from '../log-lock.ts';
import { prepared } from '../prepared.ts';
import type { Tables, TimeText } from '../tables.ts';

/** A round of the protocol that was opened, once or again. */
export interface RoundRun {
  readonly id: string;
  readonly project: string;
  readonly round: string;
  /** 1 for the first time. */
  readonly attempt: number;
  readonly task: string;
  readonly protocolVersion: number;
  readonly guideline: string;
  readonly taskHash: string;
  readonly seed: number;
  readonly perUnit: number;
  readonly handOut: 'balanced' | 'open';
  readonly openedAt: TimeText;
  readonly openedBy: string;
  readonly closedAt: TimeText | null;
  readonly closedBy: string | null;
}

/** A unit of a run. */
export interface RunUnit {
  readonly unit: string;
  readonly position: number;
  readonly inclusionProbability: number | null;
}

/** Opens a run; its attempt is one more than the round had. */
export async function insertRun(
  tx: Transaction<Tables>,
  run: Omit<RoundRun, 'attempt' | 'closedAt' | 'closedBy'>,
): Promise<RoundRun> {
  // Two leads who open the round at once get two attempts, one after the other.
  await lockLogs(tx);
  const before = await tx
    .selectFrom('round_run')
    .select((eb) => eb.fn.max('attempt').as('attempt'))
    .where('project', '=', run.project)
    .where('round', '=', run.round)
    .executeTakeFirst();
  const attempt = (before?.attempt ?? 0) + 1;
  await tx
    .insertInto('round_run')
    .values({
      id: run.id,
      project: run.project,
      round: run.round,
      attempt,
      task: run.task,
      protocol_version: run.protocolVersion,
      guideline_version: run.guideline,
      task_hash: run.taskHash,
      seed: run.seed,
      per_unit: run.perUnit,
      hand_out: run.handOut,
      opened_at: run.openedAt,
      opened_by: run.openedBy,
      closed_at: null,
      closed_by: null,
    })
    .execute();
  return { ...run, attempt, closedAt: null, closedBy: null };
}

/** Closes a run; false when it is closed already, or is not there. */
export async function closeRun(
  tx: Transaction<Tables>,
  given: { readonly id: string; readonly at: TimeText; readonly by: string },
): Promise<boolean> {
  const result = await tx
    .updateTable('round_run')
    .set({ closed_at: given.at, closed_by: given.by })
    .where('id', '=', given.id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** One run. */
export async function findRun(db: Kysely<Tables>, id: string): Promise<RoundRun | null> {
  return (await selectRunById(db, { id })).rows[0] ?? null;
}

/** The latest run of a round. */
export async function latestRun(
  db: Kysely<Tables>,
  project: string,
  round: string,
): Promise<RoundRun | null> {
  return (
    (await selectRun(db)
      .where('project', '=', project)
      .where('round', '=', round)
      .orderBy('attempt', 'desc')
      .limit(sql.lit(1))
      .executeTakeFirst()) ?? null
  );
}

/** All runs of a project, in the order in which they were opened. */
export function listRuns(db: Kysely<Tables>, project: string): Promise<readonly RoundRun[]> {
  return selectRun(db)
    .where('project', '=', project)
    .orderBy('opened_at')
    .orderBy('round')
    .orderBy('attempt')
    .execute();
}

/** Adds the units of a run. */
export async function insertRunUnits(
  tx: Transaction<Tables>,
  run: string,
  units: readonly RunUnit[],
): Promise<void> {
  await bulkInsert(
    tx,
    'run_unit',
    runUnitColumns,
    units.map(({ unit, position, inclusionProbability }) => [
      run,
      unit,
      position,
      inclusionProbability,
    ]),
  );
  await refreshStatistics(tx, 'run_unit', units.length);
}

/** The units of a run in their order. */
export function runUnits(db: Kysely<Tables>, run: string): Promise<readonly RunUnit[]> {
  return db
    .selectFrom('run_unit')
    .select(['unit', 'position', 'inclusion_probability as inclusionProbability'])
    .where('run', '=', run)
    .orderBy('position')
    .execute();
}

/** Whether a unit is part of a run. */
export async function isRunUnit(db: Kysely<Tables>, run: string, unit: string): Promise<boolean> {
  return (await selectRunUnit(db, { run, unit })).rows.length > 0;
}

/** The units of a task that some run has used; a repeated round takes others. */
export async function usedUnits(
  db: Kysely<Tables>,
  project: string,
  task: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('run_unit')
    .innerJoin('round_run', 'round_run.id', 'run_unit.run')
    .select('run_unit.unit')
    .distinct()
    .where('round_run.project', '=', project)
    .where('round_run.task', '=', task)
    .execute();
  return new Set(rows.map((row) => row.unit));
}

/** The columns as they are named outside the store. */
function selectRun(db: Kysely<Tables>) {
  return db
    .selectFrom('round_run')
    .select([
      'id',
      'project',
      'round',
      'attempt',
      'task',
      'protocol_version as protocolVersion',
      'guideline_version as guideline',
      'task_hash as taskHash',
      'seed',
      'per_unit as perUnit',
    ])
    .select([
      'hand_out as handOut',
      'opened_at as openedAt',
      'opened_by as openedBy',
      'closed_at as closedAt',
      'closed_by as closedBy',
    ]);
}

const selectRunById = prepared((db: Kysely<Tables>, given: { readonly id: string }) =>
  selectRun(db).where('id', '=', given.id),
);

const selectRunUnit = prepared(
  (db: Kysely<Tables>, given: { readonly run: string; readonly unit: string }) =>
    db
      .selectFrom('run_unit')
      .select('unit')
      .where('run', '=', given.run)
      .where('unit', '=', given.unit),
);

const runUnitColumns = ['run', 'unit', 'position', 'inclusion_probability'] as const;
