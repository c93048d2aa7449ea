import { defined } from '../../domain/defined.ts';
import { badField, missingField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { readJsonText } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, ownField } from '../own-field.ts';
import { utcTime } from '../time-text.ts';
import { judgmentField, readAsides, unitMeta } from './tool-asides.ts';
import { firstId, idText, listLength, passageOf, readRecords } from './tool-export.ts';
import type {
  NewRecord,
  Report,
  Skip,
  ToolExport,
  ToolRecord,
  ToolSpan,
  ToolValue,
} from './tool-export.ts';

/** How a Prodigy file is read. */
export interface ProdigyOptions {
  /** Keys of free-text inputs (`field_id` of a text_input block); `user_input` when left out. */
  readonly inputs?: readonly string[];
}

/** The name that chosen options have in a mapping: Prodigy's one choice per row has none. */
const prodigyChoice = 'accept';

/**
 * Reads Prodigy's JSONL (`db-out`): each row is one annotator's `answer` about one input. With
 * `options`, `accept` lists the choice; with a `label` alone, accept and reject say whether it
 * applies; `spans` are marked passages. Ignored rows, rejected choices and spans, and relations are
 * left out and counted. Formats: https://prodi.gy/docs/api-interfaces
 */
export function readProdigy(text: string, options: ProdigyOptions = {}): ToolExport {
  const inputs = options.inputs ?? ['user_input'];
  const read = readRecords('prodigy', readJsonText(text), (row, report, skip) =>
    readRow(row, inputs, report, skip),
  );
  return { ...read, records: mergeLabels(read.records) };
}

/** Merges the rows about one text into one judgment, unless a label appears twice. */
function mergeLabels(records: readonly ToolRecord[]): readonly ToolRecord[] {
  const open = new Map<string, Map<string, ToolValue>>();
  const merged: ToolRecord[] = [];
  for (const record of records) {
    const [own] = record.annotations;
    if (own === undefined) {
      merged.push(record);
      continue;
    }
    const isLabel =
      record.id !== null && [...own.answers.values()].some((value) => value.kind === 'applies');
    const key = JSON.stringify([record.id, own.annotator]);
    const before = isLabel ? open.get(key) : undefined;
    if (before !== undefined && [...own.answers.keys()].every((label) => !before.has(label))) {
      for (const [label, value] of own.answers) before.set(label, value);
    } else {
      const answers = new Map(own.answers);
      if (isLabel) open.set(key, answers);
      merged.push({ ...record, annotations: [{ ...own, answers }] });
    }
  }
  return merged;
}

function readRow(
  row: JsonRow,
  inputs: readonly string[],
  report: Report,
  skip: Skip,
): NewRecord | null {
  const answer = ownField(row, 'answer');
  const isChoice = ownField(row, 'options') !== undefined || ownField(row, 'accept') !== undefined;
  // Where nothing was found to mark, there may be no list.
  const spans = ownField(row, 'spans') ?? (isMarkingView(row) ? [] : undefined);
  // A row may mark passages to show why a label was suggested; then the label is what is answered.
  const isMarked = Array.isArray(spans) && !isLabelled(row) && (!isChoice || spans.length > 0);
  if (answer === undefined && ownField(row, '_input_hash') !== undefined) {
    // A task that is still to be answered: its hashes are there before anybody has seen it.
    skip('skipped-unannotated');
    return { ...readAnswers(row, inputs, new Map()), annotations: [] };
  }
  if (answer === 'ignore') skip('skipped-ignored');
  else if (answer !== 'accept' && answer !== 'reject')
    report(badField('answer', answer, oneOf(['accept', 'reject', 'ignore'])));
  else if ((isChoice || isMarked) && answer === 'reject') skip('skipped-rejected');
  else {
    skip('skipped-relations', listLength(ownField(row, 'relations')));
    skip('skipped-spans', listLength(ownField(row, 'audio_spans')));
    if (!isMarked) skip('skipped-spans', listLength(spans));
    const marked = isMarked ? spanAnswers(row, spans, report) : [];
    if (isMarked && !isChoice) return readAnswers(row, inputs, new Map(marked));
    const answers = isChoice ? choiceAnswers(row, report) : labelAnswers(row, inputs, report);
    return readAnswers(row, inputs, new Map([...answers, ...marked]));
  }
  return null;
}

function isMarkingView(row: JsonRow): boolean {
  return /^(ner|pos|spans)(_|$)/.test(String(ownField(row, '_view_id')));
}

function isLabelled(row: JsonRow): boolean {
  const label = ownField(row, 'label');
  return typeof label === 'string' && label !== '';
}

/** The name that marked passages have in a mapping. */
const prodigySpans = 'spans';

function spanAnswers(
  row: JsonRow,
  given: readonly unknown[],
  report: Report,
): Map<string, ToolValue> {
  const spans = given.map((one): ToolSpan | null => {
    const [start, end, label] = ['start', 'end', 'label'].map((key) => fieldOf(one, key));
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || typeof label !== 'string')
      return null;
    const offsets = { start: start as number, end: end as number };
    const text = fieldOf(one, 'text') ?? passageOf(row['text'], offsets.start, offsets.end);
    return { label, ...offsets, text: typeof text === 'string' ? text : null };
  });
  if (spans.every((span) => span !== null))
    return new Map([[prodigySpans, { kind: 'spans', spans }]]);
  report(wrongValue('spans', given, codedText('marked-passages')));
  return new Map();
}

function readAnswers(
  row: JsonRow,
  inputs: readonly string[],
  answers: Map<string, ToolValue>,
): NewRecord {
  for (const input of inputs) {
    const text = ownField(row, input);
    if (typeof text === 'string' && text !== '') answers.set(input, { kind: 'text', text });
  }
  const annotator = firstId(row, ['_annotator_id', '_session_id']);
  const at = utcTime(ownField(row, '_timestamp'));
  const choice = answers.get(prodigyChoice);
  const written = choice?.kind === 'chosen' ? readAsides(row, choice.labels) : undefined;
  const kept = Object.fromEntries(
    keptKeys.flatMap((key) => (ownField(row, key) === undefined ? [] : [[key, row[key]]])),
  );
  return {
    id:
      idText(ownField(row, 'id')) ??
      idText(fieldOf(ownField(row, 'meta'), 'id')) ??
      idText(ownField(row, '_input_hash')),
    fields: recordFields(row, inputs),
    annotations: [
      { annotator, answers, at, seconds: null, ...defined({ written }), ...keptAs(kept) },
    ],
  };
}

function choiceAnswers(row: JsonRow, report: Report): Map<string, ToolValue> {
  const accepted = ownField(row, 'accept') ?? [];
  const labels = Array.isArray(accepted) ? accepted.map(optionText) : [null];
  if (labels.every((label) => label !== null))
    return new Map([[prodigyChoice, { kind: 'chosen', labels }]]);
  report(wrongValue('accept', accepted, codedText('chosen-options')));
  return new Map();
}

/** The id of an option as it is written: a label may begin or end with a space. */
function optionText(id: unknown): string | null {
  return typeof id === 'string' && id !== '' ? id : idText(id);
}

function labelAnswers(
  row: JsonRow,
  inputs: readonly string[],
  report: Report,
): Map<string, ToolValue> {
  const label = ownField(row, 'label');
  const applies = ownField(row, 'answer') === 'accept';
  if (typeof label === 'string' && label !== '')
    return new Map([[label, { kind: 'applies', applies }]]);
  // A row of nothing but free text has no label to accept.
  if (inputs.some((input) => typeof ownField(row, input) === 'string')) return new Map();
  report(missingField('label', codedText('accepted-label')));
  return new Map();
}

const markedKeys: readonly string[] = ['spans', 'relations', 'audio_spans'];

function keptAs(kept: JsonRow): { readonly kept?: JsonRow } {
  return Object.keys(kept).length === 0 ? {} : { kept: { prodigy: kept } };
}

/** What an export writes back: Prodigy finds and merges its rows by these. */
const keptKeys: readonly string[] = [
  '_input_hash',
  '_task_hash',
  '_session_id',
  '_annotator_id',
  '_view_id',
  '_is_binary',
  'options',
  'meta',
];

/** Names that Prodigy uses: unit fields of these names go into the metadata. */
export const prodigyNames: ReadonlySet<string> = new Set([
  'options',
  'accept',
  'answer',
  'label',
  'config',
  'meta',
  'tokens',
  ...markedKeys,
  '_task_hash',
  '_is_binary',
  '_view_id',
  '_timestamp',
  '_annotator_id',
  '_session_id',
]);

/** The row's own data, with its metadata beside; `_input_hash` stays, since it names the input. */
function recordFields(row: JsonRow, inputs: readonly string[]): JsonRow {
  const own = Object.entries(row).filter(
    ([key]) => !prodigyNames.has(key) && key !== judgmentField && !inputs.includes(key),
  );
  return Object.fromEntries([...Object.entries(unitMeta(ownField(row, 'meta'))), ...own]);
}
