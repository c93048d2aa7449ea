import { printChoice } from '../../domain/text-values.ts';
import { join } from 'node:path';
import type { Assignment } from '../../domain/rounds/assignment.ts';
import { refuse } from '../../domain/fault.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { csvLine, forPeople } from '../../formats/csv.ts';
import type { RowFormat } from '../units/unit-file.ts';
import type { FileContent } from '../write-files.ts';

/** The columns of a task file besides the unit's. */
const workColumns = ['order', 'annotator_id', 'guideline_version', 'round'] as const;

/** What task files are like. */
interface TaskPlace {
  readonly format: RowFormat;
  readonly guideline: string | null;
}

/** Which fields of a unit annotators may see. */
export interface BlindFields {
  readonly ids: readonly string[];
  readonly shown: readonly string[];
  /** Empty columns for the answers, in tables. */
  readonly answers: readonly string[];
}

/**
 * The fields that the task shows: id, subject, text, folded parts, context and place. Everything
 * else (weak labels, scores, bands) stays out, whether or not the task knows it.
 */
export function blindFields(
  task: Task | null,
  ids: readonly string[],
  named: readonly string[] | undefined,
): BlindFields {
  if (task === null && named === undefined)
    refuse('usage', {
      reason:
        'Say which fields annotators may see: --show text, or --protocol with a task that says so.',
    });
  const unit = task?.unit;
  const fields = named ?? [
    ...(unit?.subject == null ? [] : [unit.subject]),
    ...unit!.show,
    ...unit!.folded,
    ...unit!.context,
    ...unit!.place,
  ];
  const shown = [...new Set(fields)].filter(
    (field) => !ids.includes(field) && unit?.hidden.includes(field) !== true,
  );
  const reserved: readonly string[] = workColumns;
  const taken = [...ids, ...shown].filter((field) => reserved.includes(field));
  if (taken.length > 0) {
    const clash = `the units have ${printChoice(taken, 'and')}, which a task file uses`;
    refuse('usage', { reason: `${clash} for the work itself; rename the field` });
  }
  const answers = (task?.questions ?? [])
    .map(({ id }) => id)
    .filter((id) => ![...ids, ...shown, ...reserved].includes(id));
  return { ids, shown, answers };
}

/**
 * One file per annotator with what is open, in the annotator's own order; tables have an empty
 * column for every answer.
 */
export function blindTasks(
  open: readonly Assignment[],
  units: ReadonlyMap<string, UnitFields>,
  fields: BlindFields,
  place: TaskPlace & { readonly folder: string },
): ReadonlyMap<string, FileContent> {
  const files = new Map<string, FileContent>();
  for (const [annotator, work] of groupBy(open, (one) => one.annotator)) {
    const name = `${fileName(work[0]!.round)}.${fileName(annotator)}.${place.format}`;
    const file = join(place.folder, name);
    if (files.has(file)) {
      const clash = `the tasks of two annotators would go into ${file}`;
      refuse('usage', { reason: `${clash}; give them names that differ in letters or digits` });
    }
    files.set(file, (write) => {
      if (place.format === 'csv') {
        const { ids, shown, answers } = fields;
        write(csvLine([...workColumns, ...ids, ...shown, ...answers], forPeople));
      }
      for (const one of work) write(taskLine(one, units.get(one.unit) ?? {}, fields, place));
    });
  }
  return files;
}

function taskLine(
  work: Assignment,
  unit: UnitFields,
  { ids, shown, answers }: BlindFields,
  { format, guideline }: TaskPlace,
): string {
  const { order, annotator, round } = work;
  const fields = [...ids, ...shown];
  if (format === 'csv')
    return csvLine(
      [
        order,
        annotator,
        guideline,
        round,
        ...fields.map((name) => cell(unit[name])),
        ...answers.map(() => ''),
      ],
      forPeople,
    );
  const version = guideline === null ? {} : { guideline_version: guideline };
  // JSON leaves out undefined.
  const seen = Object.fromEntries(fields.map((field) => [field, unit[field]]));
  return `${JSON.stringify({ order, annotator_id: annotator, ...version, round, ...seen })}\n`;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function fileName(text: string): string {
  return text.replace(/[^\p{L}\p{N}@_-]+/gu, '_');
}
