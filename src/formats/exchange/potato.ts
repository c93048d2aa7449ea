import type { Fault } from '../../domain/fault.ts';
import { badField, wrongValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { faultAt, readJsonText } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, ownField, shownName } from '../own-field.ts';
import { readTable } from '../table-text.ts';
import { idText, secondsOf, SkipCounter } from './tool-export.ts';
import type { ToolExport, ToolRecord, ToolValue } from './tool-export.ts';

/** How a Potato file is laid out. */
export type PotatoLayout = 'jsonl' | 'csv' | 'tsv';

/**
 * Reads Potato's output: `annotated_instances.jsonl` (`label_annotations`: scheme → label → value),
 * the exporter's JSONL (`labels`), and CSV or TSV with a column per scheme and label
 * (`scheme:::label`, since version 2 `scheme.label`). A row is one user's work on one instance;
 * files in a user's own folder do not name the user. Spans are left out and counted.
 */
export function readPotato(text: string, layout: PotatoLayout): ToolExport {
  const faults: Fault[] = [];
  const skipped = new SkipCounter();
  const rows =
    layout === 'jsonl'
      ? jsonRows(text, faults)
      : tableRows(text, layout === 'csv' ? ',' : '\t', faults);
  const records = rows.flatMap((placed) => readRow(placed, skipped, faults));
  return { tool: 'potato', records, skipped: skipped.counts(), faults };
}

function jsonRows(text: string, faults: Fault[]): readonly PlacedRow[] {
  const read = readJsonText(text);
  for (const one of read.faults) faults.push(one);
  return read.rows;
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
function tableRows(text: string, delimiter: ',' | '\t', faults: Fault[]): readonly PlacedRow[] {
  const table = readTable(text, { delimiter, header: true });
  for (const one of table.faults) faults.push(one);
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
  return table.rows.map(({ fields, line }, index) => {
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
        const own = schemes.get(scheme);
        if (own === undefined) schemes.set(scheme, [[label, value]]);
        else own.push([label, value]);
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
}

/** The scheme and label that a column is named after; null when it names a scheme alone. */
function schemeColumn(column: string): { readonly scheme: string; readonly label: string } | null {
  const mark = column.includes(':::') ? ':::' : '.';
  const cut = column.indexOf(mark);
  return cut < 0 ? null : { scheme: column.slice(0, cut), label: column.slice(cut + mark.length) };
}

function readRow(placed: PlacedRow, skipped: SkipCounter, faults: Fault[]): readonly ToolRecord[] {
  const { row, line, index } = placed;
  const schemes = ownField(row, 'label_annotations') ?? ownField(row, 'labels');
  if (!isFields(schemes)) {
    faults.push(
      faultAt(badField('label_annotations', schemes, codedText('scheme-labels')), placed),
    );
    return [];
  }
  skipped.skip('span', spanCount(ownField(row, 'span_annotations') ?? ownField(row, 'spans')));
  const answers = new Map<string, ToolValue>();
  for (const [scheme, stored] of Object.entries(schemes)) {
    const { given, free } = withoutFreeResponse(stored);
    if (free !== null) answers.set(`${scheme}.${freeResponse}`, { kind: 'text', text: free });
    const value = readScheme(given);
    if (value === null)
      faults.push(faultAt(wrongValue(shownName(scheme), given, codedText('label-values')), placed));
    else answers.set(scheme, value);
  }
  const annotator = first(row, userKeys);
  const displayed = ownField(row, textKey);
  const fields = {
    ...(displayed === undefined ? {} : { [textKey]: displayed, text: displayed }),
    instance_id: first(row, instanceKeys),
  };
  const behaviour = ownField(row, 'behavioral_data');
  const seconds = isFields(behaviour) ? secondsOf(ownField(behaviour, 'time_spent')) : null;
  if (answers.size === 0) {
    skipped.skip('instance without a label');
    return [{ id: first(row, instanceKeys), fields, annotations: [], line, index }];
  }
  return [
    {
      id: first(row, instanceKeys),
      fields,
      annotations: [{ annotator, answers, at: null, seconds }],
      line,
      index,
    },
  ];
}

const freeResponse = 'free_response';

/** A choice may carry a free text beside its labels, which is an answer of its own. */
function withoutFreeResponse(stored: unknown): {
  readonly given: unknown;
  readonly free: string | null;
} {
  const free =
    isFields(stored) && Object.keys(stored).length > 1 ? ownField(stored, freeResponse) : undefined;
  if (typeof free !== 'string') return { given: stored, free: null };
  return {
    given: Object.fromEntries(
      Object.entries(stored as JsonRow).filter(([label]) => label !== freeResponse),
    ),
    free,
  };
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
  if (Array.isArray(given)) return given.length;
  return isFields(given)
    ? Object.values(given).reduce<number>(
        (sum, list) => sum + (Array.isArray(list) ? list.length : 1),
        0,
      )
    : 0;
}

function first(row: JsonRow, keys: readonly string[]): string | null {
  for (const key of keys) {
    const id = idText(ownField(row, key));
    if (id !== null) return id;
  }
  return null;
}
