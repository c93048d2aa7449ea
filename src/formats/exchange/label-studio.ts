import { codedText, foundValue } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { readJsonText } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField } from '../own-field.ts';
import { utcTime } from '../time-text.ts';
import { firstId, idText, listLength, readRecords, secondsOf } from './tool-export.ts';
import type { Report, Skip, ToolAnnotation, ToolExport, ToolValue } from './tool-export.ts';

/**
 * Reads Label Studio's JSON export: tasks with `data` and `annotations`, whose `result` has an
 * entry per control (choices, rating, number, text area, taxonomy). Cancelled annotations, drafts,
 * predictions and relations are left out and counted. A marked region is a fault, unless the
 * mapping leaves its control out. Format: https://labelstud.io/guide/task_format
 */
export function readLabelStudio(text: string): ToolExport {
  return readRecords('label-studio', readJsonText(text), (row, report, skip) => {
    const data = ownField(row, 'data');
    const isMin = ownField(row, 'annotation_id') !== undefined;
    if (!isFields(data)) report(isMin ? minExport : missingField('data', codedText('task-data')));
    const annotations = listOf(row, 'annotations') ?? listOf(row, 'completions');
    if (annotations === null) report(missingField('annotations', codedText('annotations')));
    skip('skipped-drafts', listLength(ownField(row, 'drafts')));
    skip('skipped-predictions', listLength(ownField(row, 'predictions')));
    return {
      id: idText(ownField(row, 'id')),
      fields: isFields(data) ? data : {},
      annotations: (annotations ?? []).flatMap((annotation, at) =>
        readAnnotation(annotation, `annotations.${at}`, skip, report),
      ),
    };
  });
}

const minExport = fault('unknown-format', {
  got: codedText('json-min'),
  expected: codedText('json-export'),
});

function readAnnotation(
  annotation: unknown,
  path: string,
  skip: Skip,
  report: Report,
): readonly ToolAnnotation[] {
  if (!isFields(annotation)) {
    report(wrongValue(path, annotation, codedText('annotation')));
    return [];
  }
  if (ownField(annotation, 'was_cancelled') === true) {
    skip('skipped-cancelled');
    return [];
  }
  const result = listOf(annotation, 'result');
  if (result === null) report(missingField(`${path}.result`, codedText('results')));
  const answers = new Map<string, ToolValue>();
  (result ?? []).forEach((entry, at) => {
    if (fieldOf(entry, 'type') === 'relation') skip('skipped-relations');
    else readResult(entry, `${path}.result.${at}`, answers, report);
  });
  const by = ownField(annotation, 'completed_by');
  const annotator = isFields(by) ? firstId(by, ['email', 'id']) : idText(by);
  const at = utcTime(ownField(annotation, 'updated_at') ?? ownField(annotation, 'created_at'));
  return [{ annotator, answers, at, seconds: secondsOf(ownField(annotation, 'lead_time')) }];
}

function readResult(
  entry: unknown,
  path: string,
  answers: Map<string, ToolValue>,
  report: Report,
): void {
  const name = fieldOf(entry, 'from_name');
  const value = fieldOf(entry, 'value');
  if (typeof name !== 'string' || !isFields(value)) {
    report(wrongValue(path, entry, codedText('result')));
    return;
  }
  const read = readValue(value) ?? unreadable(fieldOf(entry, 'type'));
  const before = answers.get(name);
  const twice = codedText('twice', { value: foundValue(name) });
  if (read.kind === 'unreadable' && before?.kind === 'unreadable')
    answers.set(name, { ...before, count: before.count + 1 });
  else if (before === undefined) answers.set(name, read);
  else report(wrongField(`${path}.from_name`, twice, codedText('one-result')));
}

function unreadable(type: unknown): ToolValue {
  return {
    kind: 'unreadable',
    count: 1,
    got: codedText('result-type', { type: foundValue(type) }),
    expected: codedText('studio-types'),
  };
}

function readValue(value: JsonRow): ToolValue | null {
  // A result with offsets or coordinates is about a part of the unit, not about the unit.
  if (['start', 'end', 'x', 'y', 'points'].some((key) => Object.hasOwn(value, key))) return null;
  const choices = ownField(value, 'choices') ?? ownField(value, 'taxonomy');
  if (choices !== undefined) return chosen(choices);
  const number = ownField(value, 'rating') ?? ownField(value, 'number');
  if (typeof number === 'number') return { kind: 'number', number };
  const text = ownField(value, 'text');
  const lines = Array.isArray(text) ? text : [text];
  return lines.every((line) => typeof line === 'string')
    ? { kind: 'text', text: lines.join('\n') }
    : null;
}

/** Choices may be nested: then each is the path from the top, of which the last part was chosen. */
function chosen(given: unknown): ToolValue | null {
  const entries = Array.isArray(given) ? given : [given];
  const labels = entries.map((entry: unknown) =>
    Array.isArray(entry) ? (entry.at(-1) as unknown) : entry,
  );
  return labels.every((label) => typeof label === 'string') ? { kind: 'chosen', labels } : null;
}

function listOf(row: JsonRow, name: string): readonly unknown[] | null {
  const value = ownField(row, name);
  return Array.isArray(value) ? value : null;
}
