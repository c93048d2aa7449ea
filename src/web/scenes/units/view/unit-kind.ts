import type { Task } from '../../../../domain/protocol/task.ts';

/**
 * How a unit is laid out. `rule`: a text to quote from, and what was read from it; `exchange`:
 * parts of which some are folded; `chunk`: a text between its neighbours; `pair`: something
 * compared with something else; `plain`: a text.
 */
export type UnitKind = 'rule' | 'exchange' | 'chunk' | 'pair' | 'plain';

/** The layout for a task's units. */
export function unitKind(task: Task): UnitKind {
  if (quotedField(task) !== null) return 'rule';
  if (task.unit.folded.length > 0) return 'exchange';
  if (task.unit.context.length > 0) return 'chunk';
  return task.unit.id.length > 1 ? 'pair' : 'plain';
}

/** The field of the unit from which evidence is quoted, if any. */
export function quotedField(task: Task): string | null {
  for (const { scale } of task.questions) if (scale.kind === 'quote') return scale.from;
  return null;
}
