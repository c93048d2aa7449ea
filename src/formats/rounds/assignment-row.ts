import type { TextValue } from '../../domain/coded-text.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { badField } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { defined } from '../../domain/defined.ts';
import { furtherReasons } from '../../domain/judging/further.ts';
import type { Assignment } from '../../domain/rounds/assignment.ts';
import { personName } from '../../domain/people/person-name.ts';
import { csvLine, forPeople } from '../csv.ts';
import type { Read } from '../yaml-source.ts';

/** The columns of a file of assignments, in their order. */
const assignmentColumns = ['unit', 'annotator', 'round', 'order', 'further'] as const;
/** Without the last, which only rounds with further annotators have. */
const plainColumns = assignmentColumns.slice(0, -1);

/**
 * Reads a row of assignments with all its faults, without lines. In CSV the order is digits.
 * @example readAssignment({ unit: 'u1', order: '3' }).ok // false
 */
export function readAssignment(row: Readonly<Record<string, unknown>>): Read<Assignment> {
  const faults: Fault[] = [];
  const wrong = (field: string, expected: TextValue): void =>
    void faults.push(badField(field, row[field], expected));
  const text = (field: string): string => {
    const value = row[field];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    wrong(field, codedText('non-empty-text'));
    return '';
  };
  const [unit, annotator, round] = [text('unit'), personName(text('annotator')), text('round')];
  const order =
    typeof row['order'] === 'string' && /^\d+$/.test(row['order'])
      ? Number(row['order'])
      : row['order'];
  if (typeof order !== 'number' || !Number.isSafeInteger(order) || order < 0)
    wrong('order', codedText('whole-number-from', { least: 0 }));
  const further = furtherReasons.find((one) => one === row['further']);
  if (further === undefined && !['', null, undefined].includes(row['further'] as string))
    wrong('further', oneOf(furtherReasons));
  const hint = codedText('expected-fields', { fields: assignmentColumns });
  for (const field of Object.keys(row))
    if (!assignmentColumns.some((column) => column === field))
      faults.push(fault('unknown-field', { field, hint }));
  return faults.length === 0
    ? { ok: true, value: defined({ unit, annotator, round, order: Number(order), further }) }
    : { ok: false, faults };
}

/** The lines of a file of assignments, the header of a CSV file among them. */
export function* assignmentLines(
  assignments: readonly Assignment[],
  format: 'jsonl' | 'csv',
): Generator<string> {
  const isMarked = assignments.some((one) => one.further !== undefined);
  if (format === 'csv') yield csvLine(isMarked ? assignmentColumns : plainColumns, forPeople);
  for (const { unit, annotator, round, order, further } of assignments) {
    const cells = [unit, annotator, round, order];
    yield format === 'csv'
      ? csvLine(isMarked ? [...cells, further ?? ''] : cells, forPeople)
      : `${JSON.stringify({ unit, annotator, round, order, further })}\n`;
  }
}
