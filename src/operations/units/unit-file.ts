import { codedText, earlierPlace, oneOf } from '../../domain/text-values.ts';
import { closeSync, openSync, readSync } from 'node:fs';
import { fault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { readUnit, unitId } from '../../domain/units/unit.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { csvLine, forPeople } from '../../formats/csv.ts';
import { readCsv } from '../read-csv.ts';
import { readJsonRows } from '../read-rows.ts';
import type { FaultList, Progress } from '../text-file.ts';

/** How rows are written: one JSON object a line, or comma-separated values under a header. */
export type RowFormat = 'jsonl' | 'csv';

/** A unit as its file has it. */
export interface UnitRow {
  readonly id: string;
  readonly fields: UnitFields;
  readonly line: number;
  /** The line of a JSONL file, which is copied as it is to keep its numbers exact. */
  readonly text: string | null;
}

/** Fields that name a unit without a protocol or --id; the first that a row has is used. */
const commonIds = ['unit', 'unit_id', 'id', 'chunk_id'] as const;

/** A file of units, JSONL or CSV, that is read row by row as often as needed. */
export class UnitFile {
  readonly path: string;
  readonly format: RowFormat;
  /** The fields that name a unit; known after the first row. */
  ids: readonly string[];
  /** The columns of a CSV file; empty for JSONL. */
  columns: readonly string[] = [];
  readonly #task: Task | null;

  constructor(path: string, task: Task | null, ids: readonly string[] | null) {
    this.path = path;
    this.format = rowFormat(path);
    this.#task = task;
    this.ids = task?.unit.id ?? ids ?? [];
  }

  /** Delivers every valid unit; all faults, duplicate units included, go into `found`. */
  read(each: (row: UnitRow) => void, found: FaultList, progress?: Progress): void {
    const lines = new Map<string, number>();
    const take = (fields: UnitFields, line: number, text: string | null): void => {
      const row = this.#unit(fields);
      if (!row.ok)
        found.add(
          ...row.faults.map((one): Fault => Object.assign({}, one, { file: this.path, line })),
        );
      else if (lines.has(row.id))
        found.add(
          fault(
            'duplicate-unit',
            { unit: row.id, place: earlierPlace(lines.get(row.id)!) },
            { file: this.path, line },
          ),
        );
      else {
        lines.set(row.id, line);
        each({ id: row.id, fields, line, text });
      }
    };
    eachRow(this.path, this.format, take, found, progress, (columns) => (this.columns = columns));
  }

  /** A row with one field more, as a line of the file's own format. */
  lineWith(row: UnitRow, field: string, value: number): string {
    if (this.format === 'csv')
      return csvLine(
        [
          ...this.columns.filter((name) => name !== field).map((name) => String(row.fields[name])),
          value,
        ],
        forPeople,
      );
    if (row.text === null || row.fields[field] !== undefined)
      return `${JSON.stringify({ ...row.fields, [field]: value })}\n`;
    const body = row.text.trim().slice(0, -1).trimEnd();
    return `${body}${body === '{' ? '' : ','}${JSON.stringify(field)}:${value}}\n`;
  }

  /** What comes before the first row with one field more: the header of a CSV file. */
  headWith(field: string): string {
    return this.format === 'csv'
      ? csvLine([...this.columns.filter((name) => name !== field), field], forPeople)
      : '';
  }

  #unit(
    fields: UnitFields,
  ):
    | { readonly ok: true; readonly id: string }
    | { readonly ok: false; readonly faults: readonly Fault[] } {
    if (this.ids.length === 0) this.ids = this.#guessIds(fields);
    if (this.#task === null) return unitId(this.ids, fields);
    const read = readUnit(this.#task.id, this.#task.unit, fields);
    return read.ok ? { ok: true, id: read.unit.id } : read;
  }

  #guessIds(fields: UnitFields): readonly string[] {
    const known = commonIds.find((name) => fields[name] !== undefined);
    if (known !== undefined) return [known];
    return refuse(
      'unknown-format',
      {
        got: codedText('all-of', { list: oneOf(Object.keys(fields)) }),
        expected: codedText('id-column', { columns: commonIds }),
      },
      { file: this.path },
    );
  }
}

/** The unit of a row: by `unit`, as in assignments and judgments, or by its id fields. */
export function namedUnit(fields: UnitFields, ids: readonly string[]): ReturnType<typeof unitId> {
  const { unit } = fields;
  return typeof unit === 'string' && unit.trim() !== ''
    ? { ok: true, id: unit.trim() }
    : unitId(ids, fields);
}

/** Calls `take` with every row of a JSONL or CSV file; all faults go into `found`. */
export function eachRow(
  path: string,
  format: RowFormat,
  take: (fields: UnitFields, line: number, text: string | null) => void,
  found: FaultList,
  progress?: Progress,
  onColumns?: (columns: readonly string[]) => void,
): void {
  if (format === 'jsonl') {
    readJsonRows(path, found, take, progress);
    return;
  }
  let columns: readonly string[] = [];
  let rows = 0;
  const header = (names: readonly string[]): void => {
    columns = names;
    onColumns?.(names);
  };
  const row = (cells: readonly string[], line: number): void => {
    rows += 1;
    take(Object.fromEntries(columns.map((name, at) => [name, cells[at]])), line, null);
  };
  const before = found.count;
  readCsv(path, header, row, progress, found);
  if (rows === 0 && found.count === before) found.add(fault('file-empty', {}, { file: path }));
}

/** The format of a file: by its name, or by how it begins. */
export function rowFormat(path: string): RowFormat {
  const named = namedFormat(path);
  if (named !== null) return named;
  const start = firstBytes(path)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return start === '' || start.startsWith('{') || start.startsWith('[') ? 'jsonl' : 'csv';
}

/** The format by the ending of a file's name; null when it has none of these. */
export function namedFormat(path: string): RowFormat | null {
  if (/\.csv$/i.test(path)) return 'csv';
  return /\.(jsonl|ndjson|json)$/i.test(path) ? 'jsonl' : null;
}

function firstBytes(path: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    // The reader that follows says what is wrong with the file.
    return '';
  }
  try {
    const bytes = Buffer.alloc(256);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } catch {
    // A folder cannot be read either; again the reader says so.
    return '';
  } finally {
    closeSync(descriptor);
  }
}
