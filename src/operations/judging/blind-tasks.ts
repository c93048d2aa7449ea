import { printChoice } from '../../domain/text-values.ts';
import { join } from 'node:path';
import type { Assignment } from '../../domain/rounds/assignment.ts';
import { refuse } from '../../domain/fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { csvLine } from '../../formats/csv.ts';
import type { RowFormat } from '../units/unit-file.ts';
import type { FileContent } from '../write-files.ts';

/** What a task file tells of the work itself, beside the unit. */
const workColumns = ['order', 'annotator_id', 'guideline_version', 'round'] as const;

/** Which fields of a unit annotators may see. */
export interface BlindFields {
  readonly ids: readonly string[];
  readonly shown: readonly string[];
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
  const taken = [...ids, ...shown].filter((field) =>
    workColumns.some((column) => column === field),
  );
  if (taken.length > 0)
    refuse('usage', {
      reason: `the units have ${printChoice(taken, 'and')}, which a task file uses for the work itself; rename the field`,
    });
  return { ids, shown };
}

/** One file per annotator with what is open, in the annotator's own order. */
export function blindTasks(
  open: readonly Assignment[],
  units: ReadonlyMap<string, UnitFields>,
  fields: BlindFields,
  place: { readonly folder: string; readonly format: RowFormat; readonly guideline: string | null },
): ReadonlyMap<string, FileContent> {
  const byAnnotator = new Map<string, Assignment[]>();
  for (const one of open) {
    const work = byAnnotator.get(one.annotator);
    if (work === undefined) byAnnotator.set(one.annotator, [one]);
    else work.push(one);
  }
  const files = new Map<string, FileContent>();
  for (const [annotator, work] of byAnnotator) {
    const file = join(
      place.folder,
      `${fileName(work[0]!.round)}.${fileName(annotator)}.${place.format}`,
    );
    if (files.has(file))
      refuse('usage', {
        reason: `the tasks of two annotators would go into ${file}; give them names that differ in letters or digits`,
      });
    files.set(file, (write) => {
      if (place.format === 'csv') write(csvLine([...workColumns, ...fields.ids, ...fields.shown]));
      for (const one of work) write(taskLine(one, units.get(one.unit) ?? {}, fields, place));
    });
  }
  return files;
}

function taskLine(
  work: Assignment,
  unit: UnitFields,
  { ids, shown }: BlindFields,
  { format, guideline }: { readonly format: RowFormat; readonly guideline: string | null },
): string {
  if (format === 'csv')
    return csvLine([
      work.order,
      work.annotator,
      guideline,
      work.round,
      ...[...ids, ...shown].map((field) => cell(unit[field])),
    ]);
  const version = guideline === null ? {} : { guideline_version: guideline };
  const seen = Object.fromEntries(
    [...ids, ...shown].flatMap((field) =>
      unit[field] === undefined ? [] : [[field, unit[field]]],
    ),
  );
  return `${JSON.stringify({ order: work.order, annotator_id: work.annotator, ...version, round: work.round, ...seen })}\n`;
}

function cell(value: unknown): string {
  return value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}

function fileName(text: string): string {
  return text.replace(/[^\p{L}\p{N}@_-]+/gu, '_');
}
