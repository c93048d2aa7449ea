import type { CodedText } from '../../domain/coded-text.ts';
import { defined } from '../../domain/defined.ts';
import { groupBy } from '../../domain/group-by.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongField, wrongValue } from '../../domain/field-fault.ts';
import type { JsonRow } from '../jsonl.ts';
import { readJson } from '../json-value.ts';
import { readRagRecord } from './rag-record.ts';
import type { RagRecord } from './rag-record.ts';
import { cellsByColumn, readTable } from '../table-text.ts';

/** How a file of records may be laid out. */
export type RagLayout = 'json' | 'jsonl' | 'csv';

/** The records of a file by their index from 0, with warnings, and the faults of the others. */
export interface RagRecords {
  readonly records: readonly { readonly index: number; readonly record: RagRecord }[];
  readonly warnings: readonly { readonly index: number; readonly warning: CodedText }[];
  readonly errors: readonly { readonly index: number; readonly faults: readonly Fault[] }[];
  /** What is wrong with the file as a whole; then there are no records. */
  readonly faults: readonly Fault[];
}

/**
 * Reads records of the canonical import format: a JSON array, JSONL, or CSV. CSV has either a row
 * per record with JSON in a column `chunks`, or a row per chunk with its `text` (or `chunk_text`);
 * a record's rows then share `record_id` (or `group`), else query, answer and context_set.
 */
export function readRagRecords(text: string, layout: RagLayout): RagRecords {
  const read = { csv: csvValues, json: arrayValues, jsonl: lineValues }[layout](text);
  if ('faults' in read) return { records: [], warnings: [], errors: [], faults: read.faults };
  const records: { index: number; record: RagRecord }[] = [];
  const warnings: { index: number; warning: CodedText }[] = [];
  const errors: { index: number; faults: readonly Fault[] }[] = [];
  const kept = new Set<string>();
  read.values.forEach(({ value, line, fault: early }, index) => {
    const one =
      early !== undefined
        ? { ok: false as const, faults: [early] }
        : readRagRecord(value, read.withoutDocuments);
    const place = line === null ? {} : { line };
    if (!one.ok)
      errors.push({ index, faults: one.faults.map((found): Fault => ({ ...found, ...place })) });
    else {
      records.push({ index, record: one.record });
      for (const warning of one.warnings) {
        const said = JSON.stringify(warning);
        // Which keys are kept is said once of a file.
        if (warning.code !== 'keys-kept' || !kept.has(said)) warnings.push({ index, warning });
        kept.add(said);
      }
    }
  });
  return { records, warnings, errors, faults: [] };
}

interface GivenValue {
  readonly value: unknown;
  readonly line: number | null;
  readonly fault?: Fault;
}
type GivenValues =
  | { readonly values: readonly GivenValue[]; readonly withoutDocuments?: boolean }
  | { readonly faults: readonly Fault[] };

function arrayValues(text: string): GivenValues {
  const read = readJson(text.replace(/^\uFEFF/, ''));
  if (!read.ok) return { faults: read.faults.map((one) => ({ ...one, line: 1 })) };
  const { value } = read;
  return Array.isArray(value)
    ? { values: value.map((one: unknown) => ({ value: one, line: null })) }
    : { faults: [wrongField(codedText('the-file'), foundValue(value), codedText('record-array'))] };
}

function lineValues(text: string): GivenValues {
  const values = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((content, at): readonly GivenValue[] => {
      if (content.trim() === '') return [];
      const read = readJson(content);
      const line = at + 1;
      return read.ok
        ? [{ value: read.value, line }]
        : [{ value: null, line, fault: read.faults[0]! }];
    });
  return { values };
}

const groupColumns: readonly string[] = ['record_id', 'group'];
const recordColumns: readonly string[] = ['query', 'answer', 'context_set', 'language'];
const chunkColumns: readonly string[] = ['chunk_id', 'doc_id', 'chunk_rank', 'text'];
/** What tables with a row per chunk also call its text, beside the texts of the record. */
const chunkText = 'chunk_text';

function csvValues(text: string): GivenValues {
  const table = readTable(text, { raw: true });
  const wide = table.columns.includes('chunks');
  const hasText = table.columns.includes('text');
  const hint = codedText('expected-fields', { fields: chunkColumns });
  const twice =
    !wide && hasText && table.columns.includes(chunkText)
      ? [fault('unknown-field', { field: chunkText, hint }, { line: 1 })]
      : [];
  const faults = [...table.faults, ...twice];
  if (faults.length > 0) return { faults };
  const named = wide || hasText ? 'text' : chunkText;
  const columns = table.columns.map((column) => (column === named ? 'text' : column));
  const rows = table.rows.map(({ fields, line }) => ({
    cells: cellsByColumn(columns, fields),
    line,
  }));
  const known = [...groupColumns, ...recordColumns, ...(wide ? ['chunks'] : chunkColumns)];
  const others = columns.filter((column) => !known.includes(column));
  // A table with a row per chunk need not say of which document each is.
  const withoutDocuments = !wide && !columns.includes('doc_id');
  return {
    values: wide ? rows.map((row) => wideRecord(row, others)) : groupedRecords(rows, others),
    withoutDocuments,
  };
}

interface CsvRow {
  readonly cells: ReadonlyMap<string, string>;
  readonly line: number;
}

function wideRecord({ cells, line }: CsvRow, others: readonly string[]): GivenValue {
  const chunks = cells.get('chunks');
  const read = chunks === undefined ? undefined : readJson(chunks);
  if (read?.ok === false) {
    const [found] = read.faults;
    const broken = wrongValue('chunks', chunks, codedText('chunks-json'));
    return { value: null, line, fault: found!.code === 'bad-json' ? broken : found! };
  }
  const own = pick(cells, [...recordColumns, ...others]);
  return { value: { ...own, ...defined({ chunks: read?.value }) }, line };
}

function groupedRecords(rows: readonly CsvRow[], others: readonly string[]): readonly GivenValue[] {
  const groups = groupBy(rows, ({ cells }) => {
    const named = cells.get('record_id') ?? cells.get('group');
    if (named !== undefined) return JSON.stringify(['named', named]);
    return JSON.stringify(['query', 'answer', 'context_set'].map((name) => cells.get(name)));
  });
  return [...groups.values()].map((group): GivenValue => {
    const [first] = group;
    // A value that is the same in all rows belongs to the record, any other to its chunk.
    const isShared = (column: string): boolean =>
      group.every(({ cells }) => cells.get(column) === first!.cells.get(column));
    const own = [...chunkColumns, ...others.filter((column) => !isShared(column))];
    const shared = pick(first!.cells, [...recordColumns, ...others.filter(isShared)]);
    for (const { cells, line } of group) {
      const other = recordColumns.find((column) => cells.get(column) !== first!.cells.get(column));
      const expected = codedText('same-as-line', { line: first!.line });
      if (other !== undefined)
        return { value: null, line, fault: wrongValue(other, cells.get(other), expected) };
    }
    const chunks = group.map(({ cells }) => pick(cells, own));
    return { value: { ...shared, chunks }, line: first!.line };
  });
}

function pick(cells: ReadonlyMap<string, string>, columns: readonly string[]): JsonRow {
  return Object.fromEntries(
    columns.flatMap((column) => (cells.has(column) ? [[column, cells.get(column)]] : [])),
  );
}
