import { badField, wrongValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { readJsonText } from '../json-rows.ts';
import type { JsonRows } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField, shownName } from '../own-field.ts';
import { readTable } from '../table-text.ts';
import { firstId, listLength, readRecords, secondsOf } from './tool-export.ts';
import type { NewRecord, Report, Skip, ToolExport, ToolValue } from './tool-export.ts';

/** How a Potato file is laid out. */
export type PotatoLayout = 'jsonl' | 'csv' | 'tsv';

/**
 * Reads Potato's output: `annotated_instances.jsonl` (`label_annotations`: scheme → label → value),
 * the exporter's JSONL (`labels`), and CSV or TSV with a column per scheme and label
 * (`scheme:::label`, since version 2 `scheme.label`). A row is one user's work on one instance;
 * files in a user's own folder do not name the user. Spans are left out and counted.
 */
export function readPotato(text: string, layout: PotatoLayout): ToolExport {
  const read =
    layout === 'jsonl' ? readJsonText(text) : tableRows(text, layout === 'csv' ? ',' : '\t');
  return readRecords('potato', read, readRow);
}

const userKeys: readonly string[] = ['user_id', 'user', 'username'];
const instanceKeys: readonly string[] = ['instance_id', 'id'];
const textKey = 'displayed_text';
const plainColumns: ReadonlySet<string> = new Set([...userKeys, ...instanceKeys, textKey]);
const ignoredColumns: ReadonlySet<string> = new Set([
  'annotator_origin',
  'annotator_origin_detail',
]);

/** A table as rows of the JSONL form: columns `scheme:::label` or `scheme.label` by scheme. */
function tableRows(text: string, delimiter: ',' | '\t'): Pick<JsonRows, 'rows' | 'faults'> {
  const table = readTable(text, { delimiter, header: true });
  const places = table.columns.map(schemeColumn);
  const numbered = new Set(
    places.flatMap((place, at) =>
      place !== null &&
      !isInput(place.label) &&
      table.rows.some(({ fields }) => /^[2-9]$/.test(fields[at]!) && fields[at] !== place.label)
        ? [place.scheme]
        : [],
    ),
  );
  const rows = table.rows.map(({ fields, line }, index) => {
    const row: [string, unknown][] = [];
    const schemes = new Map<string, [string, unknown][]>();
    const spans: string[] = [];
    table.columns.forEach((column, at) => {
      const cell = fields[at]!;
      if (plainColumns.has(column)) row.push([column, cell]);
      else if (ignoredColumns.has(column) || cell === '') return;
      else if (column.startsWith('span_annotation:::') || column.endsWith('._spans')) {
        if (cell !== '[]') spans.push(cell);
      } else {
        const place = places[at]!;
        const { scheme, label } = place ?? { scheme: column, label: cell };
        // Potato numbers checkboxes from 1, the tenth with 0; where no cell has another number than
        // 0 and 1, they say no and yes.
        const value =
          cell === '0' && label !== '0' && !isInput(label) && !numbered.has(scheme) ? false : cell;
        schemes.set(scheme, [...(schemes.get(scheme) ?? []), [label, value]]);
      }
    });
    const labels = Object.fromEntries(
      [...schemes].map(([scheme, values]) => [scheme, Object.fromEntries(values)]),
    );
    return {
      row: Object.fromEntries([...row, ['label_annotations', labels], ['span_annotations', spans]]),
      line,
      index,
    };
  });
  return { rows, faults: table.faults };
}

/** The scheme and label that a column is named after; null when it names a scheme alone. */
function schemeColumn(column: string): { readonly scheme: string; readonly label: string } | null {
  const mark = column.includes(':::') ? ':::' : '.';
  const cut = column.indexOf(mark);
  return cut < 0 ? null : { scheme: column.slice(0, cut), label: column.slice(cut + mark.length) };
}

function readRow(row: JsonRow, report: Report, skip: Skip): NewRecord | null {
  const schemes = ownField(row, 'label_annotations') ?? ownField(row, 'labels');
  if (!isFields(schemes)) {
    report(badField('label_annotations', schemes, codedText('scheme-labels')));
    return null;
  }
  skip('skipped-spans', spanCount(ownField(row, 'span_annotations') ?? ownField(row, 'spans')));
  const answers = new Map<string, ToolValue>();
  for (const [scheme, stored] of Object.entries(schemes)) {
    const { given, free } = withoutFreeResponse(stored);
    if (free !== null) answers.set(`${scheme}.${freeResponse}`, { kind: 'text', text: free });
    const value = readScheme(given);
    if (value !== null) answers.set(scheme, value);
    else report(wrongValue(shownName(scheme), given, codedText('label-values')));
  }
  const annotator = firstId(row, userKeys);
  const displayed = ownField(row, textKey);
  const id = firstId(row, instanceKeys);
  const shown = displayed === undefined ? {} : { [textKey]: displayed, text: displayed };
  const seconds = secondsOf(fieldOf(ownField(row, 'behavioral_data'), 'time_spent'));
  if (answers.size === 0) skip('skipped-instances');
  const annotations = answers.size === 0 ? [] : [{ annotator, answers, at: null, seconds }];
  return { id, fields: { ...shown, instance_id: id }, annotations };
}

const freeResponse = 'free_response';

/** A choice may carry a free text beside its labels, which is an answer of its own. */
function withoutFreeResponse(stored: unknown): { given: unknown; free: string | null } {
  if (!isFields(stored) || Object.keys(stored).length < 2) return { given: stored, free: null };
  const { [freeResponse]: free, ...given } = stored;
  return typeof free === 'string' ? { given, free } : { given: stored, free: null };
}

/** Labels that input fields have rather than choices: their value is the answer, not their name. */
const inputLabels: ReadonlySet<string> = new Set([
  'text_box',
  'text',
  'textbox',
  'number',
  'slider',
  'select-one',
  'free_response',
  '_data',
  '',
]);

function isInput(label: string): boolean {
  return inputLabels.has(label) || isScalePoint(label);
}

/** Points of a scale are named by their number and store it again. */
function isScalePoint(label: string): boolean {
  return /^scale_\d+$/.test(label);
}

/**
 * The labels of a scheme. A choice stores `label: true` (or its position, or the label again), an
 * input its content under a fixed name. A label whose value says no was not chosen.
 */
function readScheme(given: unknown): ToolValue | null {
  if (typeof given === 'string') return { kind: 'text', text: given };
  if (typeof given === 'number') return { kind: 'number', number: given };
  if (!isFields(given)) return null;
  const entries = Object.entries(given);
  if (
    !entries.every(
      ([, value]) => ['string', 'number', 'boolean'].includes(typeof value) || value === null,
    )
  )
    return null;
  const [only] = entries;
  if (entries.length === 1 && inputLabels.has(only![0]))
    return typeof only![1] === 'number'
      ? { kind: 'number', number: only![1] }
      : { kind: 'text', text: String(only![1] ?? '') };
  const chosen = entries.filter(([label, value]) => !isNo(label, value));
  return {
    kind: 'chosen',
    labels: chosen.map(([label, value]) => (isScalePoint(label) ? String(value) : label)),
  };
}

/** A label may itself be called false or none; it is then stored with its own name as value. */
function isNo(label: string, value: unknown): boolean {
  if (value === label) return false;
  return (
    value === false ||
    value === null ||
    value === '' ||
    (value === 0 && !isScalePoint(label)) ||
    /^false$/i.test(String(value))
  );
}

function spanCount(given: unknown): number {
  if (!isFields(given)) return listLength(given);
  const lists = Object.values(given);
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 1), 0);
}
