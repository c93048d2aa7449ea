import type { Transaction } from 'kysely';
import type { Answers, Asides } from '../domain/judgment.ts';
import { bulkInsert, refreshStatistics } from './bulk-insert.ts';
import { sameJudgment } from './judgments.ts';
import type { NewJudgment } from './judgments.ts';
import { lockLogs } from './log-lock.ts';
import type { Tables } from './tables.ts';

/** What became of judgments that were to be added. */
export interface InsertedJudgments {
  readonly inserted: number;
  /** There already, under the same key. */
  readonly unchanged: number;
}

/** Adds many judgments of one project and task, with the same result as adding them one by one. */
export async function insertJudgments(tx: Transaction<Tables>, judgments: readonly NewJudgment[]): Promise<InsertedJudgments> {
  await lockLogs(tx);
  let inserted = 0;
  for (let start = 0; start < judgments.length; start += togetherMost) {
    const piece = judgments.slice(start, start + togetherMost);
    const known = await byKey(tx, piece);
    const latest = await latestIds(tx, piece);
    const rows: (readonly unknown[])[] = [];
    for (const judgment of piece) {
      const earlier = known.get(judgment.idempotencyKey);
      if (earlier !== undefined) {
        sameJudgment(earlier, judgment);
        continue;
      }
      known.set(judgment.idempotencyKey, judgment);
      rows.push(values(judgment, latest.get(chainKey(judgment)) ?? null));
      latest.set(chainKey(judgment), judgment.id);
    }
    inserted += await bulkInsert(tx, 'judgment', columns, rows);
  }
  await refreshStatistics(tx, 'judgment', inserted);
  return { inserted, unchanged: judgments.length - inserted };
}

const togetherMost = 500;

const columns = ['id', 'project', 'task', 'run', 'unit', 'annotator', 'answers', 'asides', 'guideline_version', 'task_hash', 'at', 'seconds', 'supersedes', 'idempotency_key', 'origin'] as const;

async function byKey(tx: Transaction<Tables>, piece: readonly NewJudgment[]): Promise<Map<string, NewJudgment>> {
  const { project } = piece[0]!;
  const rows = await tx
    .selectFrom('judgment')
    .selectAll()
    .where('project', '=', project)
    .where('idempotency_key', 'in', piece.map((judgment) => judgment.idempotencyKey))
    .execute();
  return new Map(
    rows.map((row) => [
      row.idempotency_key,
      { ...row, answers: JSON.parse(row.answers) as Answers, asides: JSON.parse(row.asides) as Asides, guideline: row.guideline_version, taskHash: row.task_hash, idempotencyKey: row.idempotency_key },
    ]),
  );
}

/** The judgment that the next one by the same annotator on the same unit in the same run would supersede. */
async function latestIds(tx: Transaction<Tables>, piece: readonly NewJudgment[]): Promise<Map<string, string>> {
  const { project, task } = piece[0]!;
  const rows = await tx
    .selectFrom('judgment')
    .select(['id', 'run', 'unit', 'annotator'])
    .where('project', '=', project)
    .where('task', '=', task)
    .where('unit', 'in', [...new Set(piece.map((judgment) => judgment.unit))])
    .orderBy('seq')
    .execute();
  return new Map(rows.map((row) => [chainKey(row), row.id]));
}

function chainKey({ run, unit, annotator }: Pick<NewJudgment, 'run' | 'unit' | 'annotator'>): string {
  return JSON.stringify([run, unit, annotator]);
}

function values(judgment: NewJudgment, supersedes: string | null): readonly unknown[] {
  const { id, project, task, run, unit, annotator, answers, asides, guideline, taskHash, at, seconds, idempotencyKey, origin } = judgment;
  return [id, project, task, run, unit, annotator, JSON.stringify(answers), JSON.stringify(asides), guideline, taskHash, at, seconds, supersedes, idempotencyKey, origin];
}
