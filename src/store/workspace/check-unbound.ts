import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../tables.ts';
import type { RowFault } from './compare-rows.ts';
import { migrations } from './schema/migrations.ts';

/** A row that is not as it must be; the table of migrations is not one of the workspace. */
type UnboundFault = Omit<RowFault, 'table'> & { readonly table: string };

type Report = (fault: UnboundFault) => void;

/**
 * Compares what no entry binds: whether a slot is judged, with the judgments, of which those behind
 * a number are of an import under way; raw replies, with the hashes under which attempts name them;
 * migrations, with those of the program.
 */
export async function checkUnbound(
  db: Database,
  ahead: number | null,
  found: Report,
): Promise<void> {
  await checkMigrations(db, found);
  for await (const { id, judgedAt, seq } of misjudgedSlots(db))
    // An import under way stores its judgments before it fills their slots.
    if (judgedAt !== null || seq === null || ahead === null || seq < ahead)
      found({ table: 'slot', row: `id ${id}`, field: 'judged_at', kind: 'row-changed' });
  await checkPlaces(db, ahead, found);
  const named = new Set<string>();
  const attempts = db.selectFrom('model_attempt').select('reply').where('reply', 'is not', null);
  for await (const { reply } of attempts.stream(pageSize)) named.add(reply!);
  for await (const { hash, content } of db.selectFrom('model_reply').selectAll().stream(pageSize)) {
    const place = { table: 'model_reply', row: `hash ${hash}` } as const;
    if (!named.delete(hash)) found({ ...place, field: null, kind: 'row-inserted' });
    else if (createHash('sha256').update(content).digest('hex') !== hash)
      found({ ...place, field: 'content', kind: 'row-changed' });
  }
  for (const hash of named)
    found({ table: 'model_reply', row: `hash ${hash}`, field: null, kind: 'row-missing' });
}

const pageSize = 500;

/**
 * Slots that say that they are judged without a judgment, or are not although there is one, or that
 * give another time than their first judgment, or the import that brought it.
 */
function misjudgedSlots(db: Database) {
  return db
    .selectFrom('slot')
    .leftJoin('judgment', (join) =>
      join
        .onRef('judgment.unit', '=', 'slot.unit')
        .onRef('judgment.annotator', '=', 'slot.annotator')
        .onRef('judgment.run', '=', 'slot.run')
        .on('judgment.supersedes', 'is', null),
    )
    .leftJoin('import_log', 'import_log.id', 'judgment.import_id')
    .select(['slot.id', 'slot.judged_at as judgedAt', 'judgment.seq'])
    .where(
      sql<boolean>`((slot.judged_at is null) <> (judgment.id is null)
        or slot.judged_at <>
          case when judgment.import_id is null then judgment.at else import_log.at end)`,
    )
    .orderBy('slot.id')
    .stream(pageSize);
}

/**
 * Places may be given to others while a run is open, and taken away from people who leave. None of
 * that takes away a judgment's place, a place that a unit must have, or moves one to another unit;
 * and no unit gets a further place because of answers before its first annotators have judged.
 * Numbers are compared first, since each row would take as long as all the rest.
 */
async function checkPlaces(db: Database, ahead: number | null, found: Report): Promise<void> {
  const { judged, judgments, places, placed, lacking } = await countPlaces(db);
  if (ahead !== null || judged !== judgments)
    for await (const { run, unit, annotator } of unplacedJudgments(db, ahead))
      found(placeFault(`run ${run}, unit ${unit}, annotator ${annotator}`, 'row-missing'));
  if (lacking > 0)
    for await (const { run, unit } of unitsLacking(db))
      found(placeFault(`run ${run}, unit ${unit}`, 'row-missing'));
  if (places !== placed)
    for await (const { id } of strayPlaces(db)) found(placeFault(`id ${id}`, 'row-inserted'));
  for await (const { id } of earlyPlaces(db)) found(placeFault(`id ${id}`, 'row-inserted'));
}

/** Places that answers asked for, on units that one of the first is still to judge. */
function earlyPlaces(db: Database) {
  return db
    .selectFrom('slot')
    .select('slot.id')
    .where('slot.further', 'in', ['disagreement', 'flag'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('slot as first')
          .select('first.id')
          .whereRef('first.run', '=', 'slot.run')
          .whereRef('first.unit', '=', 'slot.unit')
          .whereRef('first.ordinal', '<', 'slot.ordinal')
          .where('first.further', 'is', null)
          .where('first.judged_at', 'is', null),
      ),
    )
    .orderBy('slot.id')
    .stream(pageSize);
}

function placeFault(row: string, kind: RowFault['kind']): UnboundFault {
  return { table: 'slot', row, field: null, kind };
}

/** First judgments in runs. */
function placedJudgments(db: Database) {
  const judgments = db.selectFrom('judgment').where('judgment.supersedes', 'is', null);
  return judgments.where('judgment.run', 'is not', null);
}

/** How many places there are, judged and in all, and how many there must be. */
async function countPlaces(db: Database) {
  const counts = db.selectNoFrom((eb) => [
    eb
      .selectFrom('slot')
      .select((one) => one.fn.countAll().as('count'))
      .where('judged_at', 'is not', null)
      .as('judged'),
    placedJudgments(db)
      .select((one) => one.fn.countAll().as('count'))
      .as('judgments'),
    eb
      .selectFrom('slot')
      .innerJoin('round_run', 'round_run.id', 'slot.run')
      .select((one) => one.fn.countAll().as('count'))
      .as('places'),
  ]);
  const { judged, judgments, places } = await counts.executeTakeFirstOrThrow();
  const { placed, lacking } = await db
    .selectFrom(placesOfUnits(db).as('one'))
    .select((eb) => [
      eb.fn.sum('one.places').as('placed'),
      sql<number>`count(case when one.first < one.per_unit then 1 end)`.as('lacking'),
    ])
    .executeTakeFirstOrThrow();
  return {
    judged: Number(judged),
    judgments: Number(judgments),
    places: Number(places),
    placed: Number(placed ?? 0),
    lacking: Number(lacking),
  };
}

/**
 * How many places each unit of a run has, and must have. A run that everybody has left, or that was
 * adopted from elsewhere, where nothing was drawn, may have any number.
 */
function placesOfUnits(db: Database) {
  const counted = db
    .selectFrom('run_unit')
    .leftJoin('slot', (join) =>
      join.onRef('slot.run', '=', 'run_unit.run').onRef('slot.unit', '=', 'run_unit.unit'),
    )
    .select(['run_unit.run', 'run_unit.unit'])
    .select((eb) => [
      eb.fn.count('slot.id').as('places'),
      sql<number>`count(case when slot.further is null then slot.id end)`.as('first'),
      eb.fn.max('run_unit.inclusion_probability').as('drawn'),
    ])
    .groupBy(['run_unit.run', 'run_unit.unit']);
  const isLeft = sql<boolean>`exists (select 1 from workspace
    where key = 'run/' || round_run.id || '/annotators' and value = '[]')`;
  const wanted = db
    .selectFrom('round_run')
    .select('round_run.id')
    .select(sql<number>`case when ${isLeft} then 0 else round_run.per_unit end`.as('per_unit'));
  return db
    .selectFrom(wanted.as('wanted'))
    .innerJoin(counted.as('counted'), 'counted.run', 'wanted.id')
    .select(['counted.run', 'counted.unit', 'counted.places', 'counted.first'])
    .select(
      sql<number>`case when counted.drawn is null then 0 else wanted.per_unit end`.as('per_unit'),
    );
}

function unitsLacking(db: Database) {
  return db
    .selectFrom(placesOfUnits(db).as('one'))
    .select(['one.run', 'one.unit'])
    .whereRef('one.first', '<', 'one.per_unit')
    .orderBy('one.run')
    .orderBy('one.unit')
    .stream(pageSize);
}

/** Judgments without a place; those of an import under way have none yet. */
function unplacedJudgments(db: Database, ahead: number | null) {
  return placedJudgments(db)
    .select(['judgment.run', 'judgment.unit', 'judgment.annotator'])
    .where('judgment.seq', '<', ahead ?? Number.MAX_SAFE_INTEGER)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('slot')
            .select('slot.id')
            .whereRef('slot.run', '=', 'judgment.run')
            .whereRef('slot.unit', '=', 'judgment.unit')
            .whereRef('slot.annotator', '=', 'judgment.annotator'),
        ),
      ),
    )
    .orderBy('judgment.seq')
    .stream(pageSize);
}

/** Places on units that their run does not have. */
function strayPlaces(db: Database) {
  return db
    .selectFrom('slot')
    .innerJoin('round_run', 'round_run.id', 'slot.run')
    .select('slot.id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('run_unit')
            .select('run_unit.unit')
            .whereRef('run_unit.run', '=', 'slot.run')
            .whereRef('run_unit.unit', '=', 'slot.unit'),
        ),
      ),
    )
    .orderBy('slot.id')
    .stream(pageSize);
}

/**
 * Compares the table of migrations with those of the program. When each was applied is not
 * compared: a copy or a restored backup has times of its own.
 */
async function checkMigrations(db: Database, found: Report): Promise<void> {
  const text = 'select version, name from migration order by version';
  const { rows } = await db.executeQuery<{ version: number; name: string }>(
    CompiledQuery.raw(text),
  );
  const left = new Map(rows.map(({ version, name }) => [Number(version), name]));
  for (const { version, name } of migrations) {
    const got = left.get(version);
    left.delete(version);
    if (got === undefined) found(migration(version, null, 'row-missing'));
    else if (got !== name) found(migration(version, 'name', 'row-changed'));
  }
  for (const version of left.keys()) found(migration(version, null, 'row-inserted'));
}

function migration(version: number, field: string | null, kind: RowFault['kind']): UnboundFault {
  return { table: 'migration', row: `version ${version}`, field, kind };
}
