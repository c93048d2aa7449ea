import { badField, wrongValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { readJsonText } from '../json-rows.ts';
import type { JsonRows } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField, shownName } from '../own-field.ts';
import { utcTime } from '../time-text.ts';
import { PotatoSchemes } from './potato-schemes.ts';
import { isUserState, userStateRows } from './potato-state.ts';
import { potatoColumns, potatoTableRows } from './potato-table.ts';
import { readMarks } from './tool-asides.ts';
import { firstId, listLength, readRecords, secondsOf } from './tool-export.ts';
import type { NewRecord, Report, Skip, ToolExport, ToolValue } from './tool-export.ts';

/** How a Potato file is laid out. */
export type PotatoLayout = 'jsonl' | 'csv' | 'tsv';

/** How a Potato file is read. */
export interface PotatoOptions {
  /** Schemes that hold text boxes or rows of ratings, where their content does not tell. */
  readonly inputs?: readonly string[];
}

/**
 * Reads Potato's output: `annotated_instances.jsonl` (`label_annotations`: scheme → label → value),
 * the exporter's JSONL (`labels`), the saved `user_state.json`, and CSV or TSV with a column per
 * scheme and label (`scheme:::label`, since version 2 `scheme.label`). A row is one user's work on
 * one instance; files in a user's own folder do not name the user. Spans and the pages of a survey
 * are left out and counted.
 */
export function readPotato(
  text: string,
  layout: PotatoLayout,
  { inputs }: PotatoOptions = {},
): ToolExport {
  const { rows, faults, pages } = rowsOf(text, layout);
  const schemes = new PotatoSchemes(rows.map(({ row }) => schemesOf(row)).filter(isFields), inputs);
  const read = readRecords('potato', { rows, faults }, (row, report, skip) =>
    readRow(row, schemes, report, skip),
  );
  if (pages === 0) return read;
  const skipped = [...read.skipped, codedText('skipped-survey-pages', { count: pages })];
  return { ...read, skipped };
}

function rowsOf(
  text: string,
  layout: PotatoLayout,
): Pick<JsonRows, 'rows' | 'faults'> & { readonly pages: number } {
  if (layout !== 'jsonl')
    return { ...potatoTableRows(text, layout === 'csv' ? ',' : '\t'), pages: 0 };
  const { rows, faults } = readJsonText(text);
  const states = rows.map((one) =>
    isUserState(one.row) ? userStateRows(one) : { rows: [one], pages: 0 },
  );
  const pages = states.reduce((sum, one) => sum + one.pages, 0);
  return { rows: states.flatMap((one) => one.rows), faults, pages };
}

function schemesOf(row: JsonRow): unknown {
  return ownField(row, 'label_annotations') ?? ownField(row, 'labels');
}

function readRow(row: JsonRow, known: PotatoSchemes, report: Report, skip: Skip): NewRecord | null {
  const id = firstId(row, potatoColumns.instance);
  if (isSurveyPage(id, ownField(row, potatoColumns.text))) {
    skip('skipped-survey-pages');
    return null;
  }
  const schemes = schemesOf(row);
  if (!isFields(schemes)) {
    report(badField('label_annotations', schemes, codedText('scheme-labels')));
    return null;
  }
  skip('skipped-spans', spanCount(ownField(row, 'span_annotations') ?? ownField(row, 'spans')));
  const answers = new Map<string, ToolValue>();
  for (const [scheme, stored] of Object.entries(schemes)) {
    const { given, free } = withoutFreeResponse(stored);
    if (free !== null) answers.set(`${scheme}.${freeResponse}`, { kind: 'text', text: free });
    const read = known.read(scheme, given);
    if (read === null) report(wrongValue(shownName(scheme), given, codedText('label-values')));
    else for (const [field, value] of read) answers.set(field, value);
  }
  const annotator = firstId(row, potatoColumns.user);
  const displayed = ownField(row, potatoColumns.text);
  const shown = displayed === undefined ? {} : { [potatoColumns.text]: displayed, text: displayed };
  if (answers.size === 0) skip('skipped-instances');
  const annotations =
    answers.size === 0
      ? []
      : [{ annotator, answers, ...timesOf(ownField(row, 'behavioral_data')), ...readMarks(row) }];
  return { id, fields: { ...shown, instance_id: id }, annotations };
}

/**
 * A page of a survey (consent, instructions, questions about the annotator): version 1 saves it
 * among the instances, under its file's name and with that name as its text.
 */
function isSurveyPage(id: string | null, displayed: unknown): boolean {
  if (id === null || !id.endsWith('.html')) return false;
  const name = id.slice(id.lastIndexOf('/') + 1, -'.html'.length);
  return displayed === undefined || displayed === name || displayed === id;
}

/** When an instance was last changed, and how long it took, in the spellings of all versions. */
function timesOf(behaviour: unknown): {
  readonly at: string | null;
  readonly seconds: number | null;
} {
  const milliseconds = secondsOf(fieldOf(behaviour, 'total_time_ms'));
  const seconds =
    secondsOf(fieldOf(behaviour, 'time_spent')) ??
    spentSeconds(fieldOf(behaviour, 'time_string')) ??
    (milliseconds === null ? null : milliseconds / 1000);
  const changes = fieldOf(behaviour, 'annotation_changes');
  const stamps = (Array.isArray(changes) ? changes : [])
    .map((one) => fieldOf(one, 'timestamp'))
    .filter((stamp) => typeof stamp === 'number');
  return { at: stamps.length === 0 ? null : utcTime(Math.max(...stamps)), seconds };
}

/** `Time spent: 0d 0h 7m 38s ` in seconds. */
function spentSeconds(given: unknown): number | null {
  const parts =
    typeof given === 'string'
      ? /^\s*(?:Time spent:)?\s*(\d+)d (\d+)h (\d+)m (\d+)s\s*$/.exec(given)
      : null;
  if (parts === null) return null;
  const [days, hours, minutes, seconds] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

const freeResponse = 'free_response';

/** A choice may carry a free text beside its labels, which is an answer of its own. */
function withoutFreeResponse(stored: unknown): { given: unknown; free: string | null } {
  if (!isFields(stored) || Object.keys(stored).length < 2) return { given: stored, free: null };
  const { [freeResponse]: free, ...given } = stored;
  return typeof free === 'string' ? { given, free } : { given: stored, free: null };
}

function spanCount(given: unknown): number {
  if (!isFields(given)) return listLength(given);
  const lists = Object.values(given);
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 1), 0);
}
