import { refuse } from '../../domain/fault.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, printChoice } from '../../domain/text-values.ts';
import { basename, extname, join } from 'node:path';
import { CsvReader, csvLine } from '../../formats/csv.ts';
import { sides, split as splitUnits } from '../../truth/release/split.ts';
import type { Side, Split } from '../../truth/release/split.ts';
import { withRereadable } from '../rereadable-input.ts';
import { FaultList, readPieces } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { checkNames, writeFiles } from '../write-files.ts';
import type { FileContent } from '../write-files.ts';

/** What to split. */
export interface SplitFileRequest {
  readonly file: string;
  /** The columns of 0 and 1; `all` takes every column but the group's. */
  readonly labels: readonly string[] | 'all';
  readonly dev: number;
  readonly seed: number;
  readonly group?: string;
  /** False if the file begins with a row; its columns are then named 1, 2, 3 … */
  readonly header: boolean;
  readonly folder: string;
  readonly force: boolean;
  readonly progress?: Progress;
}

/** A split with its files. */
export interface SplitFiles extends Split {
  readonly file: string;
  readonly rows: number;
  readonly dev: number;
  readonly seed: number;
  readonly group: string | null;
  readonly files: Readonly<Record<Side, string>>;
}

/** Splits a CSV file into `dev_<name>.csv` and `test_<name>.csv`, keeping columns and order. */
export function split(request: SplitFileRequest): SplitFiles {
  const { file, dev, seed, group } = request;
  const name = file === '-' ? 'rows' : basename(file, extname(file));
  const files = {
    dev: join(request.folder, `dev_${name}.csv`),
    test: join(request.folder, `test_${name}.csv`),
  };
  checkNames(Object.values(files), request.force);
  return withRereadable(file, (path) => {
    const table = readLabels(path, request);
    const { rows, labels, has, groups } = table;
    if (rows < 2) {
      const few = rows === 0 ? 'there are no rows' : 'there is one row';
      refuse('cannot-split', { detail: `${few}, expected at least two.` }, { file });
    }
    const options = { dev, seed, ...(groups === null ? {} : { groups }) };
    const result = splitUnits(labels, { units: rows, labels: labels.length, has }, options);
    const empty = sides.find((side) => result.sizes[side] === 0);
    if (empty !== undefined) {
      const groupCount = result.groups === null ? null : result.groups.dev + result.groups.test;
      const all = `${rows} rows${groupCount === null ? '' : ` in ${groupCount} groups`}`;
      const detail = `${empty} would have no rows: ${all}, of which dev takes ${dev}.`;
      refuse('cannot-split', { detail });
    }
    const contents = sides.map((side, at): [string, FileContent] => [
      files[side],
      (write) => copyRows(path, request.header, (row) => result.part[row] === at, write),
    ]);
    writeFiles(new Map(contents), { force: request.force });
    return { ...result, file, rows, dev, seed, group: group ?? null, files };
  });
}

interface LabelTable {
  readonly rows: number;
  readonly labels: readonly string[];
  readonly has: Uint8Array;
  readonly groups: readonly string[] | null;
}

function readLabels(path: string, request: SplitFileRequest): LabelTable {
  const found = new FaultList();
  const groups: string[] = [];
  let labels: readonly string[] = [];
  let places: readonly number[] = [];
  let groupPlace = -1;
  let has = new Uint8Array(1 << 16);
  let rows = 0;
  const header = (columns: readonly string[]): void => {
    const { group } = request;
    labels = request.labels === 'all' ? columns.filter((name) => name !== group) : request.labels;
    places = labels.map((name) => columns.indexOf(name));
    groupPlace = group === undefined ? -1 : columns.indexOf(group);
    const twice = labels.find((name, at) => labels.indexOf(name) !== at || name === group);
    if (twice !== undefined) {
      const reason = `the column ${twice} is named twice among labels and group, expected once`;
      refuse('usage', { reason });
    }
    const expected = `one of ${printChoice(columns)}`;
    for (const field of group === undefined ? labels : [...labels, group])
      if (!columns.includes(field))
        found.add(missingField(`the column ${field}`, expected, { file: path, line: 1 }));
    found.throwIfAny();
  };
  const row = (cells: readonly string[], line: number): void => {
    const start = rows * labels.length;
    rows += 1;
    if (start + labels.length > has.length) has = grown(has, start + labels.length);
    for (let at = 0; at < places.length; at += 1) {
      const cell = cells[places[at]!]!;
      const value = isSet(cell);
      const place = { file: path, line };
      if (value !== null) has[start + at] = value;
      else found.add(wrongValue(labels[at]!, cell, codedText('zero-or-one'), place));
    }
    if (groupPlace < 0) return;
    const group = cells[groupPlace]!.trim();
    if (group === '')
      found.add(wrongField(request.group!, 'empty', 'the name of a group', { file: path, line }));
    groups.push(group);
  };
  readTable(path, request.header, header, row, found, request.progress);
  found.throwIfAny();
  const used = has.subarray(0, rows * labels.length);
  return { rows, labels, has: used, groups: groupPlace < 0 ? null : groups };
}

/** Streams a CSV file with or without a header; without one, its columns are called 1, 2, 3 … */
function readTable(
  path: string,
  hasHeader: boolean,
  header: (columns: readonly string[]) => void,
  row: (cells: readonly string[], line: number) => void,
  found: FaultList,
  progress?: Progress,
): void {
  const reader = new CsvReader({ header, row, fault: (one) => found.add({ ...one, file: path }) });
  let first = true;
  readPieces(
    path,
    (text, line) => {
      if (first && !hasHeader) reader.push(`${columnNumbers(text)}\n`, 0);
      first = false;
      reader.push(text, line);
    },
    progress,
  );
  reader.end();
}

function columnNumbers(text: string): string {
  let count = 0;
  new CsvReader({
    header: (columns) => (count = columns.length),
    row: () => {},
    fault: () => {},
  }).push(text, 1);
  return Array.from({ length: count }, (_, at) => at + 1).join(',');
}

function copyRows(
  path: string,
  hasHeader: boolean,
  wanted: (row: number) => boolean,
  write: (text: string) => void,
): void {
  let at = 0;
  const found = new FaultList();
  const header = (columns: readonly string[]): void => {
    if (hasHeader) write(csvLine(columns));
  };
  const row = (cells: readonly string[]): void => {
    if (wanted(at)) write(csvLine(cells));
    at += 1;
  };
  readTable(path, hasHeader, header, row, found);
  found.throwIfAny();
}

function grown(cells: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(length, cells.length * 2));
  larger.set(cells);
  return larger;
}

function isSet(cell: string): 0 | 1 | null {
  if (cell === '1') return 1;
  if (cell === '0') return 0;
  const word = cell.trim().toLowerCase();
  if (word === '1' || word === 'true') return 1;
  return word === '0' || word === 'false' ? 0 : null;
}
