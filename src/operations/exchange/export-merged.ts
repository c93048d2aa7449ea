import { csvLine } from '../../formats/csv.ts';
import type { CsvStyle } from '../../formats/csv.ts';
import { ragTasks } from '../../formats/exchange/rag-units.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { streamUnits } from '../../store/units/units.ts';
import { truthOf } from './export-truth.ts';
import { liveTally } from '../fold/live-tally.ts';
import type { LiveTally } from '../fold/live-tally.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';

/**
 * The merged view of the RAG tasks: one row per record_uuid, from the truth of the three tasks. A
 * retrieval label `<label>_any` is true when it holds for one of the record's chunks, false when it
 * is settled for all and holds for none, else empty. Labels without a settled unit are empty too.
 */
export async function mergedRows(
  context: WorkContext,
  project: ProjectProtocol,
  style: CsvStyle,
): Promise<MergedRows> {
  const tasks = ragTasks.filter((task) => project.tasks.has(task));
  const live = new Map<string, LiveTally>();
  for (const task of tasks)
    live.set(task, await liveTally(context.store, { project: project.project, task }));
  const records = new Map<string, MergedRecord>();
  const unitsWithout = { truth: 0, excluded: 0 };
  for (const task of tasks) {
    const questions = labelsOf(live.get(task)!.task.task);
    for await (const { id, fields } of streamUnits(context.store, {
      project: project.project,
      task,
    })) {
      const uuid = id.split(idSeparator)[0]!;
      const record = records.get(uuid) ?? { language: null, chunks: 0, labels: new Map() };
      records.set(uuid, record);
      if (typeof fields['language'] === 'string') record.language = fields['language'];
      if (task === 'retrieval') record.chunks += 1;
      const row = live.get(task)!.tally.answers.find(id);
      const truth = row < 0 ? null : truthOf(live.get(task)!, row);
      const answers =
        truth !== null && (truth.from === 'consensus' || truth.from === 'ruling')
          ? truth.answers
          : null;
      if (truth?.from === 'excluded') unitsWithout.excluded += 1;
      else if (answers === null) unitsWithout.truth += 1;
      for (const question of questions) merge(record, `${task} ${question}`, answers?.[question]);
    }
  }
  const columns = tasks.flatMap((task) =>
    labelsOf(live.get(task)!.task.task).map((question) => ({
      key: `${task} ${question}`,
      title: task === 'retrieval' ? `${question}_any` : question,
    })),
  );
  const header = csvLine(
    ['record_uuid', 'language', 'chunks', ...columns.map((column) => column.title)],
    style,
  );
  const rows = [...records].map(([uuid, { language, chunks, labels }]) =>
    csvLine(
      [uuid, language, chunks, ...columns.map(({ key }) => labels.get(key)?.value ?? null)],
      style,
    ),
  );
  return {
    lines: [header, ...rows],
    rows: rows.length,
    units_without_truth: unitsWithout.truth,
    excluded_units: unitsWithout.excluded,
  };
}

/** The lines of the table, and what its manifest says. */
export interface MergedRows {
  readonly lines: readonly string[];
  readonly rows: number;
  readonly units_without_truth: number;
  readonly excluded_units: number;
}

interface MergedRecord {
  language: string | null;
  chunks: number;
  readonly labels: Map<string, { value: boolean | null }>;
}

function labelsOf(task: Task): readonly string[] {
  return task.questions
    .filter((question) => question.scale.kind === 'binary')
    .map((question) => question.id);
}

/** Or over units: true wins, an unknown one leaves it open, else false. */
function merge({ labels }: MergedRecord, key: string, answer: unknown): void {
  const known = labels.get(key);
  const value = typeof answer === 'boolean' ? answer : null;
  if (known === undefined) labels.set(key, { value });
  else if (known.value !== true)
    known.value = value === true ? true : known.value === null || value === null ? null : false;
}
