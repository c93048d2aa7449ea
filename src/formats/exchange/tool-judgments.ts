import type { TextValue } from '../../domain/coded-text.ts';
import { defined } from '../../domain/defined.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { missingField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { faultAt } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { ownField, shownName } from '../own-field.ts';
import { asidesOf } from './tool-asides.ts';
import { answerReader, everyLabel, notesTarget } from './tool-answers.ts';
import type { ToolAnswers, UnknownField } from './tool-answers.ts';
import { skipCounter } from './tool-export.ts';
import type {
  Skip,
  Skipped,
  ToolAnnotation,
  ToolExport,
  ToolMapping,
  ToolRecord,
} from './tool-export.ts';
import { namesUnit, toolUnit } from './tool-units.ts';

/** Whole rows of judgments (see judgmentRowReader) with places, what was left out, all faults. */
export interface ToolJudgments {
  readonly rows: readonly PlacedRow[];
  readonly skipped: Skipped;
  readonly faults: readonly Fault[];
}

/**
 * Turns an export into rows of judgments on a task. A field that matches no name and no mapping is
 * one fault with its number of annotations. Labels become answers by the mapping or by the spelling
 * of a value; any other label stays, for the validator to refuse. Of several annotations by one
 * person on one unit the latest counts; the earlier ones are left out and counted.
 */
export function toolJudgments(
  task: Task,
  exported: ToolExport,
  mapping: ToolMapping = {},
): ToolJudgments {
  const { skip, counts } = skipCounter();
  const faults: Fault[] = [...exported.faults];
  const unknown = new Map<string, UnknownField>();
  const read = answerReader(task, mapping);
  const all = exported.records.flatMap((record) =>
    record.annotations.map((annotation): SaidRow => {
      const add = (found: Fault): void => void faults.push(faultAt(found, record));
      const said = read(annotation.answers, { add, skip, unknown });
      const { line, index } = record;
      const row = wholeRow(task, record, annotation, said, mapping);
      const { part } = annotation;
      const isNamed = part !== undefined && (mapping.unit ?? task.unit.id).includes(part.field);
      return { row, line, index, part: isNamed ? undefined : part };
    }),
  );
  faults.push(...severalParts(all));
  const rows = latestRows(all, skip).map(({ row, line, index }) => ({ row, line, index }));
  for (const [field, { count, got }] of unknown)
    faults.push(
      fault('unknown-field', { field: shownName(field), hint: unknownHint(task, count, got) }),
    );
  const isNameless = rows.length > 0 && rows.every(({ row }) => row['unit'] === '');
  if (isNameless) faults.push(missingField((mapping.unit ?? task.unit.id).join(', '), namesUnit));
  for (const entry of withoutEffect(exported, mapping))
    skip('skipped-mapping-entry', 1, { entry: shownName(entry) });
  const skipped = [...exported.skipped, ...counts()];
  return { rows: isNameless ? [] : rows, skipped, faults };
}

/** A row with the part of its unit that it is about. */
interface SaidRow extends PlacedRow {
  readonly part: ToolAnnotation['part'];
}

/** Somebody answered about several parts of a unit: none of the answers is about the unit. */
function severalParts(rows: readonly SaidRow[]): readonly Fault[] {
  const first = new Map<string, string>();
  return rows.flatMap((one) => {
    const { unit, annotator } = one.row;
    if (one.part === undefined || typeof unit !== 'string') return [];
    const { field, name } = one.part;
    const key = JSON.stringify([unit, annotator]);
    const before = first.get(key) ?? name;
    first.set(key, before);
    if (before === name) return [];
    const said = { first: before, annotator: String(annotator), unit, field };
    return [faultAt(wrongValue(field, name, codedText('one-part', said)), one)];
  });
}

/** Entries of a mapping about fields that no annotation of the file has. */
function withoutEffect({ records }: ToolExport, mapping: ToolMapping): readonly string[] {
  const { fields = {}, values = {}, thresholds = {} } = mapping;
  const named = Object.entries({ fields, values, thresholds }).flatMap(([key, entries]) =>
    Object.keys(entries).flatMap((field) => (field === everyLabel ? [] : [{ key, field }])),
  );
  // Where every annotation was left out, their fields are not known.
  if (named.length === 0 || records.every(({ annotations }) => annotations.length === 0)) return [];
  const known = new Set<string>();
  for (const { annotations } of records)
    for (const { answers } of annotations)
      for (const [field, value] of answers) {
        known.add(field);
        for (const { label } of value.kind === 'spans' ? value.spans : []) {
          known.add(label);
          known.add(`${field}.${label}`);
        }
      }
  return named.flatMap(({ key, field }) => (known.has(field) ? [] : [`${key}.${field}`]));
}

/**
 * The latest row of each person on each unit: tools keep every annotation, and a later one revises
 * an earlier one. By their times where both have one, else by the order of the file.
 */
function latestRows<Row extends PlacedRow>(rows: readonly Row[], skip: Skip): readonly Row[] {
  const latest = new Map<string, Row>();
  const kept = new Set<Row>();
  for (const one of rows) {
    const { unit, annotator } = one.row;
    if (unit === '' || annotator === undefined) {
      kept.add(one);
      continue;
    }
    const key = JSON.stringify([unit, annotator]);
    const before = latest.get(key);
    const isEarlier = before !== undefined && timeOf(one, before) < timeOf(before, one);
    if (before !== undefined) skip('skipped-revised');
    if (isEarlier) continue;
    if (before !== undefined) kept.delete(before);
    latest.set(key, one);
    kept.add(one);
  }
  return [...kept];
}

/** The time of a row; 0 where one of the two has none. */
function timeOf({ row }: PlacedRow, other: PlacedRow): number {
  const [own, others] = [row['at'], other.row['at']];
  return typeof own === 'string' && typeof others === 'string' ? Date.parse(own) : 0;
}

function unknownHint(task: Task, count: number, got: TextValue | null): TextValue {
  if (got !== null) return codedText('unreadable-field', { count, got });
  const questions = task.questions.map((question) => question.id);
  const targets = oneOf([...questions, everyLabel, notesTarget]);
  return codedText('unmapped-field', { count, targets });
}

function wholeRow(
  task: Task,
  record: ToolRecord,
  { annotator: user, at, seconds, written, kept }: ToolAnnotation,
  { answers, notes, said, spans }: ToolAnswers,
  mapping: ToolMapping,
): JsonRow {
  const annotator =
    user === null ? mapping.annotator : (ownField(mapping.annotators, user) ?? user);
  const { guideline, round } = mapping;
  const noted = notes.filter((text) => text !== '').join('\n');
  const other = {
    ...kept,
    ...(annotator === user || user === null ? {} : { tool_annotator: user }),
    ...(Object.keys(said).length === 0 ? {} : { said }),
    ...(spans.length === 0 ? {} : { spans }),
  };
  return {
    unit: toolUnit(task, record, mapping) ?? '',
    ...defined({ annotator }),
    answers: Object.fromEntries(answers),
    ...defined({ at: at ?? undefined, seconds: seconds ?? undefined }),
    ...asidesOf(written, user ?? mapping.annotator, at),
    ...defined({ guideline, round, notes: noted === '' ? undefined : noted }),
    ...(Object.keys(other).length === 0 ? {} : { other }),
  };
}
