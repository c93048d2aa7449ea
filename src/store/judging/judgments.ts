import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { refuse } from '../../domain/fault.ts';
import type { Answers, Asides, RecordedJudgment } from '../../domain/judging/judgment.ts';
import { databaseKind } from '../kysely-handle.ts';
import type { Store } from '../open-store.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';

/**
 * A judgment to be added. What it supersedes is found by the store: the annotator's latest on the
 * same unit in the same run.
 */
export interface NewJudgment extends RecordedJudgment {
  readonly id: string;
  readonly project: string;
  /**
   * The same key again, of the same annotator on the same unit, is the same judgment, sent twice.
   */
  readonly idempotencyKey: string;
  readonly origin: Tables['judgment']['origin'];
}

/** A judgment with its place in the log. */
export interface StoredJudgment extends NewJudgment {
  readonly seq: number;
  readonly supersedes: string | null;
}

/** Whose judgment on what. */
export interface JudgmentPlace {
  readonly project: string;
  readonly task: string;
  readonly run: string | null;
  readonly unit: string;
  readonly annotator: string;
}

/** Which judgments; what is left out is not asked for. */
export interface JudgmentFilter {
  readonly project: string;
  readonly task?: string;
  readonly run?: string;
  /** Only those behind this place in the log. */
  readonly after?: number;
  /** Without those that a later judgment supersedes. */
  readonly latest?: boolean;
}

/**
 * Adds a judgment. When its key is known, the earlier judgment is given back and nothing is added;
 * a key that was used for something else is
 * refused. Judgments of one annotator on one unit in one run form a chain, also when two are sent
 * at the same time.
 */
export async function insertJudgment(
  tx: Transaction<Tables>,
  judgment: NewJudgment,
): Promise<{ readonly judgment: StoredJudgment; readonly fresh: boolean }> {
  const supersedes =
    (await selectLatestLocked(tx, { ...place(judgment), run: judgment.run ?? '' })).rows[0]?.id ??
    null;
  const earlier = await earlierJudgment(tx, judgment);
  if (earlier !== null) return { judgment: earlier, fresh: false };
  const row = {
    ...judgment,
    answers: JSON.stringify(judgment.answers),
    asides: JSON.stringify(judgment.asides),
    supersedes,
  };
  const { seq } = (await insertRow(tx, row)).rows[0]!;
  return { judgment: { ...judgment, seq, supersedes }, fresh: true };
}

/**
 * The judgment of the same annotator on the same unit that was sent with the same key before; one
 * with other content is refused.
 */
export async function earlierJudgment(
  db: Kysely<Tables>,
  judgment: NewJudgment,
): Promise<StoredJudgment | null> {
  const earlier = first(
    (await selectByKey(db, { ...place(judgment), key: judgment.idempotencyKey })).rows,
  );
  return earlier === null ? null : sameJudgment(earlier, judgment);
}

/** One judgment by its id. */
export async function findJudgment(
  db: Kysely<Tables>,
  project: string,
  id: string,
): Promise<StoredJudgment | null> {
  return first(await judgmentQuery(db, { project }).where('id', '=', id).execute());
}

/** An annotator's latest judgment on a unit. */
export async function latestJudgment(
  db: Kysely<Tables>,
  given: JudgmentPlace,
): Promise<StoredJudgment | null> {
  return first((await selectLatest(db, { ...place(given), run: given.run ?? '' })).rows);
}

/** Every judgment on a unit, oldest first, revisions included. */
export async function judgmentsOfUnit(
  db: Kysely<Tables>,
  given: Pick<JudgmentPlace, 'project' | 'task' | 'unit'>,
): Promise<readonly StoredJudgment[]> {
  const rows = await judgmentQuery(db, { project: given.project, task: given.task })
    .where('unit', '=', given.unit)
    .orderBy('seq')
    .execute();
  return rows.map(readJudgment);
}

/**
 * The judgments behind a place in the log, in its order: what a fold that was computed up to there
 * still needs.
 */
export async function judgmentsSince(
  db: Kysely<Tables>,
  filter: JudgmentFilter & { readonly after: number; readonly limit?: number },
): Promise<readonly StoredJudgment[]> {
  const query = judgmentQuery(db, filter).orderBy('seq');
  return (await (filter.limit === undefined ? query : query.limit(filter.limit)).execute()).map(
    readJudgment,
  );
}

/** Judgments one by one, in the order of the log. */
export async function* streamJudgments(
  store: Store,
  filter: JudgmentFilter,
): AsyncIterable<StoredJudgment> {
  for await (const row of store.stream((db) => judgmentQuery(db, filter).orderBy('seq')))
    yield readJudgment(row);
}

/** The last place in the log of judgments, 0 when it is empty. */
export async function lastJudgmentSeq(db: Kysely<Tables>): Promise<number> {
  return (await selectLastSeq(db, {})).rows[0]?.seq ?? 0;
}

/**
 * How many judgments from outside any run there are under one version of a task's questions and
 * guideline.
 */
export interface OutsideVersion {
  readonly task: string;
  readonly taskHash: string;
  readonly guideline: string;
  readonly judgments: number;
}

/**
 * The judgments from outside any run, such as imported ones, counted by the versions that they were
 * given under.
 */
export async function outsideVersions(
  db: Kysely<Tables>,
  project: string,
): Promise<readonly OutsideVersion[]> {
  const rows = await db
    .selectFrom('judgment')
    .select([
      'task',
      'task_hash as taskHash',
      'guideline_version as guideline',
      (of) => of.fn.countAll().as('judgments'),
    ])
    .where('project', '=', project)
    .where('run', 'is', null)
    .groupBy(['task', 'task_hash', 'guideline_version'])
    .execute();
  return rows.map((row) => ({ ...row, judgments: Number(row.judgments) }));
}

/** A key belongs to one judgment: a second with other content is a mistake of the sender. */
export function sameJudgment<Earlier extends NewJudgment>(
  earlier: Earlier,
  sent: NewJudgment,
): Earlier {
  const content = ({ task, run, unit, annotator, answers, asides }: NewJudgment): string =>
    canonicalJson({ task, run, unit, annotator, answers, asides });
  if (content(earlier) !== content(sent))
    refuse('key-reused', { key: sent.idempotencyKey, what: 'judgment' });
  return earlier;
}

/**
 * The statement that adds a judgment; what happens when its key is known is said by whoever adds
 * it.
 */
export function judgmentInsert(db: Kysely<Tables>, row: Omit<UnreadJudgment, 'seq'>) {
  return db
    .insertInto('judgment')
    .values({
      id: row.id,
      project: row.project,
      task: row.task,
      run: row.run,
      unit: row.unit,
      annotator: row.annotator,
      answers: row.answers,
      asides: row.asides,
      guideline_version: row.guideline,
      task_hash: row.taskHash,
      at: row.at,
      seconds: row.seconds,
      supersedes: row.supersedes,
      idempotency_key: row.idempotencyKey,
      origin: row.origin,
    });
}

function judgmentQuery(db: Kysely<Tables>, filter: JudgmentFilter) {
  let query = selectJudgment(db).where('judgment.project', '=', filter.project);
  if (filter.task !== undefined) query = query.where('judgment.task', '=', filter.task);
  if (filter.run !== undefined) query = query.where('judgment.run', '=', filter.run);
  if (filter.after !== undefined) query = query.where('judgment.seq', '>', filter.after);
  if (filter.latest === true)
    query = query.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('judgment as later')
            .select(sql<number>`1`.as('one'))
            .whereRef('later.supersedes', '=', 'judgment.id'),
        ),
      ),
    );
  return query;
}

/** The columns as they are named outside the store. */
export function selectJudgment(db: Kysely<Tables>) {
  return db
    .selectFrom('judgment')
    .select([
      'judgment.seq',
      'judgment.id',
      'judgment.project',
      'judgment.task',
      'judgment.run',
      'judgment.unit',
      'judgment.annotator',
      'judgment.answers',
      'judgment.asides',
    ])
    .select([
      'judgment.guideline_version as guideline',
      'judgment.task_hash as taskHash',
      'judgment.at',
      'judgment.seconds',
      'judgment.supersedes',
    ])
    .select(['judgment.idempotency_key as idempotencyKey', 'judgment.origin']);
}

/** A stored judgment whose answers and asides are JSON text, not read yet. */
export interface UnreadJudgment extends Omit<StoredJudgment, 'answers' | 'asides'> {
  readonly answers: string;
  readonly asides: string;
}

/** A row as a judgment. */
export function readJudgment(row: UnreadJudgment): StoredJudgment {
  return {
    ...row,
    answers: JSON.parse(row.answers) as Answers,
    asides: JSON.parse(row.asides) as Asides,
  };
}

function first(rows: readonly UnreadJudgment[]): StoredJudgment | null {
  return rows[0] === undefined ? null : readJudgment(rows[0]);
}

function place({ project, task, unit, annotator }: JudgmentPlace): Omit<JudgmentPlace, 'run'> {
  return { project, task, unit, annotator };
}

/** In these, a judgment outside any run has the run ''. */
type GivenPlace = Omit<JudgmentPlace, 'run'> & { readonly run: string };

function latestOf<Query extends ReturnType<typeof selectJudgment>>(
  query: Query,
  given: GivenPlace,
) {
  return query
    .where('project', '=', given.project)
    .where('task', '=', given.task)
    .where('unit', '=', given.unit)
    .where('annotator', '=', given.annotator)
    .where(sql<string>`coalesce(run, '')`, '=', given.run)
    .orderBy('judgment.seq', 'desc')
    .limit(sql.lit(1));
}

const selectLatest = prepared((db: Kysely<Tables>, given: GivenPlace) =>
  latestOf(selectJudgment(db), given),
);

/**
 * On PostgreSQL: waits until no other transaction adds to the log, and only then looks. SQLite has
 * one writer anyway.
 */
const selectLatestLocked = prepared((db: Kysely<Tables>, given: GivenPlace) =>
  databaseKind(db) === 'sqlite'
    ? latestOf(selectJudgment(db), given).clearSelect().select('judgment.id')
    : db
        .selectFrom(
          sql<{
            id: string;
          }>`assay_latest_judgment(${given.project}, ${given.task}, ${given.run}, ${given.unit}, ${given.annotator})`.as(
            'latest',
          ),
        )
        .select('latest.id'),
);

const selectByKey = prepared(
  (db: Kysely<Tables>, given: Omit<JudgmentPlace, 'run'> & { readonly key: string }) =>
    selectJudgment(db)
      .where('unit', '=', given.unit)
      .where('annotator', '=', given.annotator)
      .where('task', '=', given.task)
      .where('project', '=', given.project)
      .where('idempotency_key', '=', given.key),
);

const selectLastSeq = prepared((db: Kysely<Tables>, _: object) =>
  db.selectFrom('judgment').select('seq').orderBy('seq', 'desc').limit(sql.lit(1)),
);

const insertRow = prepared((db: Kysely<Tables>, row: Omit<UnreadJudgment, 'seq'>) =>
  judgmentInsert(db, row).returning('seq'),
);
