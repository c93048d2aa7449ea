import { defined } from '../../../domain/defined.ts';
import { badField, missingField, wrongField, wrongValue } from '../../../domain/field-fault.ts';
import { codedText, oneOf } from '../../../domain/text-values.ts';
import { readJsonText } from '../../json-rows.ts';
import type { JsonRow } from '../../jsonl.ts';
import { fieldOf, isFields, ownField } from '../../own-field.ts';
import { utcTime } from '../../time-text.ts';
import { optionText, prodigyId, prodigyLabels } from './prodigy-options.ts';
import type { ProdigyLabels } from './prodigy-options.ts';
import { labelsWritten } from './prodigy-parts.ts';
import { joinRows, prodigyChoice } from './prodigy-rows.ts';
import { judgmentField, readAsides, unitMeta } from '../tool-asides.ts';
import { firstId, listLength, passageOf, readRecords } from '../tool-export.ts';
import type {
  NewRecord,
  Report,
  Skip,
  ToolExport,
  ToolRecord,
  ToolSpan,
  ToolValue,
} from '../tool-export.ts';

/** How a Prodigy file is read. */
export interface ProdigyOptions {
  /** Keys of free-text inputs (`field_id` of a text_input block); `user_input` when left out. */
  readonly inputs?: readonly string[];
}

/**
 * Reads Prodigy's JSONL (`db-out`): each row is one annotator's `answer` about one input. With
 * `options`, `accept` lists the choice; with a `label` alone, accept and reject say whether it
 * applies; `spans` are marked passages. Ignored rows, rejected choices and spans, and relations are
 * left out and counted. Formats: https://prodi.gy/docs/api-interfaces
 */
export function readProdigy(text: string, options: ProdigyOptions = {}): ToolExport {
  const inputs = options.inputs ?? ['user_input'];
  const rows = readJsonText(text);
  const labels = prodigyLabels(rows.rows);
  const read = readRecords('prodigy', rows, (row, report, skip) =>
    readRow(row, { inputs, labels }, report, skip),
  );
  const joined = joinRows(read.records);
  const { revised } = joined;
  const records = labels.areSeveral ? joined.records : joined.records.map(withoutOffered);
  const skipped = revised === 0 ? [] : [codedText('skipped-revised', { count: revised })];
  return { ...read, records, skipped: [...read.skipped, ...skipped] };
}

/** Where all rows offer the same, a label that was not offered was not chosen either. */
function withoutOffered(record: ToolRecord): ToolRecord {
  const plain = (value: ToolValue): ToolValue =>
    value.kind === 'chosen' ? { kind: 'chosen', labels: value.labels } : value;
  const annotations = record.annotations.map((one) => ({
    ...one,
    answers: new Map([...one.answers].map(([name, value]) => [name, plain(value)] as const)),
  }));
  return { ...record, annotations };
}

/** What a whole file says about how to read its rows. */
interface Reading {
  readonly inputs: readonly string[];
  readonly labels: ProdigyLabels;
}

function readRow(
  row: JsonRow,
  { inputs, labels }: Reading,
  report: Report,
  skip: Skip,
): NewRecord | null {
  const answer = ownField(row, 'answer');
  const isChoice = ownField(row, 'options') !== undefined || ownField(row, 'accept') !== undefined;
  // Where nothing was found to mark, there may be no list.
  const given = ownField(row, 'spans') ?? (isMarkingView(row) ? [] : undefined);
  // Passages without a label only show where a pattern was found.
  const spans = Array.isArray(given) ? given.filter((one) => !isHighlight(one)) : given;
  // A row may mark passages to show why a label was suggested; then the label is what is answered.
  const isMarked =
    Array.isArray(spans) &&
    !isLabelled(row) &&
    (spans.length > 0 || (!isChoice && listLength(given) === 0));
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
    skip('skipped-spans', listLength(given) - (isMarked ? spans.length : 0));
    const marked = isMarked ? spanAnswers(row, spans, report) : [];
    if (isMarked && !isChoice) return readAnswers(row, inputs, new Map(marked));
    const answers = isChoice
      ? choiceAnswers(row, labels, report)
      : labelAnswers(row, inputs, report);
    return readAnswers(row, inputs, new Map([...answers, ...marked]));
  }
  return null;
}

function isMarkingView(row: JsonRow): boolean {
  return /^(ner|pos|spans)(_|$)/.test(String(ownField(row, '_view_id')));
}

function isHighlight(span: unknown): boolean {
  if (!isFields(span) || (ownField(span, 'label') ?? null) !== null) return false;
  return Number.isSafeInteger(ownField(span, 'start'));
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
  const written = readAsides(row, labelsWritten(row));
  const kept = Object.fromEntries(
    keptKeys.flatMap((key) => (ownField(row, key) === undefined ? [] : [[key, row[key]]])),
  );
  return {
    id: prodigyId(row),
    fields: recordFields(row, inputs),
    annotations: [
      { annotator, answers, at, seconds: null, ...defined({ written }), ...keptAs(kept) },
    ],
  };
}

function choiceAnswers(
  row: JsonRow,
  { label, isAmbiguous }: ProdigyLabels,
  report: Report,
): Map<string, ToolValue> {
  const accepted = ownField(row, 'accept') ?? [];
  const options = ownField(row, 'options');
  const named = (Array.isArray(options) ? (options as readonly unknown[]) : []).map(
    (option) => [optionText(fieldOf(option, 'id')), label(option)] as const,
  );
  const byId = new Map(named);
  const labels = Array.isArray(accepted)
    ? accepted.map((id) => byId.get(optionText(id)) ?? optionText(id))
    : [null];
  if (isAmbiguous(row))
    report(wrongField('options', codedText('other-options'), codedText('same-options')));
  if (labels.every((one) => one !== null)) {
    const offered = [...byId.values()].filter((one) => one !== null);
    const value = { kind: 'chosen' as const, labels };
    return new Map([[prodigyChoice, offered.length === 0 ? value : { ...value, offered }]]);
  }
  report(wrongValue('accept', accepted, codedText('chosen-options')));
  return new Map();
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
  'label',
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
