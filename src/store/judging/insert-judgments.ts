import { batches, bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import type { BulkOptions } from '../bulk-insert.ts';
import { fieldName } from '../columns.ts';
import { lockLogs } from '../log-lock.ts';
import { tableShapes } from '../tables.ts';
import type { WriteTransaction } from '../tables.ts';
import { readJudgment, sameJudgment, selectJudgment } from './judgments.ts';
import type { NewJudgment, UnreadJudgment } from './judgments.ts';
import { judgmentsAhead } from '../judgments-under-way.ts';

/** How many judgments were added, and how many already existed under the same key. */
export interface InsertedJudgments {
  readonly inserted: number;
  readonly unchanged: number;
}

/**
 * Adds judgments of one project and task. A known key adds nothing, or is refused when the content
 * differs. Each supersedes the annotator's latest on the same unit in the same run, even when two
 * servers add at the same time.
 */
export async function insertJudgments(
  tx: WriteTransaction,
  judgments: readonly NewJudgment[],
): Promise<InsertedJudgments> {
  await lockLogs(tx);
  let inserted = 0;
  for (const batch of batches(judgments)) {
    const existing = await judgmentsOnUnits(tx, batch);
    const before = new Map(existing.map((row) => [sendKey(row), row]));
    const added = new Map<string, NewJudgment>();
    const latest = new Map(existing.map((row) => [chainKey(row), row.id]));
    const rows: (readonly unknown[])[] = [];
    for (const judgment of batch) {
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
    inserted += await insertRows(tx, rows);
  }
  await refreshStatistics(tx, 'judgment', inserted);
  return { inserted, unchanged: judgments.length - inserted };
}

/** Adds first judgments, none of which may exist. */
export async function addFirstJudgments(
  tx: WriteTransaction,
  judgments: readonly NewJudgment[],
): Promise<void> {
  const rows = judgments.map((judgment) => judgmentValues(judgment, null));
  await insertRows(tx, rows);
}

/**
 * Adds a judgment that supersedes the given one. False when its key, or what it supersedes, was
 * used in the meantime: then `earlierJudgment` shows whether it was sent twice.
 */
export async function addJudgment(
  tx: WriteTransaction,
  judgment: NewJudgment,
  supersedes: string | null,
): Promise<boolean> {
  const row = judgmentValues(judgment, supersedes);
  return (await insertRows(tx, [row], { skipKnown: true })) > 0;
}

/** Adds rows of values in the order that `judgmentValues` gives them; returns how many are new. */
export async function insertRows(
  tx: WriteTransaction,
  rows: readonly (readonly unknown[])[],
  options?: BulkOptions,
): Promise<number> {
  const next = await judgmentsAhead.nextSeq(tx);
  if (next === null) return await bulkInsert(tx, 'judgment', columns, rows, options);
  const numbered = rows.map((row, at) => [next + at, ...row]);
  return await bulkInsert(tx, 'judgment', judgmentsAhead.columns, numbered, options);
}

/** The values of a judgment, in the order of the columns. */
export function judgmentValues(
  judgment: NewJudgment,
  supersedes: string | null,
): readonly unknown[] {
  const row: Readonly<Record<string, unknown>> = {
    ...judgment,
    answers: JSON.stringify(judgment.answers),
    asides: JSON.stringify(judgment.asides),
    guidelineVersion: judgment.guideline,
    importId: judgment.importId ?? null,
    untimed: judgment.untimed ?? null,
    supersedes,
  };
  return columnFields.map((field) => row[field]);
}

const columns = tableShapes.judgment.columns.filter((name) => name !== 'seq');
const columnFields = columns.map(fieldName);

/** All judgments on the units of some judgments, in the order of the log. */
function judgmentsOnUnits(
  tx: WriteTransaction,
  batch: readonly NewJudgment[],
): Promise<readonly UnreadJudgment[]> {
  const { project, task } = batch[0]!;
  const units = [...new Set(batch.map((judgment) => judgment.unit))];
  return selectJudgment(tx)
    .where((eb) => eb.and({ project, task }))
    .where('unit', 'in', units)
    .orderBy('seq')
    .execute();
}

/** A key belongs to one annotator on one unit. */
function sendKey(judgment: Pick<NewJudgment, 'unit' | 'annotator' | 'idempotencyKey'>): string {
  return JSON.stringify([judgment.unit, judgment.annotator, judgment.idempotencyKey]);
}

function chainKey(judgment: Pick<NewJudgment, 'run' | 'unit' | 'annotator'>): string {
  return JSON.stringify([judgment.run, judgment.unit, judgment.annotator]);
}
