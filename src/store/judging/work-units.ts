import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Answers, Asides } from '../../domain/judging/judgment.ts';
import type { StoredJudgment } from './judgments.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { limitTo, prepared } from '../prepared.ts';
import type { SlotHolder } from '../rounds/slots.ts';
import type { Tables, TimeText } from '../tables.ts';

/** Whose work in which run, on units of which task. */
export interface WorkPlace {
  readonly project: string;
  readonly task: string;
  readonly run: string;
  readonly annotator: string;
}

/** A draft as it is kept. */
export interface KeptDraft {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly asides: Asides;
  readonly revision: number;
  readonly updatedAt: TimeText;
}

/** A unit that an annotator holds, with the draft. */
export interface WorkUnit {
  readonly unit: string;
  readonly position: number;
  readonly leasedUntil: TimeText | null;
  readonly judgedAt: TimeText | null;
  readonly fields: UnitFields;
  readonly draft: KeptDraft | null;
}

/** A unit that an annotator is to judge, without its fields, and whether its run is closed. */
export interface NextWork extends Omit<WorkUnit, 'fields'> {
  readonly closedAt: TimeText | null;
}

/**
 * What an annotator has to do next behind a position of their own order, with the drafts: one
 * query, which passes over what is judged.
 */
export async function nextWork(
  db: Kysely<Tables>,
  given: Pick<WorkPlace, 'run' | 'annotator'> & { readonly after: number; readonly count: number },
): Promise<readonly NextWork[]> {
  return (await selectNext(db, given)).rows.map((row) => ({
    unit: row.unit,
    position: row.position ?? 0,
    leasedUntil: row.leasedUntil,
    judgedAt: null,
    draft: readDraft(row),
    closedAt: row.closedAt,
  }));
}

/** What an annotator has claimed and not judged, in the order that all share. */
export async function claimedWork(
  db: Kysely<Tables>,
  given: WorkPlace,
): Promise<readonly WorkUnit[]> {
  return (await selectClaimed(db, given)).rows
    .map(readWork)
    .toSorted((a, b) => a.position - b.position);
}

/** One unit that an annotator holds. */
export async function ownWork(
  db: Kysely<Tables>,
  given: WorkPlace & { readonly unit: string },
): Promise<WorkUnit | null> {
  const row = (await selectOwn(db, given)).rows[0];
  return row === undefined ? null : readWork(row);
}

/** An own judgment as it is shown again. */
export type OwnJudgment = Pick<StoredJudgment, 'id' | 'answers' | 'asides' | 'at' | 'seconds'>;

/** An annotator's latest judgment on a unit in a run. */
export async function ownLatest(
  db: Kysely<Tables>,
  given: WorkPlace & { readonly unit: string },
): Promise<OwnJudgment | null> {
  const row = (await selectOwnLatest(db, given)).rows[0];
  return row === undefined
    ? null
    : {
        ...row,
        answers: JSON.parse(row.answers) as Answers,
        asides: JSON.parse(row.asides) as Asides,
      };
}

/** A unit that an annotator holds, by name alone. */
export interface OwnPlace {
  readonly unit: string;
  readonly position: number;
  readonly judgedAt: TimeText | null;
}

/** What an annotator still has to judge, in their own order, behind a position. */
export async function openPlaces(
  db: Kysely<Tables>,
  given: {
    readonly run: string;
    readonly annotator: string;
    readonly after: number;
    readonly limit: number;
  },
): Promise<readonly OwnPlace[]> {
  return (await selectOpenPlaces(db, given)).rows.map(readPlace);
}

/**
 * What an annotator has judged, the latest first, from before a time and, among those of that very
 * time, behind a unit.
 */
export async function judgedPlaces(
  db: Kysely<Tables>,
  given: {
    readonly run: string;
    readonly annotator: string;
    readonly before: TimeText;
    readonly unit: string;
    readonly limit: number;
  },
): Promise<readonly OwnPlace[]> {
  return (await selectJudgedPlaces(db, given)).rows.map(readPlace);
}

/**
 * How far somebody is: slots that they hold, and those of them that are judged. As much work as
 * they hold slots.
 */
export async function countOwn(
  db: Kysely<Tables>,
  given: { readonly run: string; readonly annotator: string },
): Promise<{ readonly held: number; readonly judged: number }> {
  return (await selectOwnCounts(db, given)).rows[0] ?? { held: 0, judged: 0 };
}

/** How many slots somebody holds, judged or not. */
export async function countOwnHeld(
  db: Kysely<Tables>,
  given: { readonly run: string; readonly annotator: string },
): Promise<number> {
  return (await selectHeldCount(db, given)).rows[0]?.count ?? 0;
}

/** How many slots somebody has claimed and not judged. */
export async function countClaimed(
  db: Kysely<Tables>,
  given: { readonly run: string; readonly annotator: string },
): Promise<number> {
  return (await selectClaimedCount(db, given)).rows[0]?.count ?? 0;
}

/** How many slots of a run everybody holds, judged or not; those that nobody holds under null. */
export async function countHeld(
  db: Kysely<Tables>,
  run: string,
): Promise<ReadonlyMap<string | null, number>> {
  return new Map(
    (await selectHeldCounts(db, { run })).rows.map((row) => [row.annotator, row.count]),
  );
}

/** When an annotator judged last in a run; null when they have not. */
export async function lastJudgedAt(
  db: Kysely<Tables>,
  given: { readonly run: string; readonly annotator: string },
): Promise<TimeText | null> {
  return (await selectLastJudged(db, given)).rows[0]?.judgedAt ?? null;
}

/** Puts a unit behind all others of its annotator; false when it is judged, or not theirs. */
export async function putLast(tx: Transaction<Tables>, holder: SlotHolder): Promise<boolean> {
  const last = (await selectLastPosition(tx, holder)).rows[0]?.position ?? -1;
  return (await updatePosition(tx, { ...holder, position: last + 1 })).affected > 0;
}

/** How many units everybody has judged in a run; who has judged none is left out. */
export async function countJudged(
  db: Kysely<Tables>,
  run: string,
): Promise<ReadonlyMap<string, number>> {
  return new Map(
    (await selectJudgedCounts(db, { run })).rows.map((row) => [row.annotator!, row.count]),
  );
}

/**
 * How many units everybody has judged for the first time in a run, in a stretch of the log of
 * judgments.
 */
export async function countFirstJudgments(
  db: Kysely<Tables>,
  given: { readonly run: string; readonly after: number; readonly upTo: number },
): Promise<ReadonlyMap<string, number>> {
  return new Map(
    (await selectFirstJudgments(db, given)).rows.map((row) => [row.annotator, row.count]),
  );
}

/** All of them together. */
export function sumOf(counts: ReadonlyMap<unknown, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

interface WorkRow {
  readonly unit: string;
  readonly position: number | null;
  readonly leasedUntil: TimeText | null;
  readonly judgedAt: TimeText | null;
  readonly fields: string;
  readonly answers: string | null;
  readonly asides: string | null;
  readonly revision: number | null;
  readonly updatedAt: TimeText | null;
}

function readWork(row: WorkRow): WorkUnit {
  return {
    unit: row.unit,
    position: row.position ?? 0,
    leasedUntil: row.leasedUntil,
    judgedAt: row.judgedAt,
    fields: JSON.parse(row.fields) as UnitFields,
    draft: readDraft(row),
  };
}

function readDraft({
  answers,
  asides,
  revision,
  updatedAt,
}: Pick<WorkRow, 'answers' | 'asides' | 'revision' | 'updatedAt'>): KeptDraft | null {
  if (answers === null || asides === null || revision === null || updatedAt === null) return null;
  return {
    answers: JSON.parse(answers) as KeptDraft['answers'],
    asides: JSON.parse(asides) as Asides,
    revision,
    updatedAt,
  };
}

function readPlace(row: {
  readonly unit: string;
  readonly position: number | null;
  readonly judgedAt: TimeText | null;
}): OwnPlace {
  return { ...row, position: row.position ?? 0 };
}

function selectWork(db: Kysely<Tables>, given: WorkPlace) {
  return db
    .selectFrom('slot')
    .innerJoin('unit', (join) =>
      join
        .onRef('unit.id', '=', 'slot.unit')
        .on('unit.project', '=', given.project)
        .on('unit.task', '=', given.task),
    )
    .leftJoin('draft', (join) =>
      join
        .onRef('draft.run', '=', 'slot.run')
        .onRef('draft.unit', '=', 'slot.unit')
        .onRef('draft.annotator', '=', 'slot.annotator'),
    )
    .select([
      'slot.unit',
      'slot.position',
      'slot.leased_until as leasedUntil',
      'slot.judged_at as judgedAt',
      'unit.fields',
    ])
    .select(['draft.answers', 'draft.asides', 'draft.revision', 'draft.updated_at as updatedAt'])
    .where('slot.run', '=', given.run)
    .where('slot.annotator', '=', given.annotator);
}

const selectNext = prepared(
  (
    db: Kysely<Tables>,
    given: Pick<WorkPlace, 'run' | 'annotator'> & {
      readonly after: number;
      readonly count: number;
    },
  ) =>
    db
      .selectFrom('slot')
      .innerJoin('round_run', 'round_run.id', 'slot.run')
      .leftJoin('draft', (join) =>
        join
          .onRef('draft.run', '=', 'slot.run')
          .onRef('draft.unit', '=', 'slot.unit')
          .onRef('draft.annotator', '=', 'slot.annotator'),
      )
      .select([
        'slot.unit',
        'slot.position',
        'slot.leased_until as leasedUntil',
        'round_run.closed_at as closedAt',
      ])
      .select(['draft.answers', 'draft.asides', 'draft.revision', 'draft.updated_at as updatedAt'])
      .where('slot.run', '=', given.run)
      .where('slot.annotator', '=', given.annotator)
      .where('slot.judged_at', 'is', null)
      .where('slot.position', '>', given.after)
      .orderBy('slot.position')
      .limit(limitTo(given.count)),
);

/**
 * A claim ends when its unit is judged. Without an order: for that the database would take the
 * index over all units they ever had.
 */
const selectClaimed = prepared((db: Kysely<Tables>, given: WorkPlace) =>
  selectWork(db, given).where('slot.leased_until', 'is not', null),
);

const selectOwn = prepared((db: Kysely<Tables>, given: WorkPlace & { readonly unit: string }) =>
  selectWork(db, given).where('slot.unit', '=', given.unit),
);

const selectOwnLatest = prepared(
  (db: Kysely<Tables>, given: WorkPlace & { readonly unit: string }) =>
    db
      .selectFrom('judgment')
      .select(['id', 'answers', 'asides', 'at', 'seconds'])
      .where('project', '=', given.project)
      .where('task', '=', given.task)
      .where('unit', '=', given.unit)
      .where('annotator', '=', given.annotator)
      .where('run', '=', given.run)
      .orderBy('seq', 'desc')
      .limit(sql.lit(1)),
);

/** Of one annotator in one run. */
function selectOwnSlots(
  db: Kysely<Tables>,
  given: { readonly run: string; readonly annotator: string },
) {
  return db
    .selectFrom('slot')
    .where('run', '=', given.run)
    .where('annotator', '=', given.annotator);
}

const selectOpenPlaces = prepared(
  (
    db: Kysely<Tables>,
    given: {
      readonly run: string;
      readonly annotator: string;
      readonly after: number;
      readonly limit: number;
    },
  ) =>
    selectOwnSlots(db, given)
      .select(['unit', 'position', 'judged_at as judgedAt'])
      .where('judged_at', 'is', null)
      .where('position', '>', given.after)
      .orderBy('position')
      .limit(limitTo(given.limit)),
);

const selectJudgedPlaces = prepared(
  (
    db: Kysely<Tables>,
    given: {
      readonly run: string;
      readonly annotator: string;
      readonly before: TimeText;
      readonly unit: string;
      readonly limit: number;
    },
  ) =>
    selectOwnSlots(db, given)
      .select(['unit', 'position', 'judged_at as judgedAt'])
      .where('judged_at', 'is not', null)
      .where('judged_at', '<=', given.before)
      .where((eb) => eb.or([eb('judged_at', '<', given.before), eb('unit', '>', given.unit)]))
      .orderBy('judged_at', 'desc')
      .orderBy('unit')
      .limit(limitTo(given.limit)),
);

const selectOwnCounts = prepared(
  (db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }) =>
    selectOwnSlots(db, given).select([
      sql<number>`count(*)`.as('held'),
      sql<number>`count(judged_at)`.as('judged'),
    ]),
);

const selectHeldCount = prepared(
  (db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }) =>
    selectOwnSlots(db, given).select(sql<number>`count(*)`.as('count')),
);

const selectClaimedCount = prepared(
  (db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }) =>
    selectOwnSlots(db, given)
      .select(sql<number>`count(*)`.as('count'))
      .where('leased_until', 'is not', null),
);

const selectLastJudged = prepared(
  (db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }) =>
    selectOwnSlots(db, given)
      .select('judged_at as judgedAt')
      .where('judged_at', 'is not', null)
      .orderBy('judged_at', 'desc')
      .limit(sql.lit(1)),
);

const selectJudgedCounts = prepared((db: Kysely<Tables>, given: { readonly run: string }) =>
  db
    .selectFrom('slot')
    .select(['annotator', sql<number>`count(*)`.as('count')])
    .where('run', '=', given.run)
    .where('judged_at', 'is not', null)
    .groupBy('annotator'),
);

const selectFirstJudgments = prepared(
  (
    db: Kysely<Tables>,
    given: { readonly run: string; readonly after: number; readonly upTo: number },
  ) =>
    db
      .selectFrom('judgment')
      .select(['annotator', sql<number>`count(*)`.as('count')])
      .where('seq', '>', given.after)
      .where('seq', '<=', given.upTo)
      .where('run', '=', given.run)
      .where('supersedes', 'is', null)
      .groupBy('annotator'),
);

const selectHeldCounts = prepared((db: Kysely<Tables>, given: { readonly run: string }) =>
  db
    .selectFrom('slot')
    .select(['annotator', sql<number>`count(*)`.as('count')])
    .where('run', '=', given.run)
    .groupBy('annotator'),
);

const selectLastPosition = prepared((db: Kysely<Tables>, given: SlotHolder) =>
  selectOwnSlots(db, given)
    .select('position')
    .where('judged_at', 'is', null)
    .orderBy('position', 'desc')
    .limit(sql.lit(1)),
);

const updatePosition = prepared(
  (db: Kysely<Tables>, given: SlotHolder & { readonly position: number }) =>
    db
      .updateTable('slot')
      .set({ position: given.position })
      .where('run', '=', given.run)
      .where('unit', '=', given.unit)
      .where('annotator', '=', given.annotator)
      .where('judged_at', 'is', null),
);
