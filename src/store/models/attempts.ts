import { sql } from 'kysely';
import type { Attempt } from '../../domain/models/attempt.ts';
import type { TokenUse } from '../../domain/models/model-reply.ts';
import { batches, bulkInsert } from '../bulk-insert.ts';
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

/** An attempt that is kept, by what tells whether another one is the same. */
export type KnownAttempt = Pick<Attempt, 'id' | 'batch' | 'reply'>;

/** The attempts under some ids of requests. */
export async function knownAttempts(
  db: Database,
  ids: readonly string[],
): Promise<readonly KnownAttempt[]> {
  const found: KnownAttempt[] = [];
  for (const some of batches(ids)) {
    const query = db.selectFrom('model_attempt').select(['id', 'batch', 'reply']);
    found.push(...(await query.where('id', 'in', some).execute()));
  }
  return found;
}

/** The ids of all requests of a batch that an attempt tells of. */
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
