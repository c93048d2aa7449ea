import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { badField, missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { isLabel } from '../../domain/protocol/scale.ts';
import type { Scale } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { GivenAnswers } from '../../truth/judging/faults.ts';
import type { JsonRow } from '../jsonl.ts';
import type { RowContext } from './judgment-row.ts';

/** Reads flat rows in a form of labels: `labels: []` means none applies, its absence is a fault. */
export function labelReader(
  task: Task,
  { contradiction }: Pick<RowContext, 'contradiction'>,
): (row: JsonRow, found: Fault[]) => GivenAnswers {
  const labels = new Set(task.questions.filter((one) => isLabel(one.scale)).map((one) => one.id));
  return (row, found) => {
    const ticked = readLabels(row['labels'], labels, found);
    const grades = readGrades(row['grades'], ticked, found);
    const answers: Record<string, unknown> = {};
    for (const { id, scale } of task.questions) {
      const isTicked = ticked.has(id);
      if (!labels.has(id)) answers[id] = row[id];
      else if (scale.kind !== 'ordinal') {
        answers[id] = isTicked;
        if (isTicked && grades[id] !== undefined && grades[id] !== null)
          found.push(wrongValue(`grades.${id}`, grades[id], codedText('no-grade')));
      } else if (!isTicked) answers[id] = scale.values[0]!.value;
      else {
        answers[id] = gradeOf(id, scale, grades[id], found);
        if (!isBelow(scale, grades[id])) continue;
        if (contradiction !== undefined) contradiction(id);
        else found.push(wrongField(`grades.${id}`, ...gradedAway));
      }
    }
    return answers;
  };
}

const gradedAway = [codedText('absent-grade'), codedText('higher-grade')] as const;

/** Whether a grade of the scale says that the label does not apply. */
function isBelow(scale: Extract<Scale, { kind: 'ordinal' }>, grade: unknown): boolean {
  return (
    typeof grade === 'number' &&
    grade < scale.present! &&
    scale.values.some((entry) => entry.value === grade)
  );
}

function readLabels(
  labels: unknown,
  names: ReadonlySet<string>,
  found: Fault[],
): ReadonlySet<string> {
  if (!Array.isArray(labels)) {
    found.push(badField('labels', labels, codedText('labels-or-empty')));
    return new Set();
  }
  const ticked = new Set<string>(labels);
  if (ticked.size < labels.length)
    found.push(wrongField('labels', codedText('label-twice'), codedText('each-label-once')));
  for (const label of ticked) {
    if (!names.has(label)) found.push(wrongValue('labels', label, oneOf([...names])));
  }
  return ticked;
}

function readGrades(grades: unknown, ticked: ReadonlySet<string>, found: Fault[]): JsonRow {
  if (grades === undefined || grades === null) return {};
  if (typeof grades !== 'object' || Array.isArray(grades)) {
    found.push(wrongValue('grades', grades, codedText('grades-object')));
    return {};
  }
  for (const label of Object.keys(grades))
    if (!ticked.has(label)) found.push(fault('grade-without-label', { field: label }));
  return grades as JsonRow;
}

function gradeOf(
  id: string,
  scale: Extract<Scale, { kind: 'ordinal' }>,
  grade: unknown,
  found: Fault[],
): unknown {
  if (grade !== undefined && grade !== null) return grade;
  if (scale.ticked !== null) return scale.ticked;
  found.push(missingField(`grades.${id}`, codedText('label-grade')));
  // Any answer will do in a row with faults; with none, the same thing would be reported twice.
  return scale.values[0]!.value;
}
