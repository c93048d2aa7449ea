import type { Answers, Judgment } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { idParts } from './judgment-columns.ts';
import { ownField } from '../own-field.ts';

/**
 * A judgment as a flat row (see judgmentRowReader): the unit's id, carried fields, answers,
 * annotator, guideline, asides, and what an imported row had besides. What was not answered is
 * absent.
 */
export function flatLine(task: Task, judgment: Judgment, fields: UnitFields = {}): string {
  const parts = idParts(task, judgment.unit);
  const { other = {}, ...asides } = judgment.asides;
  const row = [
    ...task.unit.id.map((field, at) => [field, parts[at]]),
    ...task.unit.carried.map((field) => [field, ownField(fields, field)]),
    ...(task.form === 'labels'
      ? labelEntries(task, judgment.answers)
      : task.questions.map(({ id }) => [id, ownField(judgment.answers, id)])),
    ['annotator_id', judgment.annotator],
    ['guideline_version', judgment.guideline ?? undefined],
    ...Object.entries(asides),
    ...Object.entries(other).filter(([key]) => !flatKeys(task).includes(key)),
  ];
  return `${JSON.stringify(Object.fromEntries(row))}\n`;
}

/** The keys of flat rows that say what was judged, how and by whom. */
export function flatKeys(task: Task): readonly string[] {
  return [
    ...task.unit.id,
    ...task.unit.carried,
    ...task.questions.map(({ id }) => id),
    ...(task.form === 'labels' ? ['labels', 'grades'] : []),
    'annotator_id',
    'guideline_version',
  ];
}

/** The ticked labels and the grades of those that have one; other questions keep their own keys. */
function labelEntries(task: Task, answers: Answers): readonly (readonly [string, unknown])[] {
  const labels: string[] = [];
  const grades: [string, unknown][] = [];
  const others: [string, unknown][] = [];
  for (const { id, scale } of task.questions) {
    const answer = ownField(answers, id);
    if (scale.kind === 'binary') labels.push(...(answer === true ? [id] : []));
    else if (scale.kind !== 'ordinal' || scale.present === null) others.push([id, answer]);
    else if (typeof answer === 'number' && answer >= scale.present) {
      labels.push(id);
      grades.push([id, answer]);
    }
  }
  return [
    ['labels', labels],
    ['grades', grades.length === 0 ? undefined : Object.fromEntries(grades)],
    ...others,
  ];
}
