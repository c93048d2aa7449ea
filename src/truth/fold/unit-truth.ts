import type { Standing } from '../../domain/fold/standing.ts';
import type { TaskFold } from './task-fold.ts';
import { truthLine } from './truth-line.ts';
import type { UnitTruth } from './truth-line.ts';

/** What is true of a unit; one that nothing is known of awaits everybody, or was not drawn. */
export function unitTruth(fold: TaskFold, unit: string): UnitTruth {
  const row = fold.units.find(unit);
  if (row >= 0) return fold.standings.truth(row);
  const { task, required } = fold.plan;
  const common = { unit, task: task.id };
  const standing: Standing =
    fold.standings.untouched === 'undrawn'
      ? { ...common, state: 'undrawn' }
      : { ...common, state: 'awaiting', missing: required, uncounted: [], isClosed: false };
  return { standing, decision: null, line: truthLine(task, standing, null) };
}
