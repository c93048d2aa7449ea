import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { badField, missingField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { faultAt, readJsonText } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, ownField } from '../own-field.ts';
import { utcTime } from '../time-text.ts';
import { judgmentField, readAsides, unitMeta } from './tool-asides.ts';
import { idText, SkipCounter } from './tool-export.ts';
import type { ToolExport, ToolRecord, ToolValue } from './tool-export.ts';

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
 * applies. Ignored rows, rejected choices, spans and relations are left out and counted. Format:
 * https://prodi.gy/docs/api-interfaces
 */
export function readProdigy(text: string, options: ProdigyOptions = {}): ToolExport {
  const read = readJsonText(text);
  const faults: Fault[] = [...read.faults];
  const skipped = new SkipCounter();
  const records = read.rows.flatMap((placed) =>
    readRow(placed, options.inputs ?? ['user_input'], skipped, faults),
  );
  return { tool: 'prodigy', records: mergeLabels(records), skipped: skipped.counts(), faults };
}

/** Merges the rows about one text into one judgment, unless a label appears twice. */
function mergeLabels(records: readonly ToolRecord[]): readonly ToolRecord[] {
  const open = new Map<string, Map<string, ToolValue>>();
  const merged: ToolRecord[] = [];
  for (const record of records) {
    const [own] = record.annotations;
    const isLabel =
      record.id !== null && [...own!.answers.values()].some((value) => value.kind === 'applies');
    const key = JSON.stringify([record.id, own!.annotator]);
    const before = isLabel ? open.get(key) : undefined;
    if (before !== undefined && [...own!.answers.keys()].every((label) => !before.has(label))) {
      for (const [label, value] of own!.answers) before.set(label, value);
    } else {
      const answers = new Map(own!.answers);
      if (isLabel) open.set(key, answers);
      merged.push({ ...record, annotations: [{ ...own!, answers }] });
    }
  }
  return merged;
}

function readRow(
  placed: PlacedRow,
  inputs: readonly string[],
  skipped: SkipCounter,
  faults: Fault[],
): readonly ToolRecord[] {
  const { row, line, index } = placed;
  const answer = ownField(row, 'answer');
  if (answer === 'ignore') {
    skipped.skip('ignored');
    return [];
  }
  if (answer !== 'accept' && answer !== 'reject') {
    const expected = oneOf(['accept', 'reject', 'ignore']);
    faults.push(faultAt(badField('answer', answer, expected), placed));
    return [];
  }
  const isChoice = ownField(row, 'options') !== undefined || ownField(row, 'accept') !== undefined;
  if (!isChoice && markedParts(row) > 0) {
    faults.push(
      faultAt(
        fault('unknown-format', {
          got: codedText('marked-spans'),
          expected: codedText('prodigy-choices'),
        }),
        placed,
      ),
    );
    return [];
  }
  if (isChoice && answer === 'reject') {
    skipped.skip('rejected choice');
    return [];
  }
  skipped.skip('span', markedParts(row));
  const answers = isChoice
    ? choiceAnswers(placed, faults)
    : labelAnswers(placed, answer === 'accept', faults);
  for (const input of inputs) {
    const given = ownField(row, input);
    if (typeof given === 'string' && given !== '')
      answers.set(input, { kind: 'text', text: given });
  }
  const annotator = idText(ownField(row, '_annotator_id')) ?? idText(ownField(row, '_session_id'));
  const at = utcTime(ownField(row, '_timestamp'));
  const choice = answers.get(prodigyChoice);
  const written = choice?.kind === 'chosen' ? readAsides(row, choice.labels) : null;
  return [
    {
      id: ownId(row),
      fields: recordFields(row, inputs),
      annotations: [
        { annotator, answers, at, seconds: null, ...(written === null ? {} : { written }) },
      ],
      line,
      index,
    },
  ];
}

function choiceAnswers(placed: PlacedRow, faults: Fault[]): Map<string, ToolValue> {
  const accepted = ownField(placed.row, 'accept') ?? [];
  const labels = Array.isArray(accepted) ? accepted.map(idText) : [null];
  if (labels.every((label) => label !== null))
    return new Map([[prodigyChoice, { kind: 'chosen', labels }]]);
  faults.push(faultAt(wrongValue('accept', accepted, codedText('chosen-options')), placed));
  return new Map();
}

function labelAnswers(
  placed: PlacedRow,
  applies: boolean,
  faults: Fault[],
): Map<string, ToolValue> {
  const label = ownField(placed.row, 'label');
  if (typeof label === 'string' && label !== '')
    return new Map([[label, { kind: 'applies', applies }]]);
  faults.push(faultAt(missingField('label', codedText('accepted-label')), placed));
  return new Map();
}

/** How many spans and relations a row has. */
function markedParts(row: JsonRow): number {
  return markedKeys.reduce((sum, key) => {
    const marked = ownField(row, key);
    return sum + (Array.isArray(marked) ? marked.length : 0);
  }, 0);
}

const markedKeys: readonly string[] = ['spans', 'relations', 'audio_spans'];

function ownId(row: JsonRow): string | null {
  const meta = ownField(row, 'meta');
  return (
    idText(ownField(row, 'id')) ??
    (isFields(meta) ? idText(ownField(meta, 'id')) : null) ??
    idText(ownField(row, '_input_hash'))
  );
}

/** The names that mean something to Prodigy: what a unit calls so is in the metadata. */
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
