import { storedJson } from '../../domain/stored-json.ts';
import { codedText } from '../../domain/text-values.ts';
import { sql } from 'kysely';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { refuse } from '../../domain/fault.ts';
import type { Answers, Asides, RecordedJudgment } from '../../domain/judging/judgment.ts';
import { fields } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Store } from '../open-store.ts';
import { preparedFirst } from '../prepared.ts';
import { streamInStretches, stretches } from '../stretches.ts';
import type { Stretch } from '../stretches.ts';
import type { Database } from '../tables.ts';
import type { UnitPlace } from '../units/units.ts';
import { isVisible, visibleJudgments } from '../judgments-under-way.ts';

/** A judgment to add. The same key, annotator and unit mean the same judgment sent twice. */
export interface NewJudgment extends RecordedJudgment {
  readonly id: string;
  readonly project: string;
  readonly idempotencyKey: string;
  readonly origin: Row<'judgment'>['origin'];
  /** The entry of the import log that brought it. */
  readonly importId?: string | null;
  /** 1 where the time it was given is unknown; `at` is then the time of the import. */
  readonly untimed?: 0 | 1 | null;
}

/** A judgment with its place in the log. */
export interface StoredJudgment extends NewJudgment {
  readonly seq: number;
  readonly supersedes: string | null;
}

/** A stored judgment whose answers and asides are JSON text, not parsed yet. */
export type UnreadJudgment = Omit<StoredJudgment, 'answers' | 'asides'> &
  Pick<Row<'judgment'>, 'answers' | 'asides'>;

/** Which judgments; a filter that is left out does not apply. */
interface JudgmentFilter {
  readonly project: string;
  readonly task?: string;
  /** Without those that a later judgment supersedes. */
  readonly latest?: boolean;
}

/** The annotator's earlier judgment on the unit with the same key; other content is refused. */
export async function earlierJudgment(
  db: Database,
  judgment: NewJudgment,
): Promise<StoredJudgment | null> {
  const row = await selectByKey(db, judgment);
  return row === null ? null : sameJudgment(readJudgment(row), judgment);
}

/** Every judgment on a unit, oldest first, revisions included. */
export async function judgmentsOfUnit(
  db: Database,
  { project, task, unit }: UnitPlace,
): Promise<readonly StoredJudgment[]> {
  const query = selectJudgment(db).where((eb) => eb.and({ project, task, unit }));
  return (await query.orderBy('seq').execute()).map(readJudgment);
}

/** Judgments one by one, in the order of the log. */
export async function* streamJudgments(
  store: Store,
  filter: JudgmentFilter,
): AsyncIterable<StoredJudgment> {
  const query = (db: Database, { after, upTo }: Stretch) =>
    judgmentQuery(db, filter).where('seq', '>', after).where('seq', '<=', upTo).orderBy('seq');
  for await (const row of streamInStretches(store, 'judgment', query)) yield readJudgment(row);
}

/** Whether anything was judged in a project. */
export async function hasJudgments(db: Database, project: string): Promise<boolean> {
  for await (const { after, upTo } of stretches(db, 'judgment')) {
    const ofProject = visibleJudgments(db).select('seq').where('project', '=', project);
    const query = ofProject.where('seq', '>', after).where('seq', '<=', upTo).limit(sql.lit(1));
    if ((await query.executeTakeFirst()) !== undefined) return true;
  }
  return false;
}

/** How many judgments outside any run there are under one version of a task and its guideline. */
export interface OutsideVersion extends Pick<StoredJudgment, 'task' | 'taskHash' | 'guideline'> {
  readonly judgments: number;
}

/** The judgments outside any run, such as imported ones, counted by version. */
export async function outsideVersions(
  db: Database,
  project: string,
): Promise<readonly OutsideVersion[]> {
  const found = new Map<string, OutsideVersion>();
  for await (const { after, upTo } of stretches(db, 'judgment')) {
    const rows = await visibleJudgments(db)
      .select(['task', 'task_hash as taskHash', 'guideline_version as guideline'])
      .select((of) => of.fn.countAll().as('judgments'))
      .where('project', '=', project)
      .where('run', 'is', null)
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .groupBy(['task', 'task_hash', 'guideline_version'])
      .execute();
    for (const row of rows) {
      const key = JSON.stringify([row.task, row.taskHash, row.guideline]);
      const judgments = Number(row.judgments) + (found.get(key)?.judgments ?? 0);
      found.set(key, { ...row, judgments });
    }
  }
  return [...found.values()];
}

/** A key belongs to one judgment: a second one with other content is a mistake of the sender. */
export function sameJudgment<Earlier extends NewJudgment>(
  earlier: Earlier,
  sent: NewJudgment,
): Earlier {
  const content = ({ task, run, unit, annotator, answers, asides }: NewJudgment): string => {
    // What was suggested is not sent, nor why somebody was asked: the server notes both.
    const { assistance: _, further: __, ...sentAsides } = asides;
    return canonicalJson({ task, run, unit, annotator, answers, asides: sentAsides });
  };
  if (content(earlier) !== content(sent))
    refuse('key-reused', { key: sent.idempotencyKey, what: codedText('judgment') });
  return earlier;
}

/** All columns of visible judgments. */
export function selectJudgment(db: Database) {
  return visibleJudgments(db)
    .select(fields('judgment', 'guideline_version'))
    .select('judgment.guideline_version as guideline');
}

/** Parses the answers and asides of a row. */
export function readJudgment<Unparsed extends Pick<UnreadJudgment, 'answers' | 'asides'>>(
  row: Unparsed,
): Omit<Unparsed, 'answers' | 'asides'> & Pick<StoredJudgment, 'answers' | 'asides'> {
  return {
    ...row,
    answers: storedJson<Answers>(row.answers, 'judgment', 'answers', row),
    asides: storedJson<Asides>(row.asides, 'judgment', 'asides', row),
  };
}

function judgmentQuery(db: Database, filter: JudgmentFilter) {
  let query = selectJudgment(db).where('judgment.project', '=', filter.project);
  if (filter.task !== undefined) query = query.where('judgment.task', '=', filter.task);
  if (filter.latest === true)
    query = query.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('judgment as later')
            .select(sql<number>`1`.as('one'))
            .whereRef('later.supersedes', '=', 'judgment.id')
            .where(isVisible('later')),
        ),
      ),
    );
  return query;
}

const selectByKey = preparedFirst((db, given: NewJudgment) =>
  selectJudgment(db)
    .where('unit', '=', given.unit)
    .where('annotator', '=', given.annotator)
    .where('task', '=', given.task)
    .where('project', '=', given.project)
    .where('idempotency_key', '=', given.idempotencyKey),
);
