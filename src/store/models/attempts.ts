import { sql } from 'kysely';
import type { Attempt } from '../../domain/models/attempt.ts';
import type { TokenUse } from '../../domain/models/model-reply.ts';
import { storedJson } from '../../domain/stored-json.ts';
import { batches, bulkInsert } from '../bulk-insert.ts';
import { fields } from '../columns.ts';
import type { Row } from '../columns.ts';
import { lockLogs } from '../log-lock.ts';
import type { Store } from '../open-store.ts';
import { tableShapes } from '../tables.ts';
import type { Database, WriteTransaction } from '../tables.ts';
import type { TaskPlace } from '../units/units.ts';

/** A raw reply with the hash of its content. */
export interface RawReply {
  readonly hash: string;
  readonly content: string;
}

/** Adds attempts on one task, with the raw replies that are not stored yet. */
export async function insertAttempts(
  tx: WriteTransaction,
  { project, task }: TaskPlace,
  attempts: readonly Attempt[],
  replies: readonly RawReply[],
): Promise<void> {
  await lockLogs(tx);
  const contents = replies.map(({ hash, content }) => [hash, content]);
  await bulkInsert(tx, 'model_reply', replyColumns, contents, { skipKnown: true });
  const rows = attempts.map((attempt) => attemptValues(project, task, attempt));
  await bulkInsert(tx, 'model_attempt', columns, rows);
}

/** A stored attempt, with the fields that identify it. */
export type KnownAttempt = Pick<Attempt, 'id' | 'batch' | 'reply'>;

/** The attempts with some ids of requests, without conflicting results. */
export async function firstAttempts(
  db: Database,
  ids: readonly string[],
): Promise<readonly KnownAttempt[]> {
  const found: KnownAttempt[] = [];
  for (const some of batches(ids)) {
    const query = db.selectFrom('model_attempt').select(['id', 'batch', 'reply']);
    // A literal: the index on ids has exactly these.
    const isFirst = sql<boolean>`outcome <> 'conflict'`;
    found.push(...(await query.where('id', 'in', some).where(isFirst).execute()));
  }
  return found;
}

/** The others, which contradict the first. There are few, and no index has them. */
export async function conflictingAttempts(
  db: Database,
  ids: readonly string[],
): Promise<readonly KnownAttempt[]> {
  const found: KnownAttempt[] = [];
  for (const some of batches(ids)) {
    const query = db.selectFrom('model_attempt').select(['id', 'batch', 'reply']);
    found.push(
      ...(await query.where('outcome', '=', 'conflict').where('id', 'in', some).execute()),
    );
  }
  return found;
}

/** The ids of all requests of a batch that have an attempt. */
export async function attemptedInBatch(db: Database, batch: string): Promise<ReadonlySet<string>> {
  const query = db.selectFrom('model_attempt').select('id').where('batch', '=', batch);
  return new Set((await query.execute()).map(({ id }) => id));
}

/** What of an attempt decides whether a cell is asked again. */
export type CellAttempt = Pick<
  Attempt,
  | 'unit'
  | 'annotator'
  | 'number'
  | 'job'
  | 'outcome'
  | 'failure'
  | 'code'
  | 'promptHash'
  | 'taskHash'
>;

/** Every attempt on a task, in the order of the log, without what a plan does not need. */
export async function* streamCellAttempts(
  store: Store,
  { project, task }: TaskPlace,
): AsyncIterable<CellAttempt> {
  const query = (db: Database) =>
    db
      .selectFrom('model_attempt')
      .select(['unit', 'annotator', 'number', 'job', 'outcome', 'failure', 'code'])
      .select(['prompt_hash as promptHash', 'task_hash as taskHash'])
      .where((eb) => eb.and({ project, task }))
      .orderBy('seq');
  for await (const row of store.stream(query)) yield row;
}

/** Attempts counted by run, outcome and code. */
export interface AttemptSum {
  readonly annotator: string;
  readonly outcome: Attempt['outcome'];
  readonly code: string | null;
  readonly charged: Attempt['charged'];
  readonly attempts: number;
  readonly priced: number;
  readonly cost: number;
  readonly tokens: TokenUse;
  /** Of how many attempts tokens are known. */
  readonly counted: number;
  /** The sum of latencies, and of how many attempts. */
  readonly latency: number;
  readonly timed: number;
}

/** Sums over the attempts on a task; of one job, where one is named. */
export async function attemptSums(
  db: Database,
  { project, task }: TaskPlace,
  job?: string,
): Promise<readonly AttemptSum[]> {
  const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
  let query = db
    .selectFrom('model_attempt')
    .select(['annotator', 'outcome', 'code', 'charged'])
    .select([
      sql<number>`count(*)`.as('attempts'),
      sql<number>`count(cost)`.as('priced'),
      sum('cost').as('cost'),
      sum('input_tokens').as('input'),
      sum('cache_read_tokens').as('cacheRead'),
      sum('cache_write_tokens').as('cacheWrite'),
      sum('output_tokens').as('output'),
      sum('reasoning_tokens').as('reasoning'),
      sql<number>`count(input_tokens)`.as('counted'),
      sum('latency').as('latency'),
      sql<number>`count(latency)`.as('timed'),
    ])
    .where((eb) => eb.and({ project, task }))
    .groupBy(['annotator', 'outcome', 'code', 'charged'])
    .orderBy('annotator')
    .orderBy('outcome')
    .orderBy('code');
  if (job !== undefined) query = query.where('job', '=', job);
  const rows = await query.execute();
  return rows.map(({ input, cacheRead, cacheWrite, output, reasoning, ...row }) => ({
    ...row,
    attempts: Number(row.attempts),
    priced: Number(row.priced),
    cost: Number(row.cost),
    counted: Number(row.counted),
    latency: Number(row.latency),
    timed: Number(row.timed),
    tokens: {
      input: Number(input),
      cacheRead: Number(cacheRead),
      cacheWrite: Number(cacheWrite),
      output: Number(output),
      reasoning: Number(reasoning),
    },
  }));
}

/** An attempt with its place in the log. */
export interface LoggedAttempt extends Attempt {
  readonly seq: number;
}

/** Which attempts on a task are listed. */
export interface AttemptFilter extends TaskPlace {
  readonly annotator?: string;
  readonly unit?: string;
  readonly outcomes?: readonly Attempt['outcome'][];
  /** Only those before this place in the log. */
  readonly before?: number;
  readonly limit: number;
}

/** Attempts on a task, the latest first. */
export async function attemptPage(
  db: Database,
  { project, task, annotator, unit, outcomes, before, limit }: AttemptFilter,
): Promise<readonly LoggedAttempt[]> {
  let query = selectAttempt(db).where((eb) => eb.and({ project, task }));
  if (annotator !== undefined) query = query.where('annotator', '=', annotator);
  if (unit !== undefined) query = query.where('unit', '=', unit);
  if (outcomes !== undefined) query = query.where('outcome', 'in', outcomes);
  if (before !== undefined) query = query.where('seq', '<', before);
  return (await query.orderBy('seq', 'desc').limit(limit).execute()).map(readAttempt);
}

/** The attempt of a request in a project with its raw reply; null when there is none. */
export async function findAttempt(
  db: Database,
  { project, id }: { readonly project: string; readonly id: string },
): Promise<{
  readonly attempt: LoggedAttempt;
  readonly task: string;
  readonly raw: string | null;
} | null> {
  const row = await selectAttempt(db)
    .where((eb) => eb.and({ project, id }))
    .orderBy(sql`case when outcome = 'conflict' then 1 else 0 end`)
    .orderBy('seq')
    .executeTakeFirst();
  if (row === undefined) return null;
  const attempt = readAttempt(row);
  const raw =
    attempt.reply === null
      ? undefined
      : await db
          .selectFrom('model_reply')
          .select('content')
          .where('hash', '=', attempt.reply)
          .executeTakeFirst();
  return { attempt, task: row.task, raw: raw?.content ?? null };
}

/** How many attempts a job made from a time on, and when the first of them was. */
export async function attemptsFrom(
  db: Database,
  { project, task }: TaskPlace,
  job: string,
  from: string,
): Promise<{ readonly attempts: number; readonly first: string | null }> {
  const row = await db
    .selectFrom('model_attempt')
    .select([sql<number>`count(*)`.as('attempts'), sql<string | null>`min(at)`.as('first')])
    .where((eb) => eb.and({ project, task, job }))
    .where('at', '>=', from)
    .executeTakeFirstOrThrow();
  return { attempts: Number(row.attempts), first: row.first };
}

/** The last place in the log of attempts; 0 when it is empty. */
export async function lastAttemptSeq(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('model_attempt')
    .select(sql<number | null>`max(seq)`.as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** The jobs of a project that attempts after a place in the log belong to. */
export async function jobsAttempted(
  db: Database,
  { project, after }: { readonly project: string; readonly after: number },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('model_attempt')
    .select('job')
    .distinct()
    .where('project', '=', project)
    .where('seq', '>', after)
    .execute();
  return new Set(rows.map(({ job }) => job));
}

function selectAttempt(db: Database) {
  return db.selectFrom('model_attempt').select(fields('model_attempt'));
}

function readAttempt(row: Row<'model_attempt'>): LoggedAttempt {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, reasoningTokens } = row;
  const { project: _, task: __, ...own } = row;
  return {
    ...own,
    tokens:
      inputTokens === null
        ? null
        : {
            input: inputTokens,
            cacheRead: cacheReadTokens ?? 0,
            cacheWrite: cacheWriteTokens ?? 0,
            output: outputTokens ?? 0,
            reasoning: reasoningTokens ?? 0,
          },
    marks: storedJson<readonly string[]>(row.marks, 'model_attempt', 'marks', row),
  };
}

const columns = tableShapes.model_attempt.columns.filter((name) => name !== 'seq');
const replyColumns = ['hash', 'content'] as const;

function attemptValues(project: string, task: string, attempt: Attempt): readonly unknown[] {
  const { tokens } = attempt;
  const row: Readonly<Record<(typeof columns)[number], unknown>> = {
    ...attempt,
    project,
    task,
    task_hash: attempt.taskHash,
    prompt_hash: attempt.promptHash,
    input_tokens: tokens?.input ?? null,
    cache_read_tokens: tokens?.cacheRead ?? null,
    cache_write_tokens: tokens?.cacheWrite ?? null,
    output_tokens: tokens?.output ?? null,
    reasoning_tokens: tokens?.reasoning ?? null,
    request_id: attempt.requestId,
    marks: JSON.stringify(attempt.marks),
  };
  return columns.map((name) => row[name]);
}
