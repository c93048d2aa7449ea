import type { Answer } from '../../domain/answer.ts';
import type { TextCode } from '../../domain/texts.ts';
import { codedText } from '../../domain/text-values.ts';
import type { CodedText, TextValue, TextValues } from '../../domain/coded-text.ts';
import type { Fault } from '../../domain/fault.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { faultAt } from '../json-rows.ts';
import type { JsonRows, RowPlace } from '../json-rows.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf } from '../own-field.ts';
import type { WrittenAsides } from './tool-asides.ts';

/** How names in a tool's export map to those of a task. Equal names need no entry. */
export interface ToolMapping {
  /**
   * Where a tool's field (from_name, question, scheme) goes: a question; `*`, when each chosen
   * label is itself a question; `notes` (several fields are joined); or null, to leave it out.
   */
  readonly fields?: Readonly<Record<string, string | null>>;
  /** What a label of a field means: an answer, or for a field that goes to `*`, a question. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, Answer>>>>;
  /** From which score on a binary question is answered with yes, by field. */
  readonly thresholds?: Readonly<Record<string, number>>;
  /** The fields of the tool's records that name the unit, in the order of the task's id fields. */
  readonly unit?: readonly string[];
  /** The tool's users by the names that they have here. */
  readonly annotators?: Readonly<Record<string, string>>;
  /** Who annotated, where the export does not say. */
  readonly annotator?: string;
  /** What an annotation without answers means in a task of labels; a fault when left out. */
  readonly empty?: 'no label applies';
  readonly guideline?: string;
  readonly round?: string;
}

/** The annotation tools whose exports are read. */
const tools = [
  'label-studio',
  'prodigy',
  'doccano',
  'argilla',
  'potato',
  'langfuse',
  'opentelemetry',
  'promptfoo',
  'inspect',
  'ragas',
  'trec',
] as const;
type Tool = (typeof tools)[number];

/** A passage that somebody marked in a text, with its offsets as the tool counts them. */
export interface ToolSpan {
  readonly label: string;
  readonly start: number;
  readonly end: number;
  /** Null where the export does not repeat it. */
  readonly text: string | null;
}

/**
 * An answer in a field of a tool: chosen labels, a number, a text, yes or no to one label, or
 * marked passages. `unreadable` values, such as regions of a picture or a ranking, are faults
 * unless the mapping leaves the field out.
 */
export type ToolValue =
  | {
      readonly kind: 'chosen';
      readonly labels: readonly string[];
      readonly arePaths?: true;
      /** All that could be chosen, where the export says it; what was not offered is not denied. */
      readonly offered?: readonly string[];
    }
  | { readonly kind: 'spans'; readonly spans: readonly ToolSpan[] }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'applies'; readonly applies: boolean }
  | {
      readonly kind: 'unreadable';
      readonly count: number;
      readonly got: TextValue;
      readonly expected: TextValue;
    };

/** One person's submitted answers about one record. */
export interface ToolAnnotation {
  /** Who answered, as the tool names them; null where the export does not say. */
  readonly annotator: string | null;
  readonly answers: ReadonlyMap<string, ToolValue>;
  readonly at: string | null;
  readonly seconds: number | null;
  /** What Assay wrote beside these answers, in its own export (see tool-asides). */
  readonly written?: WrittenAsides;
  /** Ids and the like that mean something only in the tool, kept to be written back. */
  readonly kept?: JsonRow;
  /** The part of the record that it is about: a field that names it, and its name. */
  readonly part?: { readonly field: string; readonly name: string };
  /** It was computed by a model. */
  readonly isModel?: true;
}

/** What an annotation has that a model computed. */
export const byModel = { isModel: true } as const satisfies Partial<ToolAnnotation>;

/** One thing that was annotated, with everything that was said about it. */
export interface ToolRecord extends RowPlace {
  /** The name that the tool gave it. */
  readonly id: string | null;
  /** The record's own data: text, metadata. */
  readonly fields: UnitFields;
  readonly annotations: readonly ToolAnnotation[];
}

/** An export that was read: records, what was left out and why, and everything that was wrong. */
export interface ToolExport {
  readonly tool: Tool;
  readonly records: readonly ToolRecord[];
  readonly skipped: Skipped;
  readonly faults: readonly Fault[];
}

/** What was left out: texts that each carry their number as `count`. */
export type Skipped = readonly CodedText[];

/** A record before its place is known. */
export type NewRecord = Omit<ToolRecord, keyof RowPlace>;

/** Takes what is wrong with a row, which is then placed at the row. */
export type Report = (found: Fault) => void;

/** Counts something as left out. */
export type Skip = (what: TextCode, count?: number, values?: TextValues) => void;

/** Reads the rows of an export one by one; a row may hold no record. */
export function readRecords(
  tool: Tool,
  read: Pick<JsonRows, 'rows' | 'faults'>,
  readRow: (row: JsonRow, report: Report, skip: Skip) => NewRecord | null,
): ToolExport {
  const faults: Fault[] = [...read.faults];
  const { skip, counts } = skipCounter();
  const records = read.rows.flatMap(({ row, line, index }) => {
    const report: Report = (found) => faults.push(faultAt(found, { line, index }));
    const record = readRow(row, report, skip);
    return record === null ? [] : [{ ...record, line, index }];
  });
  return { tool, records, skipped: counts(), faults };
}

/** Counts what is left out, by text. */
export function skipCounter(): { readonly skip: Skip; readonly counts: () => Skipped } {
  const counts = new Map<string, { readonly what: CodedText; count: number }>();
  return {
    skip: (code, count = 1, values = {}) => {
      if (count <= 0) return;
      const key = JSON.stringify([code, values]);
      const known = counts.get(key) ?? { what: codedText(code, values), count: 0 };
      known.count += count;
      counts.set(key, known);
    },
    counts: () =>
      [...counts.values()].map(({ what: { code, values }, count }) => ({
        code,
        values: { ...values, count },
      })),
  };
}

/** An id as text: tools number their records and users. Null for what can be no id. */
export function idText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

/** The first of these fields that is an id, or null. */
export function firstId(row: unknown, names: readonly string[]): string | null {
  return names.reduce<string | null>((id, name) => id ?? idText(fieldOf(row, name)), null);
}

/**
 * The passage between two offsets that count characters, as Python does, rather than code units.
 * @example passageOf('a 😀 b', 2, 3) // '😀'
 */
export function passageOf(text: unknown, start: number, end: number): string | null {
  if (typeof text !== 'string' || start < 0 || end <= start) return null;
  const characters = [...text];
  return end > characters.length ? null : characters.slice(start, end).join('');
}

/** How many entries a list has; 0 for anything else. */
export function listLength(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

/** A number of seconds, or null. */
export function secondsOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
