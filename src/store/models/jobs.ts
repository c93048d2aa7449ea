import { storedJson } from '../../domain/stored-json.ts';
import type { JobPlan, ModelJob, PauseReason } from '../../domain/models/model-job.ts';
import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/** A job with the project that it belongs to. */
export interface StoredJob extends ModelJob {
  readonly project: string;
}

/** Adds a job. */
export async function insertJob(tx: WriteTransaction, job: StoredJob): Promise<void> {
  const plan = JSON.stringify(job.plan);
  const reason = job.reason === null ? null : JSON.stringify(job.reason);
  const row = toColumns('model_job', { ...job, plan, reason });
  await tx.insertInto('model_job').values(row).execute();
}

/** Says how a job stands; false when there is no such job. */
export async function setJobState(
  tx: WriteTransaction,
  id: string,
  { state, reason }: Pick<ModelJob, 'state' | 'reason'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('model_job')
    .set({ state, reason: reason === null ? null : JSON.stringify(reason) })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Jobs, oldest first; of one project, or in one state. */
export async function listJobs(
  db: Database,
  { project, state }: { readonly project?: string; readonly state?: ModelJob['state'] },
): Promise<readonly StoredJob[]> {
  let query = selectJob(db);
  if (project !== undefined) query = query.where('project', '=', project);
  if (state !== undefined) query = query.where('state', '=', state);
  return (await query.orderBy('created_at').orderBy('id').execute()).map(readJob);
}

function selectJob(db: Database) {
  return db.selectFrom('model_job').select(fields('model_job'));
}

function readJob(row: Row<'model_job'>): StoredJob {
  return {
    ...row,
    plan: storedJson<JobPlan>(row.plan, 'model_job', 'plan', row),
    reason:
      row.reason === null ? null : storedJson<PauseReason>(row.reason, 'model_job', 'reason', row),
  };
}
