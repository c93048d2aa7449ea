import { storedJson } from '../../domain/stored-json.ts';
import { sql } from 'kysely';
import type { LoggedJudgment, RecordedJudgment } from '../../domain/judging/judgment.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Row } from '../columns.ts';
import { readJudgment } from '../judging/judgments.ts';
import { isVisible, visibleJudgments } from '../judgments-under-way.ts';
import type { Store } from '../open-store.ts';
import { streamInStretches, stretches } from '../stretches.ts';
import type { Stretch } from '../stretches.ts';
import type { TaskPlace } from '../units/units.ts';
import type { Database, TimeText } from '../tables.ts';

/** Where a judgment comes from. */
interface StoredOrigin {
  readonly origin: Row<'judgment'>['origin'];
  /** The import that brought it; null for others. */
  readonly importId: string | null;
  /** 1 where the time it was given is unknown; `at` is then the time of the import. */
  readonly untimed: 0 | 1 | null;
}

/** A submitted judgment as it is exported. */
export interface ExportedJudgment extends Omit<RecordedJudgment, 'task'>, StoredOrigin {}

/** The same with its unit. */
export interface ExportedRow extends ExportedJudgment {
  readonly subject: string | null;
  readonly fields: UnitFields;
  readonly unitSeq: number;
  readonly insertedAt: TimeText;
}

/** A judgment as it stands in the log, with where it comes from and the place of its unit. */
export interface ExportedEntry extends LoggedJudgment, StoredOrigin {
  readonly unitSeq: number;
}

/** Which judgments are exported. */
export interface ExportFilter extends TaskPlace {
  /** Only those under this version of the questions. */
  /** The hashes of the version of the questions that is wanted. */
  readonly taskHashes: readonly string[];
  readonly run?: string;
  readonly annotator?: string;
}

/** The latest judgment per unit and annotator, in log order, as of one moment. */
export async function* streamExported(
  store: Store,
  filter: ExportFilter,
): AsyncIterable<ExportedJudgment> {
  const query = (db: Database, { after, upTo }: Stretch) =>
    latestJudgments(db, filter)
      .where('judgment.seq', '>', after)
      .where('judgment.seq', '<=', upTo)
      .orderBy('judgment.seq');
  for await (const row of streamInStretches(store, 'judgment', query)) yield readJudgment(row);
}

/** The same with their units, unit by unit in the order in which these came. */
export async function* streamExportedRows(
  store: Store,
  filter: ExportFilter,
): AsyncIterable<ExportedRow> {
  const query = (db: Database, { after, upTo }: Stretch) =>
    latestJudgments(db, filter)
      .innerJoin('unit', (join) =>
        join
          .onRef('unit.id', '=', 'judgment.unit')
          .onRef('unit.task', '=', 'judgment.task')
          .onRef('unit.project', '=', 'judgment.project'),
      )
      .select(['unit.subject', 'unit.fields'])
      .select(['unit.seq as unitSeq', 'unit.created_at as insertedAt'])
      .where('unit.seq', '>', after)
      .where('unit.seq', '<=', upTo)
      .orderBy('unit.seq')
      .orderBy('judgment.seq');
  for await (const row of streamInStretches(store, 'unit', query))
    yield {
      ...readJudgment(row),
      fields: storedJson<UnitFields>(row.fields, 'unit', 'fields', { unit: row.unit }),
    };
}

/** Every judgment on a task, unit by unit in the order in which these came, then as logged. */
export function streamLoggedByUnit(
  store: Store,
  { project, task }: TaskPlace,
): AsyncIterable<ExportedEntry> {
  return streamInStretches(store, 'unit', (db, { after, upTo }) =>
    visibleJudgments(db)
      .innerJoin('unit', (join) =>
        join
          .onRef('unit.id', '=', 'judgment.unit')
          .onRef('unit.task', '=', 'judgment.task')
          .onRef('unit.project', '=', 'judgment.project'),
      )
      .select(['judgment.seq', 'judgment.unit', 'judgment.annotator', 'judgment.run'])
      .select(['judgment.answers', 'judgment.asides', 'judgment.at', 'judgment.seconds'])
      .select(['judgment.guideline_version as guideline', 'judgment.task_hash as taskHash'])
      .select(['judgment.origin', 'judgment.import_id as importId', 'judgment.untimed'])
      .select('unit.seq as unitSeq')
      .where('judgment.project', '=', project)
      .where('judgment.task', '=', task)
      .where('unit.seq', '>', after)
      .where('unit.seq', '<=', upTo)
      .orderBy('unit.seq')
      .orderBy('judgment.seq'),
  );
}

/** Judgments per guideline version and version of the questions. */
export async function countExported(
  db: Database,
  filter: ExportFilter,
): Promise<readonly CountedVersion[]> {
  const found = new Map<string, CountedVersion>();
  for await (const { after, upTo } of stretches(db, 'judgment')) {
    const rows = await latestJudgments(db, { ...filter, taskHashes: null })
      .clearSelect()
      .select([
        'judgment.task_hash as taskHash',
        'judgment.guideline_version as guideline',
        sql<number>`count(*)`.as('count'),
      ])
      .where('judgment.seq', '>', after)
      .where('judgment.seq', '<=', upTo)
      .groupBy(['judgment.task_hash', 'judgment.guideline_version'])
      .execute();
    for (const { count, ...version } of rows) {
      const key = JSON.stringify([version.taskHash, version.guideline]);
      found.set(key, { ...version, count: Number(count) + (found.get(key)?.count ?? 0) });
    }
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, version]) => version);
}

/** How many judgments were given under one version of the questions and the guideline. */
interface CountedVersion {
  readonly taskHash: string;
  readonly guideline: string;
  readonly count: number;
}

/** Whether somebody has judged anything in a project. */
export async function hasJudged(
  db: Database,
  given: { readonly project: string; readonly annotator: string },
): Promise<boolean> {
  for await (const { after, upTo } of stretches(db, 'judgment')) {
    const query = visibleJudgments(db)
      .where((eb) => eb.and(given))
      .where('seq', '>', after)
      .where('seq', '<=', upTo);
    if ((await query.select('seq').limit(1).executeTakeFirst()) !== undefined) return true;
  }
  return false;
}

function latestJudgments(
  db: Database,
  filter: Omit<ExportFilter, 'taskHashes'> & { readonly taskHashes: readonly string[] | null },
) {
  let query = visibleJudgments(db)
    .select(['judgment.unit', 'judgment.annotator', 'judgment.run', 'judgment.answers'])
    .select(['judgment.asides', 'judgment.at', 'judgment.seconds'])
    .select(['judgment.guideline_version as guideline', 'judgment.task_hash as taskHash'])
    .select(['judgment.origin', 'judgment.import_id as importId', 'judgment.untimed'])
    .where('judgment.project', '=', filter.project)
    .where('judgment.task', '=', filter.task)
    .where(({ not, exists, selectFrom }) => {
      let later = selectFrom('judgment as later')
        .select(sql<number>`1`.as('one'))
        .whereRef('later.unit', '=', 'judgment.unit')
        .whereRef('later.annotator', '=', 'judgment.annotator')
        .whereRef('later.task', '=', 'judgment.task')
        .whereRef('later.project', '=', 'judgment.project')
        .whereRef('later.seq', '>', 'judgment.seq')
        .where(isVisible('later'));
      if (filter.run !== undefined) later = later.where('later.run', '=', filter.run);
      return not(exists(later));
    });
  if (filter.taskHashes !== null)
    query = query.where('judgment.task_hash', 'in', filter.taskHashes);
  if (filter.run !== undefined) query = query.where('judgment.run', '=', filter.run);
  if (filter.annotator !== undefined)
    query = query.where('judgment.annotator', '=', filter.annotator);
  return query;
}
