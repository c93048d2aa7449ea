import type { Cell } from '../../domain/models/attempt.ts';
import type { BatchNote, BatchPhase, ModelBatch } from '../../domain/models/model-batch.ts';
import { storedJson } from '../../domain/stored-json.ts';
import { batches, bulkInsert } from '../bulk-insert.ts';
import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Database, WriteTransaction } from '../tables.ts';
import type { TaskPlace } from '../units/units.ts';

/** A batch with the task that it is about. */
export type StoredBatch = ModelBatch & TaskPlace;

/** A request of a batch: the cell that it is for, and which attempt it is. */
export interface BatchRequest extends Cell {
  readonly id: string;
  readonly number: number;
  readonly enlarged: boolean;
}

/** What may change in a batch. */
export type BatchChange = Partial<
  Pick<
    ModelBatch,
    | 'phase'
    | 'file'
    | 'remote'
    | 'mistaken'
    | 'intentAt'
    | 'submittedAt'
    | 'endedAt'
    | 'ended'
    | 'notes'
  >
>;

/** Adds a batch with its requests. */
export async function insertBatch(
  tx: WriteTransaction,
  batch: StoredBatch,
  requests: readonly BatchRequest[],
): Promise<void> {
  await tx
    .insertInto('model_batch')
    .values(toColumns('model_batch', { ...batch, ...texts(batch) }))
    .execute();
  const parts = [...batches(requests, requestsPerPart)].map((part, at) => [
    batch.id,
    at,
    JSON.stringify(
      part.map(({ id, unit, annotator, number, enlarged }) => [
        id,
        unit,
        annotator,
        number,
        enlarged ? 1 : 0,
      ]),
    ),
  ]);
  await bulkInsert(tx, 'model_batch_part', partColumns, parts);
}

/** Changes a batch if it is still in one of the given phases; false when it is not. */
export async function changeBatch(
  tx: WriteTransaction,
  id: string,
  from: readonly BatchPhase[],
  change: BatchChange,
): Promise<boolean> {
  const result = await tx
    .updateTable('model_batch')
    .set(toColumns('model_batch', { ...change, ...texts(change) }))
    .where('id', '=', id)
    .where('phase', 'in', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The batches of a task, oldest first. */
export async function listBatches(
  db: Database,
  { project, task }: TaskPlace,
  phases?: readonly BatchPhase[],
): Promise<readonly StoredBatch[]> {
  let query = db
    .selectFrom('model_batch')
    .select(fields('model_batch'))
    .where((eb) => eb.and({ project, task }));
  if (phases !== undefined) query = query.where('phase', 'in', phases);
  return (await query.orderBy('id').execute()).map(readBatch);
}

/** The requests of a batch, in their order, by parts. */
export async function batchRequests(db: Database, batch: string): Promise<readonly BatchRequest[]> {
  const rows = await db
    .selectFrom('model_batch_part')
    .select('requests')
    .where('batch', '=', batch)
    .orderBy('part')
    .execute();
  return rows.flatMap(({ requests }) =>
    storedJson<readonly WrittenRequest[]>(requests, 'model_batch_part', 'requests', { batch }).map(
      ([id, unit, annotator, number, enlarged]) => {
        return { id, unit, annotator, number, enlarged: enlarged === 1 };
      },
    ),
  );
}

type WrittenRequest = readonly [string, string, string, number, 0 | 1];

const requestsPerPart = 1000;
const partColumns = ['batch', 'part', 'requests'] as const;

function texts({ mistaken, notes }: BatchChange) {
  return {
    ...(mistaken === undefined ? {} : { mistaken: JSON.stringify(mistaken) }),
    ...(notes === undefined ? {} : { notes: JSON.stringify(notes) }),
  };
}

function readBatch(row: Row<'model_batch'>): StoredBatch {
  return {
    ...row,
    mistaken: storedJson<readonly string[]>(row.mistaken, 'model_batch', 'mistaken', row),
    notes: storedJson<readonly BatchNote[]>(row.notes, 'model_batch', 'notes', row),
  };
}
