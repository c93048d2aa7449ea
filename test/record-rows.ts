import type { Kysely, Transaction } from 'kysely';
import { readJudgment, selectJudgment } from '../src/store/judging/judgments.ts';
import type { NewJudgment, StoredJudgment } from '../src/store/judging/judgments.ts';
import { selectSlot } from '../src/store/rounds/slots.ts';
import type { Slot } from '../src/store/rounds/slots.ts';
import type { Tables } from '../src/store/tables.ts';
import { insertJudgments } from '../src/store/judging/insert-judgments.ts';

/** The judgments of a project, or of one run, in the order of the log. */
export async function judgmentRows(
  db: Kysely<Tables>,
  { project, run, after = 0 }: { project: string; run?: string; after?: number },
): Promise<readonly StoredJudgment[]> {
  let query = selectJudgment(db).where('project', '=', project).where('seq', '>', after);
  if (run !== undefined) query = query.where('run', '=', run);
  return (await query.orderBy('seq').execute()).map(readJudgment);
}

/** Adds one judgment the way an import does, and reads what is there under its key. */
export async function addOne(
  tx: Transaction<Tables>,
  judgment: NewJudgment,
): Promise<{ readonly judgment: StoredJudgment; readonly fresh: boolean }> {
  const { inserted } = await insertJudgments(tx, [judgment]);
  const row = await selectJudgment(tx)
    .where('project', '=', judgment.project)
    .where('unit', '=', judgment.unit)
    .where('annotator', '=', judgment.annotator)
    .where('idempotency_key', '=', judgment.idempotencyKey)
    .executeTakeFirstOrThrow();
  return { judgment: readJudgment(row), fresh: inserted === 1 };
}

/** All slots of a run, by unit. */
export function slotRows(db: Kysely<Tables>, run: string): Promise<readonly Slot[]> {
  return selectSlot(db).where('run', '=', run).orderBy('unit').orderBy('ordinal').execute();
}

/** What happened in the runs of a project, in the order of the log. */
export async function factRows(db: Kysely<Tables>, project: string) {
  const rows = await db
    .selectFrom('fact')
    .selectAll()
    .where('project', '=', project)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({
    ...row,
    detail: JSON.parse(row.detail) as Readonly<Record<string, unknown>>,
  }));
}
