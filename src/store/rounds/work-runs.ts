import { sql } from 'kysely';
import { bindGroup } from '../kysely-handle.ts';
import { preparedFirst } from '../prepared.ts';
import type { RoundRun } from './rounds.ts';
import { deleteOrder } from './own-order.ts';
import { createSlots } from './slots.ts';
import type { RunAnnotator } from './slots.ts';
import { setWorkspaceValue, workspaceValue } from '../workspace/workspace.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** The people in a run. Slots do not tell: people may leave submitted work, or have no unit. */
export async function runAnnotators(db: Database, run: string): Promise<readonly string[]> {
  const text = await workspaceValue(db, annotatorsKey(run));
  return text === null ? [] : (JSON.parse(text) as string[]);
}

/** Notes who takes part in a run. */
export async function setRunAnnotators(
  tx: WriteTransaction,
  run: string,
  annotators: readonly string[],
): Promise<void> {
  await setWorkspaceValue(tx, annotatorsKey(run), JSON.stringify(annotators.toSorted()));
}

/** A run that is open. */
export type OpenRun = Pick<RoundRun, 'id' | 'project' | 'round' | 'attempt' | 'task'>;

/** All open runs, optionally of one project, always in the same order. */
export function openRuns(db: Database, project?: string): Promise<readonly OpenRun[]> {
  const query = db
    .selectFrom('round_run')
    .select(['id', 'project', 'round', 'attempt', 'task'])
    .where('closed_at', 'is', null)
    .orderBy('opened_at')
    .orderBy('id');
  return (project === undefined ? query : query.where('project', '=', project)).execute();
}

/**
 * The open runs in which somebody takes part or holds units, optionally of one project. People who
 * left keep what they judged, and so stay in the run.
 */
export async function openRunsOf(
  db: Database,
  given: { readonly annotator: string; readonly project?: string },
): Promise<OpenRun[]> {
  const { annotator, project } = given;
  const found: OpenRun[] = [];
  for (const run of await openRuns(db, project)) {
    if (await takesPart(db, { run: run.id, annotator })) found.push(run);
  }
  return found;
}

/** Whether somebody takes part in a run or holds units of it, open or closed. */
export async function takesPart(
  db: Database,
  given: { readonly run: string; readonly annotator: string },
): Promise<boolean> {
  if ((await runAnnotators(db, given.run)).includes(given.annotator)) return true;
  return (await selectAnySlot(db, given)) !== null;
}

/** How many units a run has: their places are counted from 0. */
export async function countRunUnits(db: Database, run: string): Promise<number> {
  return ((await selectLastUnit(db, { run }))?.position ?? -1) + 1;
}

/** Gives somebody every unit of a run where each unit goes to everybody, but those they hold. */
export async function addForEverybody(
  tx: WriteTransaction,
  run: string,
  annotator: string,
  units: readonly string[],
): Promise<void> {
  const slots = tx.selectFrom('slot').where((eb) => eb.and({ run, annotator }));
  const held = await slots.select(['unit', 'position']).execute();
  const known = new Set(held.map((row) => row.unit));
  const next = held.reduce((most, row) => Math.max(most, (row.position ?? -1) + 1), 0);
  const ordinal = await nextOrdinal(tx, run);
  const fresh = units.filter((unit) => !known.has(unit));
  const added = fresh.map((unit, at) => ({ unit, ordinal, annotator, position: next + at }));
  await createSlots(tx, run, added);
}

/** Takes back the unjudged units in a run where each unit goes to everybody; returns how many. */
export async function removeFromEverybody(
  tx: WriteTransaction,
  run: string,
  annotator: string,
): Promise<number> {
  const result = await tx
    .deleteFrom('slot')
    .where((eb) => eb.and({ run, annotator }))
    .where('judged_at', 'is', null)
    .executeTakeFirst();
  await deleteOrder(tx, { run, annotator });
  return Number(result.numDeletedRows);
}

/** Frees what somebody has claimed and not judged; returns how many units. */
export async function releaseAll(
  tx: WriteTransaction,
  run: string,
  annotator: string,
): Promise<number> {
  const result = await tx
    .updateTable('slot')
    .set({ annotator: null, leased_until: null })
    .where((eb) => eb.and({ run, annotator }))
    .where('judged_at', 'is', null)
    .executeTakeFirst();
  bindGroup(tx, 'slot', run);
  return Number(result.numUpdatedRows);
}

/** Notes how many annotators judge each unit of a run. */
export async function setPerUnit(
  tx: WriteTransaction,
  run: string,
  perUnit: number,
): Promise<void> {
  await tx.updateTable('round_run').set({ per_unit: perUnit }).where('id', '=', run).execute();
}

/** When the first unit of a run was judged; null when none is. */
export async function firstJudgedAt(db: Database, run: string): Promise<TimeText | null> {
  const row = await db
    .selectFrom('slot')
    .select((eb) => eb.fn.min('judged_at').as('first'))
    .where('run', '=', run)
    .executeTakeFirst();
  return row?.first ?? null;
}

/** The units that some of the annotators judged in some of the runs. */
export async function judgedUnits(
  db: Database,
  runs: readonly string[],
  annotators: readonly string[],
): Promise<ReadonlySet<string>> {
  if (runs.length === 0 || annotators.length === 0) return new Set();
  const rows = await db
    .selectFrom('slot')
    .select('unit')
    .distinct()
    .where('run', 'in', runs)
    .where('annotator', 'in', annotators)
    .where('judged_at', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.unit));
}

function annotatorsKey(run: string): string {
  return `run/${run}/annotators`;
}

async function nextOrdinal(tx: WriteTransaction, run: string): Promise<number> {
  const row = await tx
    .selectFrom('slot')
    .select((eb) => eb.fn.max('ordinal').as('last'))
    .where('run', '=', run)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

const selectAnySlot = preparedFirst((db, { run, annotator }: RunAnnotator) => {
  const held = db.selectFrom('slot').where((eb) => eb.and({ run, annotator }));
  return held.select('id').limit(sql.lit(1));
});

const selectLastUnit = preparedFirst((db, given: { readonly run: string }) =>
  db
    .selectFrom('run_unit')
    .select('position')
    .where('run', '=', given.run)
    .orderBy('position', 'desc')
    .limit(sql.lit(1)),
);
