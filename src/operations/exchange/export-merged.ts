import { csvLine } from '../../formats/csv.ts';
import type { CsvStyle } from '../../formats/csv.ts';
import { ragTasks } from '../../formats/exchange/rag-units.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { streamUnits } from '../../store/units/units.ts';
import { settledAnswers } from './export-truth.ts';
import { liveTally } from '../fold/live-tally.ts';
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
  const columns: { readonly key: string; readonly title: string }[] = [];
  const records = new Map<string, MergedRecord>();
  const unitsWithout = { truth: 0, excluded: 0 };
  for (const task of tasks) {
    const place = { project: project.project, task };
    const live = await liveTally(context.store, place);
    const questions = labelsOf(live.task.task);
    for (const question of questions) {
      const title = task === 'retrieval' ? `${question}_any` : question;
      columns.push({ key: `${task} ${question}`, title });
    }
    for await (const { id, fields } of streamUnits(context.store, place)) {
      const uuid = id.split(idSeparator)[0]!;
      const record = records.get(uuid) ?? { language: null, chunks: 0, labels: new Map() };
      records.set(uuid, record);
      if (typeof fields['language'] === 'string') record.language = fields['language'];
      if (task === 'retrieval') record.chunks += 1;
      const row = live.tally.units.find(id);
      const truth = row < 0 ? null : live.tally.standings.standing(row);
      const answers = truth === null ? null : settledAnswers(truth);
      if (truth?.state === 'excluded') unitsWithout.excluded += 1;
      else if (answers === null) unitsWithout.truth += 1;
      for (const question of questions) merge(record, `${task} ${question}`, answers?.[question]);
    }
  }
  const titles = columns.map((column) => column.title);
  const header = csvLine(['record_uuid', 'language', 'chunks', ...titles], style);
  const rows = [...records].map(([uuid, { language, chunks, labels }]) => {
    const values = columns.map(({ key }) => labels.get(key) ?? null);
    return csvLine([uuid, language, chunks, ...values], style);
  });
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
  readonly labels: Map<string, boolean | null>;
}

function labelsOf(task: Task): readonly string[] {
  return task.questions
    .filter((question) => question.scale.kind === 'binary')
    .map((question) => question.id);
}

/** Or over units: true wins, an unknown one leaves it open, else false. */
function merge({ labels }: MergedRecord, key: string, answer: unknown): void {
  const values = [labels.get(key) ?? (labels.has(key) ? null : false), answer];
  if (values.includes(true)) labels.set(key, true);
  else labels.set(key, values.every((value) => value === false) ? false : null);
}
