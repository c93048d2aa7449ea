import { storedJson } from '../../domain/stored-json.ts';
import { sql } from 'kysely';
import type { LoggedJudgment, RecordedJudgment } from '../../domain/judging/judgment.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Row } from '../columns.ts';
import { readJudgment } from '../judging/judgments.ts';
import { isVisible, visibleJudgments } from '../judgments-under-way.ts';
import type { Store } from '../open-store.ts';
import type { TaskPlace } from '../units/units.ts';
import type { Database, TimeText } from '../tables.ts';

/** Where a judgment comes from. */
interface JudgmentOrigin {
  readonly origin: Row<'judgment'>['origin'];
  /** The import that brought it; null for others. */
  readonly importId: string | null;
  /** 1 where nobody knows when it was given: then `at` is when it came in. */
  readonly untimed: 0 | 1 | null;
}

/** A submitted judgment as it is exported. */
export interface ExportedJudgment extends Omit<RecordedJudgment, 'task'>, JudgmentOrigin {}

/** The same with its unit. */
export interface ExportedRow extends ExportedJudgment {
  readonly subject: string | null;
  readonly fields: UnitFields;
  readonly unitSeq: number;
  readonly insertedAt: TimeText;
}

/** A judgment as it stands in the log, with where it comes from and the place of its unit. */
export interface ExportedEntry extends LoggedJudgment, JudgmentOrigin {
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
  for await (const row of store.stream((db) => latestJudgments(db, filter).orderBy('judgment.seq')))
    yield readJudgment(row);
}

/** The same with their units, unit by unit in the order in which these came. */
export async function* streamExportedRows(
  store: Store,
  filter: ExportFilter,
): AsyncIterable<ExportedRow> {
  const query = (db: Database) =>
    latestJudgments(db, filter)
      .innerJoin('unit', (join) =>
        join
          .onRef('unit.id', '=', 'judgment.unit')
          .onRef('unit.task', '=', 'judgment.task')
          .onRef('unit.project', '=', 'judgment.project'),
      )
      .select(['unit.subject', 'unit.fields'])
      .select(['unit.seq as unitSeq', 'unit.created_at as insertedAt'])
      .orderBy('unit.seq')
      .orderBy('judgment.seq');
  for await (const row of store.stream(query))
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
  return store.stream((db) =>
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
      .orderBy('unit.seq')
      .orderBy('judgment.seq'),
  );
}

/** Judgments per guideline version and version of the questions. */
export async function countExported(db: Database, filter: ExportFilter) {
  return await latestJudgments(db, { ...filter, taskHashes: null })
    .clearSelect()
    .select([
      'judgment.task_hash as taskHash',
      'judgment.guideline_version as guideline',
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy(['judgment.task_hash', 'judgment.guideline_version'])
    .orderBy('judgment.task_hash')
    .orderBy('judgment.guideline_version')
    .execute();
}

/** Whether somebody has judged anything in a project. */
export async function hasJudged(
  db: Database,
  given: { readonly project: string; readonly annotator: string },
): Promise<boolean> {
  const query = visibleJudgments(db).where((eb) => eb.and(given));
  return (await query.select('seq').limit(1).executeTakeFirst()) !== undefined;
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
