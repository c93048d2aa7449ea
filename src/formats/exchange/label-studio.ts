import { codedText, foundValue } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { faultAt, readJsonText } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import { isFields, ownField } from '../own-field.ts';
import { utcTime } from '../time-text.ts';
import { idText, secondsOf, SkipCounter } from './tool-export.ts';
import type { ToolAnnotation, ToolExport, ToolRecord, ToolValue } from './tool-export.ts';

/**
 * Reads Label Studio's JSON export: tasks with `data` and `annotations`, whose `result` has an
 * entry per control (choices, rating, number, text area, taxonomy). Cancelled annotations, drafts,
 * predictions and relations are left out and counted. A marked region is a fault, unless the
 * mapping leaves its control out. Format: https://labelstud.io/guide/task_format
 */
export function readLabelStudio(text: string): ToolExport {
  const read = readJsonText(text);
  const faults: Fault[] = [...read.faults];
  const skipped = new SkipCounter();
  const records = read.rows.map((placed) => readTask(placed, skipped, faults));
  return { tool: 'label-studio', records, skipped: skipped.counts(), faults };
}

function readTask(placed: PlacedRow, skipped: SkipCounter, faults: Fault[]): ToolRecord {
  const { row, line, index } = placed;
  const add = (found: Fault): void => void faults.push(faultAt(found, placed));
  const data = ownField(row, 'data');
  if (!isFields(data))
    add(
      ownField(row, 'annotation_id') === undefined
        ? missingField('data', codedText('task-data'))
        : fault('unknown-format', {
            got: codedText('json-min'),
            expected: codedText('json-export'),
          }),
    );
  const annotations = listOf(row, 'annotations') ?? listOf(row, 'completions');
  if (annotations === null) add(missingField('annotations', codedText('annotations')));
  skipped.skip('draft', listOf(row, 'drafts')?.length ?? 0);
  skipped.skip('prediction', listOf(row, 'predictions')?.length ?? 0);
  const read = (annotations ?? []).flatMap((annotation, at) =>
    readAnnotation(annotation, `annotations.${at}`, skipped, add),
  );
  return {
    id: idText(ownField(row, 'id')),
    fields: isFields(data) ? data : {},
    annotations: read,
    line,
    index,
  };
}

function readAnnotation(
  annotation: unknown,
  path: string,
  skipped: SkipCounter,
  add: (found: Fault) => void,
): readonly ToolAnnotation[] {
  if (!isFields(annotation)) {
    add(wrongValue(path, annotation, codedText('annotation')));
    return [];
  }
  if (ownField(annotation, 'was_cancelled') === true) {
    skipped.skip('cancelled annotation');
    return [];
  }
  const result = listOf(annotation, 'result');
  if (result === null) add(missingField(`${path}.result`, codedText('results')));
  const answers = new Map<string, ToolValue>();
  (result ?? []).forEach((entry, at) => {
    if (isFields(entry) && ownField(entry, 'type') === 'relation') skipped.skip('relation');
    else readResult(entry, `${path}.result.${at}`, answers, add);
  });
  const by = ownField(annotation, 'completed_by');
  const annotator = isFields(by)
    ? (idText(ownField(by, 'email')) ?? idText(ownField(by, 'id')))
    : idText(by);
  const at = utcTime(ownField(annotation, 'updated_at') ?? ownField(annotation, 'created_at'));
  return [{ annotator, answers, at, seconds: secondsOf(ownField(annotation, 'lead_time')) }];
}

function readResult(
  entry: unknown,
  path: string,
  answers: Map<string, ToolValue>,
  add: (found: Fault) => void,
): void {
  const name = isFields(entry) ? ownField(entry, 'from_name') : undefined;
  const value = isFields(entry) ? ownField(entry, 'value') : undefined;
  if (!isFields(entry) || typeof name !== 'string' || !isFields(value)) {
    add(wrongValue(path, entry, codedText('result')));
    return;
  }
  const read = readValue(value) ?? unreadable(ownField(entry, 'type'));
  const before = answers.get(name);
  if (read.kind === 'unreadable' && before?.kind === 'unreadable')
    answers.set(name, { ...before, count: before.count + 1 });
  else if (before !== undefined)
    add(
      wrongField(
        `${path}.from_name`,
        codedText('twice', { value: foundValue(name) }),
        codedText('one-result'),
      ),
    );
  else answers.set(name, read);
}

function unreadable(type: unknown): ToolValue {
  return {
    kind: 'unreadable',
    count: 1,
    got: codedText('result-type', { type: foundValue(type) }),
    expected: codedText('studio-types'),
  };
}

function readValue(value: Readonly<Record<string, unknown>>): ToolValue | null {
  // A result with offsets or coordinates is about a part of the unit, not about the unit.
  if (['start', 'end', 'x', 'y', 'points'].some((key) => Object.hasOwn(value, key))) return null;
  const choices = ownField(value, 'choices');
  if (choices !== undefined) return chosen(choices);
  const taxonomy = ownField(value, 'taxonomy');
  if (taxonomy !== undefined) return chosen(taxonomy);
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

function listOf(row: Readonly<Record<string, unknown>>, name: string): readonly unknown[] | null {
  const value = ownField(row, name);
  return Array.isArray(value) ? value : null;
}
