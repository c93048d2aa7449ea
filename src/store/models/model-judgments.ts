import type { RecordedJudgment } from '../../domain/judging/judgment.ts';
import { batches } from '../bulk-insert.ts';
import type { Store } from '../open-store.ts';
import { visibleJudgments } from '../judgments-under-way.ts';
import type { Database } from '../tables.ts';
import type { TaskPlace } from '../units/units.ts';

/** What of a judgment decides whether it fills a cell. */
export interface CellJudgment extends Pick<
  RecordedJudgment,
  'unit' | 'annotator' | 'run' | 'taskHash' | 'guideline'
> {
  readonly id: string;
  /** If a model was asked here, this carries the hash of the prompt. */
  readonly idempotencyKey: string;
}

/** The judgments of some annotators on a task, in the order of the log. */
export async function* streamCellJudgments(
  store: Store,
  place: TaskPlace,
  annotators: readonly string[],
): AsyncIterable<CellJudgment> {
  const query = (db: Database) => selectCells(db, place, annotators).orderBy('seq');
  for await (const row of store.stream(query)) yield row;
}

/** The same on some units only. */
export async function cellJudgmentsOn(
  db: Database,
  place: TaskPlace,
  annotators: readonly string[],
  units: readonly string[],
): Promise<readonly CellJudgment[]> {
  const found: CellJudgment[] = [];
  for (const some of batches(units)) {
    const query = selectCells(db, place, annotators).where('unit', 'in', some).orderBy('seq');
    found.push(...(await query.execute()));
  }
  return found;
}

function selectCells(db: Database, { project, task }: TaskPlace, annotators: readonly string[]) {
  return visibleJudgments(db)
    .select(['id', 'unit', 'annotator', 'run', 'task_hash as taskHash'])
    .select(['guideline_version as guideline', 'idempotency_key as idempotencyKey'])
    .where((eb) => eb.and({ project, task }))
    .where('annotator', 'in', annotators);
}
