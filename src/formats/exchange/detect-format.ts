import type { UnitShape } from '../../domain/protocol/task.ts';
import { isResponseList } from './argilla.ts';
import { firstRows } from '../first-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, ownField, shownName } from '../own-field.ts';
import { isParquet } from '../parquet-mark.ts';
import { readTable } from '../table-text.ts';

/** The formats that can be told apart by their first rows. */
export const formats = [
  'judgments-jsonl',
  'judgments-csv',
  'rulings-jsonl',
  'units-jsonl',
  'units-csv',
  'rag-records-json',
  'rag-records-jsonl',
  'rag-records-csv',
  'rag-table',
  'gold-chunks',
  'gold-matrix',
  'gold-labels',
  'label-studio',
  'prodigy',
  'doccano',
  'argilla',
  'potato-jsonl',
  'potato-csv',
  'potato-tsv',
  'trec-qrels',
  'parquet',
] as const;
export type Format = (typeof formats)[number];

/** The formats of annotation tools: they hold units and judgments alike. */
export const toolFormats: readonly string[] = [
  'label-studio',
  'prodigy',
  'doccano',
  'argilla',
  'potato-jsonl',
  'potato-csv',
  'potato-tsv',
] satisfies readonly Format[];

/** The fields that name and show a unit. */
type UnitNames = Pick<UnitShape, 'id' | 'show'>;

/** The format of a file, null when unknown, and how it was recognised, for people. */
export interface Detected {
  readonly format: Format | null;
  readonly why: string;
  /** A table whose fields are not separated by commas. */
  readonly isSeparatedOtherwise?: true;
}

/** How much of a file is enough to recognise it. */
export const enoughToDetect = 1_000_000;

/**
 * Recognises a format from the beginning of a file (see {@link enoughToDetect}). It checks nothing:
 * that is the reader's job. When units of a task are expected, rows with all fields of such `units`
 * are units, even if a tool might have written them.
 * @example detectFormat('Q1 0 NCT1 2\n').format // 'trec-qrels'
 */
export function detectFormat(beginning: string | Uint8Array, units?: UnitNames): Detected {
  if (typeof beginning !== 'string')
    return isParquet(beginning)
      ? found('parquet', 'it begins as a Parquet file does')
      : found(null, 'its first bytes are not those of a Parquet file');
  const text = beginning.slice(0, enoughToDetect);
  const first = /[^\s\uFEFF]/.exec(text)?.[0];
  if (first === undefined) return found(null, 'it is empty');
  if (first === '{' || first === '[') return detectJson(text, first === '[', units);
  return detectLines(text);
}

function found(format: Format | null, why: string): Detected {
  return { format, why };
}

function otherwiseSeparated(why: string): Detected {
  return { format: null, why: `${why}; save it with commas`, isSeparatedOtherwise: true };
}

function detectJson(text: string, isArray: boolean, units: UnitNames | undefined): Detected {
  const rows = firstRows(text, 5);
  const [row] = rows;
  const isCut = text.length >= enoughToDetect;
  const problem = isCut ? `does not end within ${enoughToDetect} characters` : 'cannot be read';
  if (row === undefined) return found(null, `it begins like JSON, but its first object ${problem}`);
  const has = (...names: readonly string[]): boolean =>
    names.every((name) => ownField(row, name) !== undefined);
  const isOwn = units !== undefined && rows.every((one) => isUnit(one, units));
  const hasAnnotations = isList(row, 'annotations') || isList(row, 'completions');
  if (isFields(ownField(row, 'data')) && hasAnnotations) return found('label-studio', studioJson);
  if (has('annotation_id', 'annotator')) {
    const min = 'its rows have annotation_id and annotator, as the JSON-MIN export of Label Studio';
    return found('label-studio', `${min}; export JSON instead`);
  }
  if (isArgilla(row))
    return found('argilla', 'its rows have responses per question, as the records of Argilla');
  if (
    isFields(ownField(row, 'label_annotations')) ||
    (has('instance_id', 'user_id') && isFields(ownField(row, 'labels')))
  )
    return found('potato-jsonl', 'its rows have labels per scheme, as the output of Potato');
  if (
    rows.some(
      (one) =>
        prodigyMarks.some((name) => ownField(one, name) !== undefined) ||
        (!isOwn && /^(accept|reject|ignore)$/.test(String(ownField(one, 'answer')))),
    )
  )
    return found('prodigy', 'its rows have an answer and hashes, as the JSONL of Prodigy');
  if (has('query', 'answer') && isList(row, 'chunks'))
    return found(
      isArray ? 'rag-records-json' : 'rag-records-jsonl',
      'its rows have query, answer and chunks',
    );
  if (has('unit', 'by', 'reason'))
    return found('rulings-jsonl', 'its rows have unit, by and reason');
  if (has('unit', 'answers')) return found('judgments-jsonl', 'its rows have unit and answers');
  if (has('annotator_id')) return found('judgments-jsonl', 'its rows have annotator_id');
  if (isList(row, 'labels') && isFields(ownField(row, 'synonyms')))
    return found('gold-labels', 'it has labels and synonyms, as a gold pack');
  if (
    has('text') &&
    !(isOwn && isUnmarked(row, units)) &&
    (['label', 'labels', 'cats'].some((name) => isList(row, name)) || hasUserLabels(row))
  )
    return found('doccano', 'its rows have text and a list of labels, as the export of doccano');
  return found(
    'units-jsonl',
    `its rows have ${Object.keys(row).slice(0, 5).map(shownName).join(', ')}`,
  );
}

const studioJson = 'its rows have data and annotations, as the JSON export of Label Studio';

const prodigyMarks: readonly string[] = ['_input_hash', '_task_hash', '_view_id'];

/** A row with all that names and shows a unit. */
function isUnit(row: JsonRow, { id, show }: UnitNames): boolean {
  return [...id, ...show].every(
    (field) => ownField(row, field) !== undefined && ownField(row, field) !== null,
  );
}

/** Without the number that doccano gives to every row. */
function isUnmarked(row: JsonRow, { id }: Pick<UnitShape, 'id'>): boolean {
  return id.includes('id') || typeof ownField(row, 'id') !== 'number';
}

function isArgilla(row: JsonRow): boolean {
  const responses = ownField(row, 'responses');
  if (isFields(ownField(row, 'fields')) && (Array.isArray(responses) || isFields(responses)))
    return true;
  return Object.entries(row).some(
    ([key, value]) =>
      key.endsWith('.responses.users') ||
      key.endsWith('.responses.status') ||
      isResponseList(value),
  );
}

function hasUserLabels(row: JsonRow): boolean {
  const annotations = ownField(row, 'annotations');
  return (
    Array.isArray(annotations) &&
    annotations.some(
      (one) => isFields(one) && Object.hasOwn(one, 'user') && Object.hasOwn(one, 'label'),
    )
  );
}

function isList(row: JsonRow, name: string): boolean {
  return Array.isArray(ownField(row, name));
}

function detectLines(text: string): Detected {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n', 6)
    .filter((line) => line.trim() !== '');
  // The last line may be cut off where the beginning ends.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  // Some line may be faulty, which is for the reader to say.
  const judged = whole.filter(
    (line) => /^\s*\S+\s+\S+\s+\S+\s+-?\d+\s*$/.test(line) && !line.includes(','),
  );
  if (judged.length * 2 > whole.length)
    return found('trec-qrels', 'its lines have four fields, the last a whole number');
  if (whole.every((line) => /^[01](,[01])*\s*$/.test(line)))
    return found('gold-matrix', 'its cells are 0 and 1, without a header');
  const isTabbed = lines[0]!.includes('\t') && !lines[0]!.includes(',');
  const { columns } = readTable(lines[0]!, { delimiter: isTabbed ? '\t' : ',', header: true });
  return detectColumns(columns, isTabbed);
}

function detectColumns(columns: readonly string[], isTabbed: boolean): Detected {
  const has = (...names: readonly string[]): boolean =>
    names.every((name) => columns.includes(name));
  if (
    columns.some((column) => column.includes(':::')) ||
    (has('instance_id') && (has('user_id') || has('user')))
  )
    return found(
      isTabbed ? 'potato-tsv' : 'potato-csv',
      'its columns are user, instance and a label each, as the output of Potato',
    );
  const names = columns.slice(0, 5).map(shownName).join(', ');
  if (isTabbed) return otherwiseSeparated(`it has the tab-separated columns ${names}`);
  if (has('record_uuid', 'annotator_id', 'task'))
    return found(
      'rag-table',
      'its columns are those of an exported retrieval, grounding or generation table',
    );
  if (has('query', 'answer', 'context_set') && (has('chunks') || has('chunk_id', 'chunk_rank')))
    return found('rag-records-csv', 'its columns have query, answer, context_set and chunks');
  if (has('annotator_id') || has('unit', 'annotator'))
    return found('judgments-csv', 'it has a column for the annotator');
  if (columns.join(',') === 'chunk_id,doc_id,text')
    return found('gold-chunks', 'its columns are chunk_id, doc_id and text');
  if (columns.length > 1) return found('units-csv', `its columns are ${names}`);
  if (columns[0]?.includes(';') === true)
    return otherwiseSeparated('its columns are separated by semicolons');
  return found(null, 'it is neither JSON nor a table with columns');
}
