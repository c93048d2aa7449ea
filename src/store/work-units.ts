import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Answers, Asides } from '../domain/judgment.ts';
import type { UnitFields } from '../domain/unit.ts';
import { prepared } from './prepared.ts';
import type { SlotHolder } from './slots.ts';
import type { Tables, TimeText } from './tables.ts';

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

/** What an annotator has to do next, in their own order, with everything that is needed to begin: one query. */
export async function nextWork(db: Kysely<Tables>, given: WorkPlace & { readonly after: number; readonly count: number }): Promise<readonly WorkUnit[]> {
  return (await selectNext(db, given)).rows.map(readWork);
}

/** One unit that an annotator holds. */
export async function ownWork(db: Kysely<Tables>, given: WorkPlace & { readonly unit: string }): Promise<WorkUnit | null> {
  const row = (await selectOwn(db, given)).rows[0];
  return row === undefined ? null : readWork(row);
}

/** An own judgment as it is shown again. */
export interface OwnJudgment {
  readonly id: string;
  readonly answers: Answers;
  readonly asides: Asides;
  readonly at: TimeText;
  readonly seconds: number | null;
}

/** An annotator's latest judgment on a unit in a run. */
export async function ownLatest(db: Kysely<Tables>, given: WorkPlace & { readonly unit: string }): Promise<OwnJudgment | null> {
  const row = (await selectOwnLatest(db, given)).rows[0];
  return row === undefined ? null : { ...row, answers: JSON.parse(row.answers) as Answers, asides: JSON.parse(row.asides) as Asides };
}

/** A place in an annotator's own order, without the unit itself. */
export interface OwnPlace {
  readonly unit: string;
  readonly position: number;
  readonly judgedAt: TimeText | null;
}

/** A page of an annotator's own order: what they judged and what is to come. */
export async function ownPlaces(db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string; readonly after: number; readonly limit: number }): Promise<readonly OwnPlace[]> {
  return (await selectPlaces(db, given)).rows.map((row) => ({ ...row, position: row.position ?? 0 }));
}

/** How far somebody is: slots that they hold, and those of them that are judged. */
export async function countOwn(db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }): Promise<{ readonly held: number; readonly judged: number }> {
  return (await selectOwnCount(db, given)).rows[0] ?? { held: 0, judged: 0 };
}

/** How many slots a run has, and how many of them anybody may still claim. */
export async function countRunSlots(db: Kysely<Tables>, run: string): Promise<{ readonly total: number; readonly free: number }> {
  const total = (await selectTotal(db, { run })).rows[0]?.count ?? 0;
  const free = (await selectFreeCount(db, { run })).rows[0]?.count ?? 0;
  return { total, free };
}

/** How many slots everybody holds in a run. */
export async function countHeld(db: Kysely<Tables>, run: string): Promise<ReadonlyMap<string, number>> {
  return new Map((await selectHeldCounts(db, { run })).rows.map((row) => [row.annotator!, row.count]));
}

/** Puts a unit behind all others of its annotator; false when it is judged, or not theirs. */
export async function putLast(tx: Transaction<Tables>, holder: SlotHolder): Promise<boolean> {
  const last = (await selectLastPosition(tx, holder)).rows[0]?.position ?? -1;
  return (await updatePosition(tx, { ...holder, position: last + 1 })).affected > 0;
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
  const { answers, asides, revision, updatedAt } = row;
  const draft = answers === null || asides === null || revision === null || updatedAt === null ? null : { answers: JSON.parse(answers) as KeptDraft['answers'], asides: JSON.parse(asides) as Asides, revision, updatedAt };
  return { unit: row.unit, position: row.position ?? 0, leasedUntil: row.leasedUntil, judgedAt: row.judgedAt, fields: JSON.parse(row.fields) as UnitFields, draft };
}

function selectWork(db: Kysely<Tables>, given: WorkPlace) {
  return db
    .selectFrom('slot')
    .innerJoin('unit', (join) => join.onRef('unit.id', '=', 'slot.unit').on('unit.project', '=', given.project).on('unit.task', '=', given.task))
    .leftJoin('draft', (join) => join.onRef('draft.run', '=', 'slot.run').onRef('draft.unit', '=', 'slot.unit').onRef('draft.annotator', '=', 'slot.annotator'))
    .select(['slot.unit', 'slot.position', 'slot.leased_until as leasedUntil', 'slot.judged_at as judgedAt', 'unit.fields'])
    .select(['draft.answers', 'draft.asides', 'draft.revision', 'draft.updated_at as updatedAt'])
    .where('slot.run', '=', given.run)
    .where('slot.annotator', '=', given.annotator);
}

const selectNext = prepared((db: Kysely<Tables>, given: WorkPlace & { readonly after: number; readonly count: number }) =>
  selectWork(db, given).where('slot.judged_at', 'is', null).where('slot.position', '>', given.after).orderBy('slot.position').limit(given.count),
);

const selectOwn = prepared((db: Kysely<Tables>, given: WorkPlace & { readonly unit: string }) => selectWork(db, given).where('slot.unit', '=', given.unit));

const selectOwnLatest = prepared((db: Kysely<Tables>, given: WorkPlace & { readonly unit: string }) =>
  db
    .selectFrom('judgment')
    .select(['id', 'answers', 'asides', 'at', 'seconds'])
    .where('project', '=', given.project)
    .where('task', '=', given.task)
    .where('unit', '=', given.unit)
    .where('annotator', '=', given.annotator)
    .where('run', '=', given.run)
    .orderBy('seq', 'desc')
    .limit(1),
);

const selectPlaces = prepared((db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string; readonly after: number; readonly limit: number }) =>
  db
    .selectFrom('slot')
    .select(['unit', 'position', 'judged_at as judgedAt'])
    .where('run', '=', given.run)
    .where('annotator', '=', given.annotator)
    .where('position', '>', given.after)
    .orderBy('position')
    .limit(given.limit),
);

const selectOwnCount = prepared((db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }) =>
  db
    .selectFrom('slot')
    .select([sql<number>`count(*)`.as('held'), sql<number>`count(judged_at)`.as('judged')])
    .where('run', '=', given.run)
    .where('annotator', '=', given.annotator),
);

const selectTotal = prepared((db: Kysely<Tables>, given: { readonly run: string }) => db.selectFrom('slot').select(sql<number>`count(*)`.as('count')).where('run', '=', given.run));

const selectFreeCount = prepared((db: Kysely<Tables>, given: { readonly run: string }) =>
  db.selectFrom('slot').select(sql<number>`count(*)`.as('count')).where('run', '=', given.run).where('annotator', 'is', null),
);

const selectHeldCounts = prepared((db: Kysely<Tables>, given: { readonly run: string }) =>
  db.selectFrom('slot').select(['annotator', sql<number>`count(*)`.as('count')]).where('run', '=', given.run).where('annotator', 'is not', null).groupBy('annotator'),
);

const selectLastPosition = prepared((db: Kysely<Tables>, given: SlotHolder) =>
  db.selectFrom('slot').select('position').where('run', '=', given.run).where('annotator', '=', given.annotator).orderBy('position', 'desc').limit(1),
);

const updatePosition = prepared((db: Kysely<Tables>, given: SlotHolder & { readonly position: number }) =>
  db.updateTable('slot').set({ position: given.position }).where('run', '=', given.run).where('unit', '=', given.unit).where('annotator', '=', given.annotator).where('judged_at', 'is', null),
);
