import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Unit, UnitFields } from '../../domain/units/unit.ts';
import { bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import { lockLogs } from '../log-lock.ts';
import type { Store } from '../open-store.ts';
import { prepared } from '../prepared.ts';
import type { Tables, TimeText } from '../tables.ts';

/** A unit with its place in the order of arrival. */
export interface StoredUnit extends Unit {
  readonly seq: number;
  readonly contentHash: string;
}

/** What became of units that were to be added. */
export interface InsertedUnits {
  readonly inserted: number;
  /** There already, with the same content. */
  readonly unchanged: number;
  /** There already, with another content; none of them was changed. */
  readonly conflicts: readonly string[];
}

/** A unit as it is kept: its fields in JSON, and the hash by which a changed one is noticed. */
export interface KeptUnit extends Pick<Unit, 'id' | 'subject'> {
  readonly fields: string;
  readonly contentHash: string;
}

/**
 * A unit as it is kept; for large numbers made before the write, for which everybody else waits.
 */
export function keptUnit(unit: Omit<Unit, 'task'>): KeptUnit {
  return {
    id: unit.id,
    subject: unit.subject,
    fields: JSON.stringify(unit.fields),
    contentHash: unitHash(unit),
  };
}

/**
 * Adds units. One that is there with the same content is left; one with another content is listed,
 * so that the caller can refuse the lot.
 */
export async function insertUnits(
  tx: Transaction<Tables>,
  place: UnitPlace,
  units: readonly Omit<Unit, 'task'>[],
  at: TimeText,
): Promise<InsertedUnits> {
  const result = await insertKeptUnits(tx, place, units.map(keptUnit), at);
  await refreshStatistics(tx, 'unit', result.inserted);
  return result;
}

/** The same with units that are made ready; the caller has the statistics refreshed at last. */
export async function insertKeptUnits(
  tx: Transaction<Tables>,
  place: UnitPlace,
  units: readonly KeptUnit[],
  at: TimeText,
): Promise<InsertedUnits> {
  await lockLogs(tx);
  const { project, task } = place;
  let inserted = 0;
  let unchanged = 0;
  const conflicts: string[] = [];
  for (let start = 0; start < units.length; start += lookedUpTogether) {
    const rows = units.slice(start, start + lookedUpTogether);
    const values = rows.map((row) => [
      project,
      task,
      row.id,
      row.subject,
      row.fields,
      row.contentHash,
      at,
    ]);
    const fresh = await bulkInsert(tx, 'unit', unitColumns, values, { skipKnown: true });
    inserted += fresh;
    if (fresh === rows.length) continue;
    const different = differentFrom(
      await hashesOf(
        tx,
        place,
        rows.map((row) => row.id),
      ),
      rows,
    );
    conflicts.push(...different);
    unchanged += rows.length - fresh - different.length;
  }
  return { inserted, unchanged, conflicts };
}

/** What would become of units if they were added now. */
export async function compareUnits(
  db: Kysely<Tables>,
  place: UnitPlace,
  units: readonly KeptUnit[],
): Promise<InsertedUnits> {
  let inserted = 0;
  const conflicts: string[] = [];
  for (let start = 0; start < units.length; start += lookedUpTogether) {
    const rows = units.slice(start, start + lookedUpTogether);
    const kept = await hashesOf(
      db,
      place,
      rows.map((row) => row.id),
    );
    inserted += rows.length - kept.size;
    conflicts.push(...differentFrom(kept, rows));
  }
  return { inserted, unchanged: units.length - inserted - conflicts.length, conflicts };
}

/**
 * The hash by which a changed unit is noticed: over its subject and fields, whatever the order of
 * the fields.
 */
export function unitHash(unit: Pick<Unit, 'subject' | 'fields'>): string {
  return hash('sha256', canonicalJson([unit.subject, unit.fields]));
}

/** The task of a project that units belong to. */
export interface UnitPlace {
  readonly project: string;
  readonly task: string;
}

/** The fields of a unit as they are kept, in JSON; null when it is not there. */
export async function unitText(
  db: Kysely<Tables>,
  given: UnitPlace & { readonly unit: string },
): Promise<string | null> {
  return (await selectText(db, given)).rows[0]?.fields ?? null;
}

const selectText = prepared((db: Kysely<Tables>, given: UnitPlace & { readonly unit: string }) =>
  db
    .selectFrom('unit')
    .select('fields')
    .where('id', '=', given.unit)
    .where('task', '=', given.task)
    .where('project', '=', given.project),
);

/** One unit. */
export async function findUnit(
  db: Kysely<Tables>,
  given: UnitPlace & { readonly unit: string },
): Promise<StoredUnit | null> {
  const { rows } = await selectUnit(db, given);
  return rows[0] === undefined ? null : readUnit(rows[0]);
}

/** Units by their ids; those that are not there are left out. */
export async function findUnits(
  db: Kysely<Tables>,
  place: UnitPlace,
  ids: readonly string[],
): Promise<readonly StoredUnit[]> {
  const found: StoredUnit[] = [];
  for (let start = 0; start < ids.length; start += lookedUpTogether) {
    const rows = await unitQuery(db, place)
      .where('id', 'in', ids.slice(start, start + lookedUpTogether))
      .execute();
    for (const row of rows) found.push(readUnit(row));
  }
  return found;
}

/** The units of a subject, in the order in which they came: what stands around a unit. */
export async function unitsOfSubject(
  db: Kysely<Tables>,
  given: UnitPlace & { readonly subject: string; readonly after?: number; readonly limit: number },
): Promise<readonly StoredUnit[]> {
  const rows = await unitQuery(db, given)
    .where('subject', '=', given.subject)
    .where('seq', '>', given.after ?? 0)
    .orderBy('seq')
    .limit(given.limit)
    .execute();
  return rows.map(readUnit);
}

/** A page of the units of a task, in the order in which they came. */
export async function unitPage(
  db: Kysely<Tables>,
  given: UnitPlace & { readonly after?: number; readonly limit: number },
): Promise<readonly StoredUnit[]> {
  const rows = await unitQuery(db, given)
    .where('seq', '>', given.after ?? 0)
    .orderBy('seq')
    .limit(given.limit)
    .execute();
  return rows.map(readUnit);
}

/** All units of a task, in the order in which they came. */
export async function* streamUnits(
  store: Store,
  place: UnitPlace & { readonly after?: number },
): AsyncIterable<StoredUnit> {
  for await (const row of store.stream((db) =>
    unitQuery(db, place)
      .where('seq', '>', place.after ?? 0)
      .orderBy('seq'),
  ))
    yield readUnit(row);
}

/**
 * The ids of all units of a task with their subjects, which is enough for drawing and assigning.
 */
export function unitIds(
  db: Kysely<Tables>,
  place: UnitPlace,
): Promise<readonly { readonly id: string; readonly subject: string | null }[]> {
  return db
    .selectFrom('unit')
    .select(['id', 'subject'])
    .where('project', '=', place.project)
    .where('task', '=', place.task)
    .orderBy('seq')
    .execute();
}

/** The ids alone, one by one: for as many units as there may be. */
export async function* streamUnitIds(store: Store, place: UnitPlace): AsyncIterable<string> {
  for await (const { id } of store.stream((db) =>
    db
      .selectFrom('unit')
      .select('id')
      .where('project', '=', place.project)
      .where('task', '=', place.task)
      .orderBy('seq'),
  ))
    yield id;
}

/** How many units a task has. */
export async function countUnits(db: Kysely<Tables>, place: UnitPlace): Promise<number> {
  const row = await db
    .selectFrom('unit')
    .select(sql<number>`count(*)`.as('count'))
    .where('project', '=', place.project)
    .where('task', '=', place.task)
    .executeTakeFirstOrThrow();
  return row.count;
}

const lookedUpTogether = 500;

interface UnitRow {
  readonly seq: number;
  readonly id: string;
  readonly task: string;
  readonly subject: string | null;
  readonly fields: string;
  readonly contentHash: string;
}

function unitQuery(db: Kysely<Tables>, place: UnitPlace) {
  return db
    .selectFrom('unit')
    .select(['seq', 'id', 'task', 'subject', 'fields', 'content_hash as contentHash'])
    .where('project', '=', place.project)
    .where('task', '=', place.task);
}

const selectUnit = prepared((db: Kysely<Tables>, given: UnitPlace & { readonly unit: string }) =>
  unitQuery(db, given).where('id', '=', given.unit),
);

function readUnit(row: UnitRow): StoredUnit {
  return { ...row, fields: JSON.parse(row.fields) as UnitFields };
}

/** Those of the units that are there with another content. */
function differentFrom(
  kept: ReadonlyMap<string, string>,
  units: readonly KeptUnit[],
): readonly string[] {
  return units
    .filter(({ id, contentHash }) => kept.has(id) && kept.get(id) !== contentHash)
    .map((unit) => unit.id);
}

async function hashesOf(
  db: Kysely<Tables>,
  place: UnitPlace,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('unit')
    .select(['id', 'content_hash'])
    .where('project', '=', place.project)
    .where('task', '=', place.task)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.content_hash]));
}

const unitColumns = [
  'project',
  'task',
  'id',
  'subject',
  'fields',
  'content_hash',
  'created_at',
] as const;
