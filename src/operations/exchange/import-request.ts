import type { CodedText } from '../../domain/coded-text.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { z } from 'zod';
import { defined } from '../../domain/defined.ts';
import { fault, InputError, refuse } from '../../domain/fault.ts';
import type { Fault, FaultPlace } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { importable, toolFormats } from '../../domain/exchange/file-formats.ts';
import type { ImportFormat, ImportKind, ImportMode } from '../../domain/exchange/file-formats.ts';
import { readJson } from '../../formats/json-value.ts';
import type { Skipped, ToolMapping } from '../../formats/exchange/tool-export.ts';
import { checkRequest } from '../check-request.ts';
import type { Progress } from '../text-file.ts';

/** A file to be imported, and how. */
export interface ImportRequest {
  readonly project: string;
  readonly kind: ImportKind;
  /** May be left out where the protocol has one task, and for records that make units of three. */
  readonly task?: string;
  readonly path: string;
  /** The file's name, for the log and for messages. */
  readonly name: string;
  /** Recognised from the file's beginning when left out. */
  readonly format?: ImportFormat;
  readonly mode?: ImportMode;
  /** The round whose open run the judgments go into; without one they belong to none. */
  readonly round?: string;
  readonly mapping?: ImportMapping;
  /** The guideline version that judgments must carry: the current one by default, or `any`. */
  readonly guideline?: string;
  /** RAG records: leaves out faulty records, with a warning each, instead of refusing the file. */
  readonly skipInvalid?: boolean;
  /** Tables: takes an apostrophe before a formula as part of the cell. */
  readonly raw?: boolean;
  /** The other two files of a gold pack. */
  readonly goldFiles?: { readonly matrix: string; readonly labels: string };
  readonly progress?: Progress;
  /** Units: the field that gets the number of the row, in a file that does not name its rows. */
  readonly numbered?: string;
  /** Units are made from a table of judgments: each once, with its own columns alone. */
  readonly fromJudgments?: boolean;
  /** Judgments are checked although their units are not there yet. */
  readonly assumesUnits?: boolean;
  /** Reads the file in a process of its own: in a server, where others save meanwhile. */
  readonly apart?: boolean;
  /** Called with how many of how many units are stored, where they are many. */
  readonly storing?: Progress;
  /** Reads and checks everything, and reports what adding it would do. */
  readonly dryRun?: boolean;
  /** Called with remarks about the file before anything is written. */
  readonly tell?: (warnings: readonly CodedText[]) => void;
}

/** Maps another tool's names to those of the task; see ToolMapping. */
export interface ImportMapping extends ToolMapping {
  /** The question that grades of a qrels file answer, where the task has several. */
  readonly question?: string;
  /** The topic of an override file or judgment cache, if the policies do not name it. */
  readonly topic?: string;
  /** Answers for rows that lack one, such as a reason that the format cannot hold. */
  readonly answers?: Answers;
  /** Of Argilla: takes responses without a status as submitted. */
  readonly without_status?: 'left out' | 'submitted';
  /** The columns of a table without a header, in their order. */
  readonly columns?: readonly string[];
  /** Free-text inputs: of Prodigy their keys, of Potato the schemes that hold text boxes. */
  readonly inputs?: readonly string[];
}

const answer = z.union([z.boolean(), z.number(), z.string()]);

/** The mapping as written in its file. */
const mappingSchema = z.strictObject({
  fields: z.record(z.string(), z.string().nullable()).optional(),
  values: z.record(z.string(), z.record(z.string(), answer)).optional(),
  thresholds: z.record(z.string(), z.number()).optional(),
  unit: z.array(z.string().min(1)).min(1).optional(),
  annotators: z.record(z.string(), z.string().min(1)).optional(),
  annotator: z.string().min(1).optional(),
  empty: z.literal('no label applies').optional(),
  guideline: z.string().min(1).optional(),
  round: z.string().min(1).optional(),
  question: z.string().min(1).optional(),
  answers: z.record(z.string(), answer).optional(),
  topic: z.string().min(1).optional(),
  without_status: z.enum(['left out', 'submitted']).optional(),
  inputs: z.array(z.string().min(1)).optional(),
  columns: z.array(z.string().min(1)).min(1).optional(),
});

/** The mapping in a text; all its faults are thrown together. */
export function readMapping(text: string, name: string): ImportMapping {
  const given = parsedJson(text, { file: name });
  try {
    return defined(checkRequest(mappingSchema, given)) as ImportMapping;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.faults.map((one) => ({ ...withKeys(one), file: name })));
  }
}

/** A fault of a key that no mapping has, with all that there are. */
function withKeys(found: Fault): Fault {
  const { code, field = '' } = found;
  if (code !== 'unknown-field' || /[.[]/.test(field)) return found;
  const hint = codedText('mapping-keys', { keys: Object.keys(mappingSchema.shape) });
  return fault(code, { field, hint });
}

/** The value of a JSON text; refuses text that is not JSON. */
export function parsedJson(text: string, place: FaultPlace = {}): unknown {
  const read = readJson(text.replace(/^\uFEFF/, ''));
  if (read.ok) return read.value;
  throw new InputError(read.faults.map((one) => ({ ...one, ...place })));
}

/** Refuses a file of which nothing was taken, with what was left out. */
export function refuseNothing(left: Skipped, file: string): never {
  if (left.length === 0) refuse('file-empty', {}, { file });
  return refuse('nothing-taken', { left }, { file });
}

/** Refuses mapping keys that the format does not use, so that none is silently ignored. */
export function refuseUnusedKeys(
  kind: ImportKind,
  format: ImportFormat,
  mapping: ImportMapping = {},
): void {
  const used = usedKeys(kind, format);
  const unused = Object.entries(mapping).flatMap(([key, value]) =>
    value === undefined || used.includes(key) ? [] : [key],
  );
  if (unused.length === 0) return;
  const hint =
    used.length === 0
      ? codedText('no-mapping-needed', { kind, format })
      : codedText('mapping-uses', { kind, format, keys: oneOf(used) });
  const faults = unused.map((key) => fault('unknown-field', { field: `mapping.${key}`, hint }));
  throw new InputError(faults);
}

/** Whether a mapping key has a meaning for what is imported. */
export function usesKey(kind: ImportKind, format: ImportFormat, key: keyof ImportMapping): boolean {
  return usedKeys(kind, format).includes(key);
}

function usedKeys(kind: ImportKind, format: ImportFormat): readonly string[] {
  // One mapping serves the units and the judgments of a tool.
  if (toolFormats.includes(format) || format === 'parquet')
    return [...toolKeys, ...(formatKeys[format] ?? [])];
  if (kind === 'units') return format === 'units-csv' ? ['columns'] : [];
  if (kind === 'rulings') return format === 'override-file' ? ['topic'] : [];
  if (format === 'judgment-cache') return ['annotator', 'topic'];
  return ['annotator', 'guideline', 'answers', ...(formatKeys[format] ?? [])];
}

const formatKeys: Readonly<Partial<Record<ImportFormat, readonly string[]>>> = {
  prodigy: ['inputs'],
  'potato-jsonl': ['inputs'],
  'potato-csv': ['inputs'],
  'potato-tsv': ['inputs'],
  argilla: ['without_status'],
  parquet: ['without_status'],
  'judgments-csv': ['fields', 'values', 'empty', 'columns'],
  'trec-qrels': ['question', 'annotators'],
};

const toolKeys =
  'fields values thresholds unit annotators annotator empty guideline round answers'.split(' ');

/** What a file seems to be, and why. */
export interface Recognised {
  readonly format: ImportFormat | null;
  readonly why: CodedText;
}

/** The named or recognised format; refuses one that cannot hold what is asked for. */
export function chooseFormat(
  kind: ImportKind,
  named: ImportFormat | undefined,
  recognised: Recognised,
  file: string,
): ImportFormat {
  const { why } = recognised;
  const format = named ?? sameRows(kind, recognised.format);
  // All formats are listed, since the reader looks for one of them.
  const expected = codedText('format-choice', { formats: importable[kind] });
  if (format === null)
    refuse('unknown-format', { got: codedText('no-known-form', { why }), expected }, { file });
  if (importable[kind].includes(format)) return format;
  const got =
    named === undefined
      ? codedText('recognised-lacks', { format, why, kind })
      : codedText('format-lacks', { format, kind });
  return refuse('unknown-format', { got, expected }, { file });
}

/** A row of another kind is read as the requested kind, so that its faults are reported. */
function sameRows(kind: ImportKind, format: ImportFormat | null): ImportFormat | null {
  return format === null ? null : (alternatives[kind][format] ?? format);
}

type Alternatives = Readonly<Partial<Record<ImportFormat, ImportFormat>>>;
const alternatives: Readonly<Record<ImportKind, Alternatives>> = {
  units: { 'judgments-jsonl': 'units-jsonl', 'judgments-csv': 'units-csv' },
  judgments: {
    'units-jsonl': 'judgments-jsonl',
    'units-csv': 'judgments-csv',
    'gold-chunks': 'judgments-csv',
  },
  rulings: { 'units-jsonl': 'rulings-jsonl', 'judgments-jsonl': 'rulings-jsonl' },
};
