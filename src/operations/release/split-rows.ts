import { leftStandings } from '../../domain/fold/account.ts';
import { type Fault, refuse } from '../../domain/fault.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { isLabel } from '../../domain/protocol/scale.ts';
import { printChoice } from '../../domain/text-values.ts';
import { CsvReader, csvLine } from '../../formats/csv.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import { FaultList, readPieces } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { labelCells, labelTask } from './label-cells.ts';
import type { LabelCells } from './label-cells.ts';

/** Which columns of a file say what, and how its labels are read. */
export interface SplitRowsRequest {
  /**
   * The columns of 0 and 1, or of grades; `all` takes the labels of the protocol, or without one
   * every column but those of group and text.
   */
  readonly labels: readonly string[] | 'all';
  /** A column; `subject` is the column that the protocol names so. */
  readonly group?: string;
  /** The column of texts, which are compared across the sides. */
  readonly text?: string;
  /** A label with grades applies from this one on. */
  readonly present?: number;
  /** The protocol that says from which grade on a label applies, and the task of it. */
  readonly protocol?: string;
  readonly task?: string;
  /** False if the file begins with a row; its columns are then named 1, 2, 3 … */
  readonly header: boolean;
  readonly progress?: Progress;
}

/** The rows that are split, with their labels. */
interface LabelTable {
  readonly labels: readonly string[];
  readonly has: Uint8Array;
  readonly groups: readonly string[] | null;
  readonly group: string | null;
  readonly texts: readonly string[] | null;
  /** The line of each row that is split. */
  readonly lines: readonly number[];
  /** Per row of the file: which of the rows that are split it is, or -1. */
  readonly places: readonly number[];
  readonly leftOut: ReadonlyMap<string, number>;
}

/** What a row of our own exports of truth says in `from` when it has none. */
const withoutTruth: readonly string[] = ['excluded', ...leftStandings];

/** The columns of a file that a split looks at. */
interface SplitColumns {
  readonly labels: readonly string[];
  readonly cells: readonly LabelCells[];
  readonly places: readonly number[];
  readonly group: string | null;
  readonly groupPlace: number;
  readonly textPlace: number;
  /** The column that says what a truth rests on, in our own exports; -1 in other files. */
  readonly fromPlace: number;
}

const noColumns: SplitColumns = {
  labels: [],
  cells: [],
  places: [],
  group: null,
  groupPlace: -1,
  textPlace: -1,
  fromPlace: -1,
};

function splitColumns(
  columns: readonly string[],
  request: SplitRowsRequest,
  file: string,
): SplitColumns {
  const { text } = request;
  const named = request.labels === 'all' ? [] : request.labels;
  const task =
    request.protocol === undefined
      ? null
      : labelTask(loadProtocol(request.protocol).protocol.tasks, named, request.task);
  const isField = request.group === 'subject' && !columns.includes('subject');
  const group = (isField ? task?.unit.subject : null) ?? request.group ?? null;
  const labels = request.labels === 'all' ? allLabels() : request.labels;
  if (labels.length === 0)
    refuse('usage', {
      reason:
        'none of the questions is a label, so that nothing could be as frequent on both sides; ' +
        'pass --labels with a column of grades, and --present with the grade it applies from',
    });
  const others = [group, text ?? null].filter((name) => name !== null);
  const twice = labels.find((name, at) => labels.indexOf(name) !== at || others.includes(name));
  if (twice !== undefined) {
    const reason = `the column ${twice} is named twice among labels, group and text, expected once`;
    refuse('usage', { reason });
  }
  const found = new FaultList();
  const expected = `one of ${printChoice(columns)}`;
  for (const field of [...labels, ...others])
    if (!columns.includes(field))
      found.add(missingField(`the column ${field}`, expected, { file, line: 1 }));
  found.throwIfAny();
  const rule = { present: request.present ?? null, task };
  return {
    labels,
    cells: labels.map((label) => labelCells(label, columns, rule)),
    places: labels.map((name) => columns.indexOf(name)),
    group,
    groupPlace: group === null ? -1 : columns.indexOf(group),
    textPlace: text === undefined ? -1 : columns.indexOf(text),
    fromPlace: columns.includes('task_hash') ? columns.indexOf('from') : -1,
  };

  function allLabels(): readonly string[] {
    if (task === null) return columns.filter((name) => name !== group && name !== text);
    const asked = task.questions.filter((one) => one.measured && isLabel(one.scale));
    return asked.map((one) => one.id).filter((name) => columns.includes(name));
  }
}

/** Reads the labels, groups and texts of the rows of a CSV file. */
export function readLabels(path: string, request: SplitRowsRequest): LabelTable {
  const found = new FaultList();
  const groups: string[] = [];
  const texts: string[] = [];
  const lines: number[] = [];
  const places: number[] = [];
  const leftOut = new Map<string, number>();
  let read = noColumns;
  let has = new Uint8Array(1 << 16);
  const header = (columns: readonly string[]): void => {
    read = splitColumns(columns, request, path);
  };
  const row = (cells: readonly string[], line: number): void => {
    const { labels, cells: readers, places: at, fromPlace, ...columns } = read;
    const from = fromPlace < 0 ? '' : cells[fromPlace]!;
    if (withoutTruth.includes(from)) {
      leftOut.set(from, (leftOut.get(from) ?? 0) + 1);
      places.push(-1);
      return;
    }
    const start = lines.length * labels.length;
    places.push(lines.length);
    lines.push(line);
    if (start + labels.length > has.length) has = grown(has, start + labels.length);
    for (let label = 0; label < labels.length; label += 1) {
      const cell = cells[at[label]!]!;
      // In our own exports an empty cell is a question that was not asked of the unit.
      const value = fromPlace >= 0 && cell === '' ? 0 : readers[label]!.read(cell);
      const { expected } = readers[label]!;
      if (value !== null) has[start + label] = value;
      else found.add(wrongValue(labels[label]!, cell, expected, { file: path, line }));
    }
    if (columns.textPlace >= 0) texts.push(cells[columns.textPlace]!);
    if (columns.groupPlace < 0) return;
    const group = cells[columns.groupPlace]!.trim();
    if (group === '')
      found.add(wrongField(columns.group!, 'empty', 'the name of a group', { file: path, line }));
    groups.push(group);
  };
  readTable(path, request.header, header, row, found, request.progress);
  found.throwIfAny();
  const { labels, group, groupPlace, textPlace } = read;
  return {
    labels,
    has: has.subarray(0, lines.length * labels.length),
    groups: groupPlace < 0 ? null : groups,
    group,
    texts: textPlace < 0 ? null : texts,
    lines,
    places,
    leftOut,
  };
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
  // Rows are copied: their cells stay as they are.
  const listener = { header, row, fault: (one: Fault) => found.add({ ...one, file: path }) };
  const reader = new CsvReader(listener, { raw: true });
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

/** Writes the wanted rows of a CSV file, with its header. */
export function copyRows(
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
