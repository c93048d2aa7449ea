import type { Standing } from '../../domain/fold/standing.ts';
import type { TaskFold } from './task-fold.ts';
import { truthLine } from './truth-line.ts';
import type { UnitTruth } from './truth-line.ts';

/** What is true of a unit; one that nobody has judged or ruled on awaits everybody. */
export function unitTruth(fold: TaskFold, unit: string): UnitTruth {
  const row = fold.units.find(unit);
  if (row >= 0) return fold.standings.truth(row);
  const { task, required } = fold.plan;
  const standing: Standing = {
    unit,
    task: task.id,
    state: 'awaiting',
    missing: required,
    uncounted: [],
  };
  return { standing, decision: null, line: truthLine(task, standing, null) };
}
