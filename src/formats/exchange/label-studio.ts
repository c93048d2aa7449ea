import { defined } from '../../domain/defined.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { readJsonText } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField } from '../own-field.ts';
import { readTable } from '../table-text.ts';
import { utcTime } from '../time-text.ts';
import { minimalRecord } from './label-studio-table.ts';
import type { IsAnswer } from './label-studio-table.ts';
import { joinedValues, studioValue } from './label-studio-values.ts';
import { readMarks } from './tool-asides.ts';
import { firstId, idText, listLength, readRecords, secondsOf } from './tool-export.ts';
import type { Report, Skip, ToolAnnotation, ToolExport, ToolValue } from './tool-export.ts';

/** How a Label Studio file is read. */
export interface LabelStudioOptions {
  readonly layout?: 'json' | 'csv' | 'tsv';
  /** Of the CSV, TSV and JSON-MIN exports: the columns that answer a question. */
  readonly isAnswer?: IsAnswer;
}

/**
 * Reads Label Studio's exports. JSON: tasks with `data` and `annotations`, whose `result` has an
 * entry per control (choices, pairwise, rating, number, date, text area, taxonomy, marked text);
 * or one annotation with its `task`, as cloud storage gets them. CSV, TSV and JSON-MIN: a row per
 * annotation. Annotations that were cancelled, skipped or rejected, or that nobody has touched
 * since a prediction, are left out and counted; so are drafts, predictions, reviews, history and
 * relations. Format: https://labelstud.io/guide/task_format and https://labelstud.io/guide/export
 */
export function readLabelStudio(text: string, options: LabelStudioOptions = {}): ToolExport {
  const { layout = 'json', isAnswer = () => true } = options;
  const read = layout === 'json' ? readJsonText(text) : tableRows(text, layout);
  return readRecords('label-studio', read, (row, report, skip) => {
    const stored = ownField(row, 'task');
    if (isFields(stored) && isFields(ownField(stored, 'data')))
      return readTask({ ...stored, annotations: [row] }, report, skip);
    const isMinimal =
      !isFields(ownField(row, 'data')) &&
      (layout !== 'json' || ownField(row, 'annotation_id') !== undefined);
    return isMinimal ? minimalRecord(row, isAnswer, report, skip) : readTask(row, report, skip);
  });
}

function readTask(row: JsonRow, report: Report, skip: Skip) {
  const data = ownField(row, 'data');
  if (!isFields(data)) report(missingField('data', codedText('task-data')));
  const annotations = listOf(row, 'annotations') ?? listOf(row, 'completions');
  if (annotations === null) report(missingField('annotations', codedText('annotations')));
  skip('skipped-drafts', listLength(ownField(row, 'drafts')));
  skip('skipped-predictions', listLength(ownField(row, 'predictions')));
  const task = idText(ownField(row, 'id'));
  const project = idText(ownField(row, 'project'));
  return {
    id: task,
    fields: isFields(data) ? data : {},
    annotations: (annotations ?? []).flatMap((annotation, at) =>
      readAnnotation(annotation, `annotations.${at}`, skip, report).map((one) => ({
        ...one,
        kept: {
          label_studio: defined({
            annotation: idText(fieldOf(annotation, 'id')) ?? undefined,
            task: task ?? undefined,
            project: project ?? undefined,
            ground_truth: fieldOf(annotation, 'ground_truth') === true ? true : undefined,
            results: resultsOf(annotation),
          }),
        },
      })),
    ),
  };
}

/** The ids, targets and types of the results, by control: an export writes them back. */
function resultsOf(annotation: unknown): JsonRow | undefined {
  const results = fieldOf(annotation, 'result');
  if (!Array.isArray(results)) return undefined;
  const named = results.flatMap((one: unknown) => {
    const name = fieldOf(one, 'from_name');
    if (typeof name !== 'string') return [];
    const [id, to, type] = ['id', 'to_name', 'type'].map((key) => fieldOf(one, key));
    return [[name, defined({ id, to, type })] as const];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

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
  const reviews = listOf(annotation, 'reviews') ?? [];
  const left = leftOut(annotation, reviews);
  if (left !== null) {
    skip(left);
    return [];
  }
  skip('skipped-reviews', reviews.length);
  if (listLength(ownField(annotation, 'history')) > 0) skip('skipped-history');
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
  const seconds = secondsOf(ownField(annotation, 'lead_time'));
  return [{ annotator, answers, at, seconds, ...readMarks(annotation) }];
}

/** Why an annotation is not a judgment, by its last action and its latest review; null if it is. */
function leftOut(annotation: JsonRow, reviews: readonly unknown[]) {
  const action = ownField(annotation, 'last_action');
  if (ownField(annotation, 'was_cancelled') === true || ownField(annotation, 'skipped') === true)
    return 'skipped-cancelled' as const;
  if (action === 'skipped') return 'skipped-cancelled' as const;
  if (action === 'prediction' || action === 'propagated_annotation')
    return 'skipped-untouched' as const;
  const latest = reviews.toSorted((a, b) => timeOf(a) - timeOf(b)).at(-1);
  const isAccepted = action === 'accepted' || action === 'fixed_and_accepted';
  const isRejected =
    action === 'rejected' || (!isAccepted && fieldOf(latest, 'accepted') === false);
  return isRejected ? ('skipped-rejected-annotations' as const) : null;
}

function timeOf(review: unknown): number {
  const given = fieldOf(review, 'created_at');
  return typeof given === 'string' ? Date.parse(given) : 0;
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
  const read = studioValue(value, fieldOf(entry, 'type'));
  const before = answers.get(name);
  const joined = before === undefined ? read : joinedValues(before, read);
  const twice = codedText('twice', { value: foundValue(name) });
  if (joined !== null) answers.set(name, joined);
  else report(wrongField(`${path}.from_name`, twice, codedText('one-result')));
}

function tableRows(text: string, layout: 'csv' | 'tsv') {
  const table = readTable(text, { delimiter: layout === 'csv' ? ',' : '\t', raw: true });
  const rows = table.rows.map(({ fields, line }, index): PlacedRow => {
    const cells = table.columns.map((column, at) => [column, fields[at]] as const);
    return { row: Object.fromEntries(cells), line, index };
  });
  return { rows, faults: table.faults };
}

function listOf(row: JsonRow, name: string): readonly unknown[] | null {
  const value = ownField(row, name);
  return Array.isArray(value) ? value : null;
}
