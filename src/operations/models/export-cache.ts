import { defined } from '../../domain/defined.ts';
import { refuse } from '../../domain/fault.ts';
import { annotatorRun, cacheFilePieces } from '../../formats/models/cache-file.ts';
import { cacheTopic } from '../../formats/models/cache-topic.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { recordEnd } from '../../store/fold/judgment-log.ts';
import { recordTruths } from '../../truth/verdicts/record-truths.ts';
import type { ExportManifest, ExportRequest } from '../exchange/export-request.ts';
import { inPieces } from '../exchange/export-request.ts';
import { topicsOfTask } from './import-cache.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import { TaskRecord } from '../fold/task-record.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/**
 * The judgments on a task and their consensus, as the dual cache file of the policy document. Holds
 * one byte per answer in memory. Judgments by people do not fit into such a file, and rulings go
 * into an override file; both are counted.
 */
export async function cacheExport(
  context: WorkContext,
  request: ExportRequest,
  project: ProjectProtocol,
  task: ProjectTask,
): Promise<{ readonly pieces: AsyncIterable<string>; readonly manifest: Partial<ExportManifest> }> {
  const { run, annotator, taskHash: task_hash } = request;
  const named = Object.keys(defined({ run, annotator, task_hash }));
  if (named.length > 0) refuse('cache-is-whole', { names: named });
  const scope = { project, task, fields: [], seed: 1, allowPartial: false };
  const record = new TaskRecord(context.store, scope);
  const end = await context.store.read((db) => recordEnd(db));
  await record.follow(end, await context.store.read((db) => listRuns(db, project.project)));
  const topics = topicsOfTask(project, task, request.topic).map((topic) =>
    recordTruths({ ...topic, schema: null, policies: [] }, record),
  );
  const createdAt = timeOf(context).slice(0, 19);
  const { table, stale } = record.fold;
  const isRun = table.annotators.map((name) => annotatorRun(name) !== null);
  let rows = 0;
  for (let unit = 0; unit < table.units; unit += 1)
    for (let place = table.first(unit); place < table.end(unit); place += 1)
      if (isRun[table.who(place)] === true) rows += 1;
  return {
    pieces: inPieces(cacheFilePieces(topics.map((truths) => cacheTopic(truths, createdAt)))),
    manifest: {
      rows,
      left_out: stale.count,
      judgments_by_people: table.size - rows,
      guideline_versions: { [project.protocol.guideline.version]: rows },
    },
  };
}
