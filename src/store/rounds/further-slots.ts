import { sql } from 'kysely';
import { storedJson } from '../../domain/stored-json.ts';
import type { Answers, Asides } from '../../domain/judging/judgment.ts';
import { batches, bulkInsert } from '../bulk-insert.ts';
import { visibleJudgments } from '../judgments-under-way.ts';
import { databaseKind } from '../kysely-handle.ts';
import { limitTo, preparedChange, preparedFirst } from '../prepared.ts';
import type { TaskPlace } from '../units/units.ts';
import type { Database, WriteTransaction } from '../tables.ts';
import { afterParts, dealNext } from './own-order.ts';
import { slotColumns, slotRows } from './slots.ts';
import type { NewSlot, RunAnnotator, Slot } from './slots.ts';

/** What somebody said last about a unit in a run. */
export interface LatestInRun {
  readonly unit: string;
  readonly annotator: string;
  readonly answers: Answers;
  readonly asides: Asides;
}

/**
 * The latest judgment of everybody on some units in a run; `withHidden` includes those of an import
 * that this very write completes.
 */
export async function latestInRun(
  db: Database,
  {
    project,
    task,
    run,
    units,
    withHidden,
  }: TaskPlace & {
    readonly run: string;
    readonly units: readonly string[];
    readonly withHidden: boolean;
  },
): Promise<readonly LatestInRun[]> {
  const found = new Map<string, LatestInRun>();
  for (const batch of batches(units)) {
    const rows = await (withHidden ? db.selectFrom('judgment') : visibleJudgments(db))
      .select(['unit', 'annotator', 'answers', 'asides'])
      .where((eb) => eb.and({ project, task, run }))
      .where('unit', 'in', batch)
      .orderBy('seq')
      .execute();
    for (const row of rows) {
      const { unit, annotator } = row;
      const answers = storedJson<Answers>(row.answers, 'judgment', 'answers', row);
      const asides = storedJson<Asides>(row.asides, 'judgment', 'asides', row);
      found.set(JSON.stringify([unit, annotator]), { unit, annotator, answers, asides });
    }
  }
  return [...found.values()];
}

/** A further place that was asked for because of the first answers. */
export type FurtherPlace = Pick<Slot, 'run' | 'unit' | 'annotator' | 'judgedAt'>;

/** The further places of some runs that were asked for because of the first answers. */
export async function furtherPlaces(
  db: Database,
  runs: readonly string[],
): Promise<readonly FurtherPlace[]> {
  if (runs.length === 0) return [];
  return await selectFurther(db, runs).execute();
}

/** Those of them that have no judgment. */
export async function unfinishedFurther(
  db: Database,
  runs: readonly string[],
): Promise<readonly FurtherPlace[]> {
  if (runs.length === 0) return [];
  return await selectFurther(db, runs).where('judged_at', 'is', null).execute();
}

/** How many units of a run everybody was given as a further annotator. */
export async function furtherCounts(
  db: Database,
  run: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('slot')
    .select(['annotator', sql<number>`count(*)`.as('count')])
    .where('run', '=', run)
    .where('further', 'is not', null)
    .where('annotator', 'is not', null)
    .groupBy('annotator')
    .execute();
  return new Map(rows.map(({ annotator, count }) => [annotator!, Number(count)]));
}

/**
 * Adds further places to units of an open run. The logs must be locked: the audit log binds them
 * behind the places that the run has, by their numbers.
 */
export async function addFurtherSlots(
  tx: WriteTransaction,
  run: string,
  slots: readonly NewSlot[],
): Promise<void> {
  const piece = { group: run, isFirst: false };
  await bulkInsert(tx, 'slot', slotColumns, slotRows(run, slots), { piece });
}

/** How many units that they were dealt somebody has yet to judge. */
export async function countOpenPlaces(tx: WriteTransaction, whose: RunAnnotator): Promise<number> {
  const count = async (): Promise<number> => (await selectOpenCount(tx, whose))?.count ?? 0;
  const open = await count();
  // Nothing is left of what was dealt: the next part of their order comes first.
  return open === 0 && (await dealNext(tx, whose)) ? await count() : open;
}

/**
 * A free position in somebody's own order: behind everything, or with `takes` that of one of their
 * open units, which then comes last. A unit that is being judged at this very moment is left where
 * it is.
 */
export async function freePosition(
  tx: WriteTransaction,
  whose: RunAnnotator,
  takes: number | null,
): Promise<number> {
  const last = Math.max(
    (await selectLast(tx, whose))?.last ?? -1,
    (await afterParts(tx, whose)) - 1,
  );
  const taken = takes === null ? null : await selectOpen(tx, { ...whose, at: takes });
  if (taken === null || taken.position === null) return last + 1;
  await moveSlot(tx, { id: taken.id, position: last + 1 });
  return taken.position;
}

function selectFurther(db: Database, runs: readonly string[]) {
  return db
    .selectFrom('slot')
    .select(['run', 'unit', 'annotator', 'judged_at as judgedAt'])
    .where('run', 'in', runs)
    .where('further', 'in', ['disagreement', 'flag'])
    .orderBy('id');
}

function selectOpenSlots(db: Database, { run, annotator }: RunAnnotator) {
  return db
    .selectFrom('slot')
    .where((eb) => eb.and({ run, annotator }))
    .where('judged_at', 'is', null)
    .where('position', 'is not', null);
}

const selectOpenCount = preparedFirst((db, whose: RunAnnotator) =>
  selectOpenSlots(db, whose).select(sql<number>`count(*)`.as('count')),
);

const selectOpen = preparedFirst((db, given: RunAnnotator & { readonly at: number }) => {
  const query = selectOpenSlots(db, given)
    .select(['id', 'position'])
    .orderBy('position')
    .limit(sql.lit(1))
    .offset(limitTo(given.at));
  // Whoever judges it holds its row, and waits for the logs that this write has locked.
  return databaseKind(db) === 'postgres' ? query.forUpdate().skipLocked() : query;
});

const selectLast = preparedFirst((db, { run, annotator }: RunAnnotator) =>
  db
    .selectFrom('slot')
    .select((eb) => eb.fn.max('position').as('last'))
    .where((eb) => eb.and({ run, annotator })),
);

const moveSlot = preparedChange(
  (db, { id, position }: { readonly id: number; readonly position: number }) =>
    db.updateTable('slot').set({ position }).where('id', '=', id),
);
