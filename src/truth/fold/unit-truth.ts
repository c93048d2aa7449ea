import type { CodedText } from '../../domain/coded-text.ts';
import type { Decision } from '../../domain/fold/decision.ts';
import type { Standing } from '../../domain/fold/standing.ts';
import type { TaskFold } from './task-fold.ts';
import { truthLine } from './truth-line.ts';

/** What is true of a unit, by what rule, and the line that says both. */
export interface UnitTruth {
  readonly standing: Standing;
  readonly decision: Decision | null;
  readonly line: CodedText;
}

/** What is true of a unit; one that nobody has judged or ruled on awaits everybody. */
export function unitTruth(fold: TaskFold, unit: string): UnitTruth {
  const row = fold.units.find(unit);
  if (row >= 0) {
    const standing = fold.standings.standing(row);
    const decision = fold.standings.decision(row, standing);
    return { standing, decision, line: fold.standings.line(row, standing) };
  }
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
