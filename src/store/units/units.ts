import { storedJson } from '../../domain/stored-json.ts';
import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { refuse } from '../../domain/fault.ts';
import type { Unit, UnitFields } from '../../domain/units/unit.ts';
import { batches, bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import { databaseKind } from '../kysely-handle.ts';
import { lockLogs } from '../log-lock.ts';
import type { Store } from '../open-store.ts';
import { prepared, preparedFirst } from '../prepared.ts';
import { unitsUnderWay } from '../staging.ts';
import { streamInStretches, stretches } from '../stretches.ts';
import type { Stretch } from '../stretches.ts';
import { tableShapes } from '../tables.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';

/** A task of a project. */
export interface TaskPlace {
  readonly project: string;
  readonly task: string;
}

/** A unit of a task. */
export interface UnitPlace extends TaskPlace {
  readonly unit: string;
}

/** A unit with its place in the order of arrival. */
export interface StoredUnit extends Unit {
  readonly seq: number;
  readonly contentHash: string;
}

/** How many units were added or already existed; `conflicts` exist with other content. */
export interface InsertedUnits {
  readonly inserted: number;
  readonly unchanged: number;
  readonly conflicts: readonly string[];
}

/** A unit as it is kept: its fields in JSON, and the hash by which a changed one is noticed. */
export interface UnitContent extends Pick<Unit, 'id' | 'subject'> {
  readonly fields: string;
  readonly contentHash: string;
}

/** A unit as stored; for large imports made before the write, which blocks everybody else. */
export function unitContent(unit: Omit<Unit, 'task'>): UnitContent {
  return {
    id: unit.id,
    subject: unit.subject,
    fields: JSON.stringify(unit.fields),
    contentHash: unitHash(unit),
  };
}

/** Adds units. One that exists unchanged is left alone; those with other content are listed. */
export async function insertUnits(
  tx: WriteTransaction,
  place: TaskPlace,
  units: readonly Omit<Unit, 'task'>[],
  at: TimeText,
): Promise<InsertedUnits> {
  await lockLogs(tx);
  if ((await unitsUnderWay(tx, place.project)) !== null) refuse('project-changed');
  const result = await insertUnitContents(tx, place, units.map(unitContent), at);
  await refreshStatistics(tx, 'unit', result.inserted);
  return result;
}

/** The same with prepared units; the caller refreshes the statistics. */
export async function insertUnitContents(
  tx: WriteTransaction,
  place: TaskPlace,
  units: readonly UnitContent[],
  at: TimeText,
): Promise<InsertedUnits> {
  await lockLogs(tx);
  const { project, task } = place;
  let inserted = 0;
  let unchanged = 0;
  const conflicts: string[] = [];
  for (const rows of batches(units)) {
    const values = rows.map((row) => {
      const { id, subject, fields, contentHash } = row;
      return [project, task, id, subject, fields, contentHash, at];
    });
    const fresh = await bulkInsert(tx, 'unit', unitColumns, values, { skipKnown: true });
    inserted += fresh;
    if (fresh === rows.length) continue;
    const different = differentFrom(await hashesOf(tx, place, rows), rows);
    conflicts.push(...different);
    unchanged += rows.length - fresh - different.length;
  }
  return { inserted, unchanged, conflicts };
}

/** What adding the units now would do. */
export async function compareUnits(
  db: Database,
  place: TaskPlace,
  units: readonly UnitContent[],
): Promise<InsertedUnits> {
  let inserted = 0;
  const conflicts: string[] = [];
  for (const rows of batches(units)) {
    const kept = await hashesOf(db, place, rows);
    inserted += rows.length - kept.size;
    conflicts.push(...differentFrom(kept, rows));
  }
  return { inserted, unchanged: units.length - inserted - conflicts.length, conflicts };
}

/** The hash that reveals a changed unit: over subject and fields in any order. @internal */
export function unitHash(unit: Pick<Unit, 'subject' | 'fields'>): string {
  return hash('sha256', canonicalJson([unit.subject, unit.fields]));
}

/** The fields of a unit as they are kept, in JSON; null when it is not there. */
export async function unitText(db: Database, given: UnitPlace): Promise<string | null> {
  return (await selectText(db, given))?.fields ?? null;
}

/** One unit. */
export async function findUnit(db: Database, given: UnitPlace): Promise<StoredUnit | null> {
  const row = await selectUnit(db, given);
  return row === null ? null : readUnit(row);
}

/** Units by their ids; those that are not there are left out. */
export async function findUnits(
  db: Database,
  place: TaskPlace,
  ids: readonly string[],
): Promise<readonly StoredUnit[]> {
  const found: StoredUnit[] = [];
  for (const batch of batches(ids)) {
    const rows = await unitQuery(db, place).where('id', 'in', batch).execute();
    for (const row of rows) found.push(readUnit(row));
  }
  return found;
}

/** Units by their numbers. */
export async function unitsNumbered(
  db: Database,
  place: TaskPlace,
  seqs: readonly number[],
): Promise<readonly StoredUnit[]> {
  const found: StoredUnit[] = [];
  for (const batch of batches(seqs)) {
    const rows = await unitQuery(db, place).where('seq', 'in', batch).execute();
    for (const row of rows) found.push(readUnit(row));
  }
  return found;
}

/** The units of a subject, in the order in which they came: what stands around a unit. */
export async function unitsOfSubject(
  db: Database,
  given: TaskPlace & { readonly subject: string; readonly after?: number; readonly limit: number },
): Promise<readonly StoredUnit[]> {
  const query = unitsBehind(db, given).where('subject', '=', given.subject);
  return (await query.limit(given.limit).execute()).map(readUnit);
}

/** A page of the units of a task, in the order in which they came. */
export async function unitPage(
  db: Database,
  given: TaskPlace & { readonly after?: number; readonly limit: number },
): Promise<readonly StoredUnit[]> {
  const { limit, after = 0 } = given;
  const found: StoredUnit[] = [];
  for await (const stretch of stretches(db, 'unit', { after })) {
    const query = unitsIn(db, { ...given, ...stretch }).limit(limit - found.length);
    for (const row of await query.execute()) found.push(readUnit(row));
    if (found.length >= limit) break;
  }
  return found;
}

/** All units of a task, in the order in which they came. */
export async function* streamUnits(
  store: Store,
  place: TaskPlace & { readonly after?: number },
): AsyncIterable<StoredUnit> {
  const query = (db: Database, stretch: Stretch) => unitsIn(db, { ...place, ...stretch });
  for await (const row of streamInStretches(store, 'unit', query, place.after)) yield readUnit(row);
}

/** The ids alone, one by one, in the order in which they came. */
export async function* streamUnitIds(store: Store, place: TaskPlace): AsyncIterable<string> {
  const query = (db: Database, { after, upTo }: Stretch) =>
    unitsOf(db, place)
      .select('id')
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .orderBy('seq');
  for await (const { id } of streamInStretches(store, 'unit', query)) yield id;
}

/** All ids of a task, sorted by code points. Of millions, one by one would take twice as long. */
export async function sortedUnitIds(store: Store, place: TaskPlace): Promise<readonly string[]> {
  return await store.snapshot(async (db) => {
    const ids: string[] = [];
    for (;;) {
      const { rows } = await selectIds(db, { ...place, after: ids.at(-1) ?? '' });
      if (rows.length === 0) return ids;
      for (const { id } of rows) ids.push(id);
      await nextTurn();
    }
  });
}

/** The number behind all units that are there; nobody adds any until the write ends. */
export async function nextUnitSeq(tx: WriteTransaction): Promise<number> {
  await lockLogs(tx);
  return (await lastUnitSeq(tx)) + 1;
}

/** The number of the last unit of all projects, 0 when there is none. */
export async function lastUnitSeq(db: Database): Promise<number> {
  const last = db.selectFrom('unit').select((eb) => eb.fn.max('seq').as('seq'));
  return (await last.executeTakeFirst())?.seq ?? 0;
}

/**
 * How many units a task has. SQLite counts them some at a time, since nothing else happens in the
 * process meanwhile; all that were there at the beginning.
 */
export async function countUnits(db: Database, place: TaskPlace): Promise<number> {
  const { last, end: behind } = (await selectEnd(db, place))!;
  const end = Math.min(last ?? 0, behind - 1);
  const together = databaseKind(db) === 'postgres' ? end : countedTogether;
  let sum = 0;
  for (let after = 0; after < end; after += together) {
    const to = Math.min(after + together, end);
    sum += (await selectCount(db, { ...place, after, to }))!.count;
    if (to < end) await nextTurn();
  }
  return sum;
}

const countedTogether = 10_000;

type UnitRow = Omit<StoredUnit, 'fields'> & { readonly fields: string };

/**
 * The units of a task: every reader asks here, and none sees those of an import that is not
 * finished. With `+` no index over the number is taken for that.
 */
function unitsOf(db: Database, place: TaskPlace) {
  return storedUnits(db, place).where(sql<boolean>`+unit.seq < ${endOfUnits(db, place)}`);
}

/**
 * The number behind the units that can be seen. With a bound kind, SQLite would plan the query
 * again on every run, since an index is there for this kind alone.
 */
function endOfUnits(db: Database, { project }: TaskPlace) {
  const underWay = db
    .selectFrom('staging')
    .select('from_seq')
    .where('kind', '=', sql.lit('units'))
    .where('project', '=', project);
  return sql<number>`coalesce(${underWay}, ${sql.lit(Number.MAX_SAFE_INTEGER)})`;
}

/** Also those of an import that is not finished. */
function storedUnits(db: Database, { project, task }: TaskPlace) {
  const units = db.selectFrom('unit').where('unit.project', '=', project);
  return units.where('unit.task', '=', task);
}

/** The last unit, and the number behind those that can be seen: both at one time. */
const selectEnd = preparedFirst((db, given: TaskPlace) =>
  db
    .selectFrom('unit')
    .select((eb) => [eb.fn.max('seq').as('last'), endOfUnits(db, given).as('end')]),
);

const selectCount = preparedFirst(
  (db, given: TaskPlace & { readonly after: number; readonly to: number }) =>
    storedUnits(db, given)
      .select(sql<number>`count(*)`.as('count'))
      .where('seq', '>', given.after)
      .where('seq', '<=', given.to),
);

function unitQuery(db: Database, place: TaskPlace) {
  const columns = [
    'seq',
    'id',
    'task',
    'subject',
    'fields',
    'content_hash as contentHash',
  ] as const;
  return unitsOf(db, place).select(columns);
}

/** Those behind a place in the order of arrival, in that order. */
function unitsBehind(db: Database, place: TaskPlace & { readonly after?: number }) {
  return unitQuery(db, place)
    .where('seq', '>', place.after ?? 0)
    .orderBy('seq');
}

/** Those in a stretch of the order of arrival, in that order. */
function unitsIn(db: Database, { upTo, ...behind }: TaskPlace & Stretch) {
  return unitsBehind(db, behind).where('seq', '<=', upTo);
}

const selectIds = prepared((db, given: TaskPlace & { readonly after: string }) =>
  unitsOf(db, given).select('id').where('id', '>', given.after).orderBy('id').limit(sql.lit(5000)),
);

const selectText = preparedFirst((db, given: UnitPlace) =>
  unitsOf(db, given).select('fields').where('id', '=', given.unit),
);

const selectUnit = preparedFirst((db, given: UnitPlace) =>
  unitQuery(db, given).where('id', '=', given.unit),
);

function readUnit(row: UnitRow): StoredUnit {
  return { ...row, fields: storedJson<UnitFields>(row.fields, 'unit', 'fields', row) };
}

/** The units that exist with other content. */
function differentFrom(
  kept: ReadonlyMap<string, string>,
  units: readonly UnitContent[],
): readonly string[] {
  return units
    .filter(({ id, contentHash }) => kept.has(id) && kept.get(id) !== contentHash)
    .map((unit) => unit.id);
}

async function hashesOf(
  db: Database,
  place: TaskPlace,
  units: readonly UnitContent[],
): Promise<Map<string, string>> {
  const ids = units.map((unit) => unit.id);
  const query = unitsOf(db, place).where('id', 'in', ids);
  const rows = await query.select(['id', 'content_hash']).execute();
  return new Map(rows.map((row) => [row.id, row.content_hash]));
}

const unitColumns = tableShapes.unit.columns.filter((name) => name !== 'seq');
