import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { batches } from '../bulk-insert.ts';
import { databaseKind } from '../kysely-handle.ts';
import type { Store } from '../open-store.ts';
import { preparedFirst } from '../prepared.ts';
import type { Database } from '../tables.ts';
import type { TaskPlace } from '../units/units.ts';

/** Whether somebody still has to judge a unit in an open run: then they must not see the others. */
export async function isToJudge(
  db: Database,
  given: TaskPlace & { readonly annotator: string; readonly unit: string },
): Promise<boolean> {
  const row = await openSlots(db, given)
    .select(sql<number>`1`.as('one'))
    .where('slot.unit', '=', given.unit)
    .where('slot.annotator', '=', given.annotator)
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row !== undefined;
}

/** Who still has to judge these units in an open run, by unit. */
export async function toJudgeOf(
  db: Database,
  given: TaskPlace & { readonly units: readonly string[] },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  for (const batch of batches(given.units)) {
    const rows = await openSlots(db, given)
      .select(['slot.unit', 'slot.annotator'])
      .where('slot.unit', 'in', batch)
      .where('slot.annotator', 'is not', null)
      .execute();
    for (const { unit, annotator } of rows)
      found.set(unit, (found.get(unit) ?? new Set()).add(annotator!));
  }
  return found;
}

/** A slot without a judgment; a free one has no annotator. */
export interface UnfinishedSlot {
  readonly unit: string;
  readonly annotator: string | null;
}

/** Slots of some runs without a judgment, of all units or of some, while others get their turn. */
export async function* unfinishedUnits(
  store: Store,
  given: { readonly runs: readonly string[]; readonly units: readonly string[] | null },
): AsyncGenerator<UnfinishedSlot, void> {
  const query = (db: Database) =>
    db
      .selectFrom('slot')
      .select(['unit', 'annotator'])
      .where('run', 'in', given.runs)
      .where('judged_at', 'is', null);
  if (given.units === null)
    return yield* store.stream((db) => ({ stream: (size) => ofAllUnits(db, given.runs, size) }));
  for (const batch of batches(given.units)) {
    yield* await store.read((db) => query(db).where('unit', 'in', batch).execute());
    await nextTurn();
  }
}

/** All of them, run by run. SQLite would pass over a million that are judged in one step. */
async function* ofAllUnits(
  db: Database,
  runs: readonly string[],
  size = 500,
): AsyncGenerator<UnfinishedSlot, void> {
  for (const run of runs) {
    for (let after: string | null = ''; after !== null; await nextTurn()) {
      const upTo: string | null =
        databaseKind(db) === 'postgres'
          ? null
          : ((await unitFarBehind(db, { run, after }))?.unit ?? null);
      const behind = db
        .selectFrom('slot')
        .select(['unit', 'annotator'])
        .where('run', '=', run)
        .where('unit', '>', after)
        .where('judged_at', 'is', null);
      yield* (upTo === null ? behind : behind.where('unit', '<=', upTo)).stream(size);
      after = upTo;
    }
  }
}

/** The unit so many slots of a run behind another; none where fewer are left. */
const unitFarBehind = preparedFirst(
  (db, { run, after }: { readonly run: string; readonly after: string }) =>
    db
      .selectFrom('slot')
      .select('unit')
      .where('run', '=', run)
      .where('unit', '>', after)
      .orderBy('unit')
      .limit(sql.lit(1))
      .offset(sql.lit(10_000)),
);

/** The units of a task that are in an open run, of some. */
export async function unitsInOpenRuns(
  db: Database,
  given: TaskPlace & { readonly units: readonly string[] },
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const batch of batches(given.units)) {
    const rows = await db
      .selectFrom('run_unit')
      .innerJoin('round_run', 'round_run.id', 'run_unit.run')
      .select('run_unit.unit')
      .where('round_run.project', '=', given.project)
      .where('round_run.task', '=', given.task)
      .where('round_run.closed_at', 'is', null)
      .where('run_unit.unit', 'in', batch)
      .execute();
    for (const row of rows) found.add(row.unit);
  }
  return found;
}

/** The units of a task that still lack a judgment in some run, open or closed. */
export async function pendingUnits(db: Database, place: TaskPlace): Promise<ReadonlySet<string>> {
  const rows = await unjudgedSlots(db, place).select('slot.unit').distinct().execute();
  return new Set(rows.map((row) => row.unit));
}

function openSlots(db: Database, place: TaskPlace) {
  return unjudgedSlots(db, place).where('round_run.closed_at', 'is', null);
}

function unjudgedSlots(db: Database, place: TaskPlace) {
  return db
    .selectFrom('slot')
    .innerJoin('round_run', 'round_run.id', 'slot.run')
    .where('round_run.project', '=', place.project)
    .where('round_run.task', '=', place.task)
    .where('slot.judged_at', 'is', null);
}
