import { RagMerge } from '../../formats/exchange/rag-merged.ts';
import type { CsvStyle } from '../../formats/csv.ts';
import { ragTasks } from '../../formats/exchange/rag-units.ts';
import { streamUnits } from '../../store/units/units.ts';
import { settledAnswers } from './export-truth.ts';
import { liveFold } from '../fold/live-fold.ts';
import { taskOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';

/** The merged view of the RAG tasks, from the truth of the three tasks. */
export async function mergedRows(
  context: WorkContext,
  project: ProjectProtocol,
  style: CsvStyle,
): Promise<MergedRows> {
  const tasks = ragTasks.filter((task) => project.tasks.has(task));
  const merge = new RagMerge(tasks.map((task) => taskOf(project, task).task));
  for (const task of tasks) {
    const place = { project: project.project, task };
    const { fold } = await liveFold(context.store, place);
    for await (const { id, fields } of streamUnits(context.store, place)) {
      const row = fold.units.find(id);
      const truth = row < 0 ? null : fold.standings.standing(row);
      const answers = truth === null ? null : settledAnswers(truth);
      merge.add(task, id, fields, answers, truth?.state === 'excluded');
    }
  }
  return {
    lines: [...merge.lines(style)],
    rows: merge.rows,
    units_without_truth: merge.unitsWithout.truth,
    excluded_units: merge.unitsWithout.excluded,
  };
}

/** The lines of the table, and what its manifest says. */
export interface MergedRows {
  readonly lines: readonly string[];
  readonly rows: number;
  readonly units_without_truth: number;
  readonly excluded_units: number;
}
