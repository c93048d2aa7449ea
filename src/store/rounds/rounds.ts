import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { batches, bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import { lockLogs } from '../log-lock.ts';
import type { Store } from '../open-store.ts';
import { prepared, preparedFirst } from '../prepared.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** A round of the protocol that was opened; the attempt is 1 for the first time. */
export interface RoundRun extends Omit<Row<'round_run'>, 'guidelineVersion'> {
  readonly guideline: string;
}

/** A unit of a run. */
export type RunUnit = Omit<Row<'run_unit'>, 'run'>;

/** Opens a run; its attempt is one more than the round had. */
export async function insertRun(
  tx: WriteTransaction,
  run: Omit<RoundRun, 'attempt' | 'closedAt' | 'closedBy'>,
): Promise<RoundRun> {
  // Two leads who open the round at once get two attempts, one after the other.
  await lockLogs(tx);
  const before = await tx
    .selectFrom('round_run')
    .select((eb) => eb.fn.max('attempt').as('attempt'))
    .where((eb) => eb.and({ project: run.project, round: run.round }))
    .executeTakeFirst();
  const opened = { ...run, attempt: (before?.attempt ?? 0) + 1, closedAt: null, closedBy: null };
  const row = toColumns('round_run', { ...opened, guidelineVersion: run.guideline });
  await tx.insertInto('round_run').values(row).execute();
  return opened;
}

/** Closes a run; false when it is already closed, or does not exist. */
export async function closeRun(
  tx: WriteTransaction,
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
export function findRun(db: Database, id: string): Promise<RoundRun | null> {
  return selectRunById(db, { id });
}

/** All runs of a project, in the order in which they were opened. */
export function listRuns(db: Database, project: string): Promise<readonly RoundRun[]> {
  return selectRun(db)
    .where('project', '=', project)
    .orderBy('opened_at')
    .orderBy('round')
    .orderBy('attempt')
    .execute();
}

/** Adds the units of a run. */
export async function insertRunUnits(
  tx: WriteTransaction,
  run: string,
  units: readonly RunUnit[],
): Promise<void> {
  const rows = units.map((one) => [run, one.unit, one.position, one.inclusionProbability]);
  await bulkInsert(tx, 'run_unit', runUnitColumns, rows);
  await refreshStatistics(tx, 'run_unit', units.length);
}

/** The units of a run in their order. */
export function runUnits(db: Database, run: string): Promise<readonly RunUnit[]> {
  return db
    .selectFrom('run_unit')
    .select(fields('run_unit', 'run'))
    .where('run', '=', run)
    .orderBy('position')
    .execute();
}

/** The names of a run's units, sorted, while others get their turn. */
export async function* streamRunUnits(store: Store, run: string): AsyncGenerator<string, void> {
  let behind = '';
  for (;;) {
    const given = { run, behind };
    const { rows } = await store.read((db) => selectUnitsBehind(db, given));
    for (const { unit } of rows) yield unit;
    if (rows.length < unitsTogether) return;
    behind = rows.at(-1)!.unit;
    await nextTurn();
  }
}

/** In which of some runs some units are. */
export async function runsOfUnits(
  db: Database,
  given: { readonly runs: readonly string[]; readonly units: readonly string[] },
): Promise<readonly { readonly run: string; readonly unit: string }[]> {
  const found: { run: string; unit: string }[] = [];
  for (const batch of given.runs.length === 0 ? [] : batches(given.units))
    found.push(
      ...(await db
        .selectFrom('run_unit')
        .select(['run', 'unit'])
        .where('run', 'in', given.runs)
        .where('unit', 'in', batch)
        .execute()),
    );
  return found;
}

const unitsTogether = 2000;

const selectUnitsBehind = prepared(
  (db, { run, behind }: { readonly run: string; readonly behind: string }) =>
    db
      .selectFrom('run_unit')
      .select('unit')
      .where('run', '=', run)
      .where('unit', '>', behind)
      .orderBy('unit')
      .limit(sql.lit(unitsTogether)),
);

/** The units of a task that some run has used; a repeated round takes others. */
export async function usedUnits(
  db: Database,
  project: string,
  task: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('run_unit')
    .innerJoin('round_run', 'round_run.id', 'run_unit.run')
    .select('run_unit.unit')
    .distinct()
    .where((eb) => eb.and({ project, task }))
    .execute();
  return new Set(rows.map((row) => row.unit));
}

function selectRun(db: Database) {
  return db
    .selectFrom('round_run')
    .select(fields('round_run', 'guideline_version'))
    .select('guideline_version as guideline');
}

const selectRunById = preparedFirst((db, given: { readonly id: string }) =>
  selectRun(db).where('id', '=', given.id),
);

const runUnitColumns = ['run', 'unit', 'position', 'inclusion_probability'] as const;
