import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { databaseKind } from '../kysely-handle.ts';
import { prepared, preparedFirst } from '../prepared.ts';
import type { RunAnnotator } from '../rounds/slots.ts';
import type { Database, TimeText } from '../tables.ts';
import { selectOwnSlots } from './assigned-units.ts';
import type { WorkPlace } from './assigned-units.ts';
import { isVisible, lastJudgmentSeq } from '../judgments-under-way.ts';
import { stretches } from '../stretches.ts';
import type { Stretch } from '../stretches.ts';

/** The slots that somebody holds, and those of them that are judged: costs as many slots. */
export async function countOwn(
  db: Database,
  given: RunAnnotator,
): Promise<{ readonly held: number; readonly judged: number }> {
  return (await selectOwnCounts(db, given)) ?? { held: 0, judged: 0 };
}

/** How many slots somebody holds, judged or not. */
export async function countOwnHeld(db: Database, given: RunAnnotator): Promise<number> {
  return (await selectHeldCount(db, given))?.count ?? 0;
}

/** How many slots somebody has claimed and not judged. */
export async function countClaimed(db: Database, given: RunAnnotator): Promise<number> {
  return (await selectClaimedCount(db, given))?.count ?? 0;
}

/** How many slots of a run everybody holds, judged or not; those that nobody holds under null. */
export async function countHeld(
  db: Database,
  run: string,
): Promise<ReadonlyMap<string | null, number>> {
  const counts = new Map<string | null, number>();
  for await (const { annotator, count: own } of heldPieces(db, run))
    counts.set(annotator, (counts.get(annotator) ?? 0) + own);
  return counts;
}

/**
 * How many units everybody has judged in a run; those who have judged none are left out. Places
 * that an unfinished import has filled are not counted.
 */
export async function countJudged(db: Database, run: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const add = ({ annotator, count: own }: AnnotatorCount, sign: number): void => {
    const sum = (counts.get(annotator!) ?? 0) + sign * own;
    if (sum > 0) counts.set(annotator!, sum);
    else counts.delete(annotator!);
  };
  for await (const row of judgedPieces(db, run)) add(row, 1);
  for (const row of (await selectStagedCounts(db, { run })).rows) add(row, -1);
  return counts;
}

interface AnnotatorCount {
  readonly annotator: string | null;
  readonly count: number;
}

/** A stretch of the log of judgments in one run. */
interface RunStretch {
  readonly run: string;
  readonly after: number;
  readonly upTo: number;
}

/** How many units everybody has judged for the first time in a stretch of the log. */
export async function countFirstJudgments(
  db: Database,
  given: RunStretch,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const stretch of stretches(db, 'judgment', given))
    for (const { annotator, count: own } of (
      await selectFirstJudgments(db, { ...given, ...stretch })
    ).rows)
      counts.set(annotator, (counts.get(annotator) ?? 0) + own);
  return counts;
}

/** When an annotator last judged in a run; null when they have not. */
export async function lastJudgedAt(db: Database, given: RunAnnotator): Promise<TimeText | null> {
  return (await selectLastJudged(db, given))?.judgedAt ?? null;
}

/** The sum of some counts. */
export function sumOf(counts: ReadonlyMap<unknown, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

const count = sql<number>`count(*)`.as('count');

const selectOwnCounts = preparedFirst((db, given: RunAnnotator) =>
  selectOwnSlots(db, given).select([
    sql<number>`count(*)`.as('held'),
    sql<number>`count(judged_at)`.as('judged'),
  ]),
);

const selectHeldCount = preparedFirst((db, given: RunAnnotator) =>
  selectOwnSlots(db, given).select(count),
);

const selectClaimedCount = preparedFirst((db, given: RunAnnotator) =>
  selectOwnSlots(db, given).select(count).where('leased_until', 'is not', null),
);

const selectLastJudged = preparedFirst((db, given: RunAnnotator) =>
  selectOwnSlots(db, given)
    .select('judged_at as judgedAt')
    .where('judged_at', 'is not', null)
    .orderBy('judged_at', 'desc')
    .limit(sql.lit(1)),
);

/** How many units are counted before others get a turn. */
const unitsTogether = 4000;

const selectNextUnit = preparedFirst(
  (db, given: Pick<RunAnnotator, 'run'> & { readonly after: string }) =>
    db
      .selectFrom('run_unit')
      .select('unit')
      .where('run', '=', given.run)
      .where('unit', '>', given.after)
      .orderBy('unit')
      .limit(sql.lit(1))
      .offset(sql.lit(unitsTogether)),
);

type SlotCount = ReturnType<typeof countSlots>;

/**
 * Counts slots of a run by annotator. SQLite counts them some units at a time, since nothing else
 * happens in the process meanwhile: an annotator may come several times.
 */
function countInPieces(
  choose: (counts: SlotCount) => SlotCount,
): (db: Database, run: string) => AsyncGenerator<AnnotatorCount> {
  type Run = Pick<RunAnnotator, 'run'>;
  const all = prepared((db, given: Run) => choose(countSlots(db, given)));
  const behind = prepared((db, given: Run & { readonly after: string }) =>
    choose(countSlots(db, given)).where('unit', '>', given.after),
  );
  const between = prepared((db, given: Run & { readonly after: string; readonly to: string }) =>
    choose(countSlots(db, given)).where('unit', '>', given.after).where('unit', '<=', given.to),
  );
  return async function* (db, run) {
    if (databaseKind(db) === 'postgres') return yield* (await all(db, { run })).rows;
    for (let after = '', to: string | null = ''; to !== null; after = to ?? '') {
      to = (await selectNextUnit(db, { run, after }))?.unit ?? null;
      const piece = to === null ? behind(db, { run, after }) : between(db, { run, after, to });
      yield* (await piece).rows;
      if (to !== null) await nextTurn();
    }
  };
}

const heldPieces = countInPieces((counts) => counts);
const judgedPieces = countInPieces((counts) => counts.where('judged_at', 'is not', null));

const selectStagedCounts = prepared((db, given: Pick<RunAnnotator, 'run'>) =>
  db
    .selectFrom('staged_slot')
    .innerJoin('staging', 'staging.id', 'staged_slot.staging')
    .innerJoin('slot', 'slot.id', 'staged_slot.slot')
    .select(['slot.annotator', count])
    .where('slot.run', '=', given.run)
    .groupBy('slot.annotator'),
);

function countSlots(db: Database, { run }: Pick<RunAnnotator, 'run'>) {
  const counts = db.selectFrom('slot').select(['annotator', count]);
  return counts.where('run', '=', run).groupBy('annotator');
}

const selectFirstJudgments = prepared((db, given: RunStretch) =>
  db
    .selectFrom('judgment')
    .select(['annotator', count])
    .where('seq', '>', given.after)
    .where('seq', '<=', given.upTo)
    .where('run', '=', given.run)
    .where('supersedes', 'is', null)
    .groupBy('annotator'),
);

/** Who has saved something in a run, and how many of these judgments were first on a unit. */
export interface SavedSince extends RunAnnotator {
  readonly first: number;
}

/** What was saved in the runs of a project behind a place in the log: costs as many judgments. */
export async function savedSince(
  db: Database,
  given: { readonly project: string; readonly after: number },
): Promise<readonly SavedSince[]> {
  const sums = new Map<string, SavedSince>();
  const upTo = await lastJudgmentSeq(db);
  for await (const stretch of stretches(db, 'judgment', { after: given.after, upTo })) {
    const { rows } = await selectSaved(db, { ...given, ...stretch });
    for (const { run, annotator, first } of rows) {
      const key = JSON.stringify([run, annotator]);
      const before = sums.get(key)?.first ?? 0;
      sums.set(key, { run: run!, annotator, first: before + first });
    }
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, saved]) => saved);
}

const selectSaved = prepared((db, given: Stretch & { readonly project: string }) =>
  db
    .selectFrom('judgment')
    .select([
      'run',
      'annotator',
      sql<number>`sum(case when supersedes is null then 1 else 0 end)`.as('first'),
    ])
    .where('seq', '>', given.after)
    .where('seq', '<=', given.upTo)
    .where('project', '=', given.project)
    .where('run', 'is not', null)
    .groupBy(['run', 'annotator']),
);

/** Units with a time in a run, and their total active seconds, revisions included. */
export async function ownSeconds(
  db: Database,
  given: WorkPlace,
): Promise<{ readonly timed: number; readonly seconds: number }> {
  return (await selectSeconds(db, given)) ?? { timed: 0, seconds: 0 };
}

const timedUnit = sql`case when judgment.seconds is not null then judgment.unit end`;

const selectSeconds = preparedFirst((db, given: WorkPlace) =>
  db
    .selectFrom('slot')
    .innerJoin('judgment', (join) =>
      join
        .onRef('judgment.unit', '=', 'slot.unit')
        .onRef('judgment.annotator', '=', 'slot.annotator')
        .on('judgment.task', '=', given.task)
        .on('judgment.project', '=', given.project)
        .onRef('judgment.run', '=', 'slot.run'),
    )
    .select([
      sql<number>`count(distinct ${timedUnit})`.as('timed'),
      sql<number>`coalesce(sum(judgment.seconds), 0)`.as('seconds'),
    ])
    .where('slot.run', '=', given.run)
    .where('slot.annotator', '=', given.annotator)
    .where('slot.judged_at', 'is not', null)
    .where(isVisible()),
);
