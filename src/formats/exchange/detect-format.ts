import type { Format } from '../../domain/exchange/file-formats.ts';
import type { TextCode } from '../../domain/texts.ts';
import type { CodedText, TextValues } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import type { UnitShape } from '../../domain/protocol/task.ts';
import { isResponseList } from './argilla.ts';
import { isPromptfooRow, isRagasRow, logFormat, logReason } from './evaluation-logs.ts';
import { delimiterOf } from '../csv.ts';
import { firstRows } from '../first-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, ownField, shownName } from '../own-field.ts';
import { isParquet } from '../parquet-mark.ts';
import { readTable } from '../table-text.ts';
import { isUserState } from './potato-state.ts';
import { isBeirHeader } from '../evaluation/trec-files.ts';
import { downloadedTrace } from './trace-records.ts';
import { isRunLine } from './trec-qrels.ts';

/** The fields that name and show a unit. */
type UnitNames = Pick<UnitShape, 'id' | 'show'>;

/** The format of a file, null when unknown, and how it was recognised, for people. */
export interface Detected {
  readonly format: Format | null;
  readonly why: CodedText;
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
      ? found('parquet', 'starts-as-parquet')
      : found(null, 'not-parquet-bytes');
  const text = beginning.slice(0, enoughToDetect);
  const first = /[^\s\uFEFF]/.exec(text)?.[0];
  if (first === undefined) return found(null, 'file-is-empty');
  const foreign = foreignFormat(text);
  if (foreign !== null) return { format: null, why: foreign };
  if (first === '{' || first === '[') return detectJson(text, first === '[', units);
  return detectLines(text);
}

/** Whether a file was refused because it is of a foreign format, whatever its name says. */
export function isForeign({ code }: CodedText): boolean {
  return code.startsWith('foreign-');
}

function found(format: Format | null, why: TextCode, values: TextValues = {}): Detected {
  return { format, why: codedText(why, values) };
}

function exportedFrom(tool: string, format: Format): Detected {
  return found(format, 'looks-like-export', { tool });
}

function detectJson(text: string, isArray: boolean, units: UnitNames | undefined): Detected {
  const log = logFormat(text);
  if (log !== null) return { format: log, why: logReason };
  const rows = firstRows(text, 5);
  const [row] = rows;
  const isCut = text.length >= enoughToDetect;
  if (row === undefined)
    return found(null, isCut ? 'json-endless' : 'json-unreadable', { limit: enoughToDetect });
  const has = (...names: readonly string[]): boolean =>
    names.every((name) => ownField(row, name) !== undefined);
  const isOwn = units !== undefined && rows.every((one) => isUnit(one, units));
  const hasAnnotations = isList(row, 'annotations') || isList(row, 'completions');
  const stored = ownField(row, 'task');
  const isStored = isFields(stored) && isFields(ownField(stored, 'data')) && isList(row, 'result');
  if (isStored || (isFields(ownField(row, 'data')) && hasAnnotations))
    return exportedFrom('Label Studio', 'label-studio');
  if (has('annotation_id', 'annotator')) return found('label-studio', 'looks-like-json-min');
  if (isArgilla(row)) return exportedFrom('Argilla', 'argilla');
  if (has('epoch', 'input', 'target') && isFields(ownField(row, 'scores')))
    return exportedFrom('Inspect', 'inspect');
  if (isPromptfooRow(row)) return exportedFrom('promptfoo', 'promptfoo');
  if (isLangfuse(row)) return exportedFrom('Langfuse', 'langfuse');
  if (!isOwn && isRagasRow(row)) return exportedFrom('Ragas', 'ragas');
  if (
    isFields(ownField(row, 'label_annotations')) ||
    isUserState(row) ||
    (has('instance_id', 'user_id') && isFields(ownField(row, 'labels')))
  )
    return exportedFrom('Potato', 'potato-jsonl');
  if (
    rows.some(
      (one) =>
        prodigyMarks.some((name) => ownField(one, name) !== undefined) ||
        (!isOwn &&
          ['accept', 'reject', 'ignore'].some((answer) => ownField(one, 'answer') === answer)),
    )
  )
    return exportedFrom('Prodigy', 'prodigy');
  if (has('query', 'answer') && isList(row, 'chunks'))
    return rowsWith(
      isArray ? 'rag-records-json' : 'rag-records-jsonl',
      'query',
      'answer',
      'chunks',
    );
  if (has('unit', 'by', 'reason')) return rowsWith('rulings-jsonl', 'unit', 'by', 'reason');
  if (has('unit', 'answers')) return rowsWith('judgments-jsonl', 'unit', 'answers');
  if (has('annotator_id')) return rowsWith('judgments-jsonl', 'annotator_id');
  if (isList(row, 'labels') && isFields(ownField(row, 'synonyms')))
    return found('gold-labels', 'looks-like-gold-pack');
  if (
    has('text') &&
    (hasUserLabels(row) ||
      hasEntities(rows) ||
      (!(isOwn && typeof ownField(row, 'id') !== 'number') &&
        ['label', 'labels', 'cats'].some((name) => isList(row, name))))
  )
    return exportedFrom('doccano', 'doccano');
  return rowsWith('units-jsonl', ...Object.keys(row).slice(0, 5).map(shownName));
}

function rowsWith(format: Format, ...fields: readonly string[]): Detected {
  return found(format, 'has-rows-of', { fields });
}

const prodigyMarks: readonly string[] = ['_input_hash', '_task_hash', '_view_id'];

/** A row with all that names and shows a unit. */
function isUnit(row: JsonRow, { id, show }: UnitNames): boolean {
  return [...id, ...show].every(
    (field) => ownField(row, field) !== undefined && ownField(row, field) !== null,
  );
}

function isArgilla(given: JsonRow): boolean {
  const page = ownField(given, 'items');
  const row = Array.isArray(page) && isFields(page[0]) ? page[0] : given;
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

/** A trace with scores, a score, an item of a queue, or a page of these. */
function isLangfuse(row: JsonRow): boolean {
  const data = ownField(row, 'data');
  const listed = Array.isArray(data) && isFields(ownField(row, 'meta')) ? data[0] : undefined;
  const one: unknown = listed ?? downloadedTrace(row) ?? row;
  if (!isFields(one)) return false;
  const has = (...names: readonly string[]): boolean =>
    names.every((name) => ownField(one, name) !== undefined);
  return (
    has('traceId', 'name', 'value') ||
    has('queueId', 'objectId', 'objectType') ||
    (has('id', 'timestamp', 'input') && isList(one, 'scores'))
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

/** Marked passages as doccano writes them beside relations. */
function hasEntities(rows: readonly JsonRow[]): boolean {
  return rows.some((row) => {
    const entities = ownField(row, 'entities');
    return (
      Array.isArray(entities) &&
      (entities.some((one) => isFields(one) && Object.hasOwn(one, 'start_offset')) ||
        (entities.every(isFields) && isList(row, 'relations')))
    );
  });
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
  if (isBeirHeader(whole[0]!)) return found('trec-qrels', 'looks-like-beir');
  if (whole.every((line) => line.startsWith('#') || isRunLine(line)))
    return found('trec-run', 'has-six-fields');
  // Some line may be faulty, which is for the reader to say.
  const judged = whole.filter(
    (line) =>
      line.startsWith('#') || (/^\s*\S+\s+\S+\s+\S+\s+-?\d+\s*$/.test(line) && !line.includes(',')),
  );
  if (judged.length * 2 > whole.length) return found('trec-qrels', 'has-four-fields');
  if (whole.every((line) => /^[01](,[01])*\s*$/.test(line)))
    return found('gold-matrix', 'has-bare-matrix');
  const delimiter = delimiterOf(lines[0]!);
  const { columns } = readTable(lines[0]!, { delimiter, header: true });
  // What is wrong with the columns, such as their number, is for the reader to say too.
  const names = columns.length > 0 ? columns : lines[0]!.split(delimiter);
  return detectColumns(names, delimiter === '\t');
}

function detectColumns(columns: readonly string[], isTabbed: boolean): Detected {
  const has = (...names: readonly string[]): boolean =>
    names.every((name) => columns.includes(name));
  if (
    columns.some((column) => column.includes(':::')) ||
    (has('instance_id') && (has('user_id') || has('user')))
  )
    return exportedFrom('Potato', isTabbed ? 'potato-tsv' : 'potato-csv');
  if (has('annotation_id', 'annotator', 'lead_time'))
    return exportedFrom('Label Studio', isTabbed ? 'label-studio-tsv' : 'label-studio-csv');
  const names = columns.slice(0, 5).map(shownName);
  if (has('id', 'label') && (has('data') || has('text', 'Comments')))
    return exportedFrom('doccano', 'doccano');
  if (has('record_uuid', 'annotator_id', 'task')) return found('rag-table', 'looks-like-rag-table');
  if (has('query', 'answer', 'context_set') && (has('chunks') || has('chunk_id', 'chunk_rank')))
    return found('rag-records-csv', 'has-columns', {
      columns: ['query', 'answer', 'context_set', 'chunks'],
    });
  if (has('annotator_id') || has('unit', 'annotator'))
    return found('judgments-csv', 'has-annotator-column');
  if (columns.join(',') === 'chunk_id,doc_id,text')
    return found('gold-chunks', 'has-columns', { columns });
  if (columns.length > 1) return found('units-csv', 'has-columns', { columns: names });
  return found(null, 'neither-json-nor-table');
}

/**
 * What a text is that other tools write and Assay does not read, with what to do instead; null for
 * any other. Some of these look like tables or runs, and would be refused line by line.
 */
function foreignFormat(beginning: string): CodedText | null {
  const text = beginning.replace(/^\uFEFF/, '').trimStart();
  const name = foreignForms.find(([, is]) => is(text))?.[0];
  if (name !== undefined) return codedText('foreign-spans', { name });
  if (/^__label__\S+\s/.test(text)) return codedText('foreign-fasttext');
  if (text.startsWith('SQLite format 3\0')) return codedText('foreign-database');
  return /^<(\?xml|!DOCTYPE|[A-Za-z])/i.test(text) ? codedText('foreign-markup') : null;
}

/** Passages of whole documents: https://inception-project.github.io/releases/37.2/docs/user-guide.html */
const foreignForms: readonly (readonly [name: string, is: (text: string) => boolean])[] = [
  ['WebAnno TSV', (text) => /^#FORMAT=WebAnno TSV|^# (webanno\.|de\.tudarmstadt\.)/.test(text)],
  ['UIMA CAS XMI', (text) => text.startsWith('<') && /<(xmi:)?XMI[\s>]/.test(text.slice(0, 4000))],
  [
    'UIMA CAS JSON',
    (text) =>
      /^\{\s*"(%TYPES|%FEATURE_STRUCTURES|%VIEWS|_context"\s*:\s*\{\s*"_types)"\s*:/.test(text),
  ],
  ['CoNLL', isConll],
  [
    'brat’s standoff',
    (text) => /^(T\d+\t\S+ \d+ \d+[^\t\n]*\t|R\d+\t\S+ Arg1:T\d+ Arg2:)/.test(text),
  ],
];

/** Tokens a line each, sentences parted by blank lines: with tags of spans, or as ten columns. */
function isConll(text: string): boolean {
  if (text.startsWith('-DOCSTART-')) return true;
  const lines = text.split('\n', 60).slice(0, -1);
  const tokens = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  // The name of a run may look like a tag.
  if (tokens.every(isRunLine)) return false;
  const fields = tokens.map((line) => line.trimEnd().split(/[\t ]/));
  const isTagged = (own: readonly string[]): boolean =>
    own.length > 1 && /^(O|[BIESLU]-\S+)$/.test(own.at(-1)!);
  const isNumbered = (own: readonly string[]): boolean =>
    own.length >= 10 && /^\d+([-.]\d+)?$/.test(own[0]!);
  const isAll = (is: (own: readonly string[]) => boolean): boolean =>
    fields.length > 0 && fields.every(is);
  return (
    (isAll(isTagged) && fields.some((own) => own.at(-1) !== 'O')) ||
    (isAll(isNumbered) && tokens.every((line) => line.includes('\t')))
  );
}
