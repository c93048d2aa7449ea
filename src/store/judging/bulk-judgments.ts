import type { Transaction } from 'kysely';
import { bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import { readJudgment, sameJudgment, selectJudgment } from './judgments.ts';
import type { UnreadJudgment, NewJudgment } from './judgments.ts';
import { lockLogs } from '../log-lock.ts';
import type { Tables } from '../tables.ts';

/** What became of judgments that were to be added. */
export interface InsertedJudgments {
  readonly inserted: number;
  /** There already, under the same key. */
  readonly unchanged: number;
}

/** Adds many judgments of one project and task, with the same result as adding them one by one. */
export async function insertJudgments(
  tx: Transaction<Tables>,
  judgments: readonly NewJudgment[],
): Promise<InsertedJudgments> {
  await lockLogs(tx);
  let inserted = 0;
  for (let start = 0; start < judgments.length; start += togetherMost) {
    const piece = judgments.slice(start, start + togetherMost);
    const there = await judgmentsThere(tx, piece);
    const before = new Map(there.map((row) => [sendKey(row), row]));
    const added = new Map<string, NewJudgment>();
    const latest = new Map(there.map((row) => [chainKey(row), row.id]));
    const rows: (readonly unknown[])[] = [];
    for (const judgment of piece) {
      const key = sendKey(judgment);
      const row = before.get(key);
      const earlier = row === undefined ? added.get(key) : readJudgment(row);
      if (earlier !== undefined) {
        sameJudgment(earlier, judgment);
        continue;
      }
      added.set(key, judgment);
      rows.push(judgmentValues(judgment, latest.get(chainKey(judgment)) ?? null));
      latest.set(chainKey(judgment), judgment.id);
    }
    inserted += await bulkInsert(tx, 'judgment', judgmentColumns, rows);
  }
  await refreshStatistics(tx, 'judgment', inserted);
  return { inserted, unchanged: judgments.length - inserted };
}

const togetherMost = 500;

/** The columns of a judgment that is added. */
export const judgmentColumns = [
  'id',
  'project',
  'task',
  'run',
  'unit',
  'annotator',
  'answers',
  'asides',
  'guideline_version',
  'task_hash',
  'at',
  'seconds',
  'supersedes',
  'idempotency_key',
  'origin',
] as const;

/** Everything that is there on the units of some judgments, in the order of the log. */
async function judgmentsThere(
  tx: Transaction<Tables>,
  piece: readonly NewJudgment[],
): Promise<readonly UnreadJudgment[]> {
  const { project, task } = piece[0]!;
  const units = [...new Set(piece.map((judgment) => judgment.unit))];
  return selectJudgment(tx)
    .where('project', '=', project)
    .where('task', '=', task)
    .where('unit', 'in', units)
    .orderBy('seq')
    .execute();
}

/** A key is one annotator's on one unit. */
function sendKey({
  unit,
  annotator,
  idempotencyKey,
}: Pick<NewJudgment, 'unit' | 'annotator' | 'idempotencyKey'>): string {
  return JSON.stringify([unit, annotator, idempotencyKey]);
}

/**
 * The next judgment supersedes the latest of the same annotator on the same unit in the same run.
 */
function chainKey({
  run,
  unit,
  annotator,
}: Pick<NewJudgment, 'run' | 'unit' | 'annotator'>): string {
  return JSON.stringify([run, unit, annotator]);
}

/** Its values, in the order of the columns. */
export function judgmentValues(
  judgment: NewJudgment,
  supersedes: string | null,
): readonly unknown[] {
  const {
    id,
    project,
    task,
    run,
    unit,
    annotator,
    answers,
    asides,
    guideline,
    taskHash,
    at,
    seconds,
    idempotencyKey,
    origin,
  } = judgment;
  return [
    id,
    project,
    task,
    run,
    unit,
    annotator,
    JSON.stringify(answers),
    JSON.stringify(asides),
    guideline,
    taskHash,
    at,
    seconds,
    supersedes,
    idempotencyKey,
    origin,
  ];
}
