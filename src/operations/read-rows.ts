import { refuse } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import type { Apart } from '../domain/judging/further.ts';
import { judgmentRowReader, wholeNumberFields } from '../formats/judging/judgment-row.ts';
import type { JudgmentRow, RowContext } from '../formats/judging/judgment-row.ts';
import {
  goesOnOverLines,
  hiddenFaults,
  largestRow,
  parseRow,
  sizeFault,
} from '../formats/jsonl.ts';
import type { JsonRow } from '../formats/jsonl.ts';
import { QuickRows } from '../formats/judging/quick-rows.ts';
import type { UnhashedRows } from '../formats/judging/unhashed-rows.ts';
import type { TextIndex } from '../formats/text-index.ts';
import type { CompiledTask } from '../truth/judging/faults.ts';
import { isBlank, readByteLines, readLines } from './text-file.ts';
import type { FaultList, Progress } from './text-file.ts';

/** Calls `each` with every row of a JSONL file; faults, also of an empty file, go into `found`. */
export function readJsonRows(
  file: string,
  found: FaultList,
  each: (row: JsonRow, line: number, text: string) => void,
  progress?: Progress,
): void {
  let rows = 0;
  const unreadable = new UnreadableLines(found);
  found.gather(() => {
    readLines(
      file,
      (text, line) => {
        rows += 1;
        const parsed = parseRow(text);
        if (parsed.ok) each(parsed.row, line, text);
        else unreadable.add({ ...parsed.fault, file, line }, rows === 1 && goesOnOverLines(text));
      },
      progress,
    );
    if (rows === 0) refuse('file-empty', {}, { file });
    unreadable.end();
  });
}

/** Calls `each` with every valid judgment in a JSONL file; faults go into `found`. */
export function readJudgmentRows(
  file: string,
  compiled: CompiledTask,
  context: RowContext,
  found: FaultList,
  each: (read: JudgmentRow, line: number, row: JsonRow) => void,
  progress?: Progress,
): void {
  const read = judgmentRowReader(compiled, context);
  const wholeNumbers = wholeNumberFields(compiled);
  readJsonRows(
    file,
    found,
    (row, line, text) => {
      const judged = checkedRow(read(row), { row, text, file, line }, wholeNumbers, found);
      if (judged !== null) each(judged, line, row);
    },
    progress,
  );
}

/** Who judged which unit how: `codes` is used again for the next row. */
export type EachCoded = (
  unit: number,
  annotator: string,
  codes: readonly number[],
  line: number,
  apart: Apart | null,
) => void;

/**
 * Reads only the answer codes of a large JSONL file; `units` numbers the units. Simple rows are
 * read from the bytes, all others by the full reader, with the same result.
 */
export function readCodedRows(
  file: string,
  compiled: CompiledTask,
  context: RowContext,
  units: TextIndex,
  found: FaultList,
  each: EachCoded,
  unhashed: UnhashedRows,
  progress?: Progress,
): void {
  const read = judgmentRowReader(compiled, context);
  const wholeNumbers = wholeNumberFields(compiled);
  const quick = new QuickRows(compiled, context, units);
  eachJsonLine(
    file,
    found,
    (bytes, start, end, line) => {
      const unit = quick.read(bytes, start, end);
      if (unit < 0) return false;
      // Rows with a hash are the full reader's.
      unhashed.add('plain');
      each(unit, quick.annotator, quick.codes, line, null);
      return true;
    },
    (row, { text, bytes, start, end, line }) => {
      const judged = checkedRow(read(row), { row, text, file, line }, wholeNumbers, found);
      if (judged === null) return;
      unhashed.add(row);
      quick.learn(bytes, start, end, judged);
      each(units.add(judged.unit), judged.annotator, judged.codes, line, judged.apart);
    },
    progress,
  );
}

/** A line of a file: its text, and the bytes it was read from. */
interface JsonLine {
  readonly text: string;
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Takes a line from its bytes; false where it has to be parsed. */
type TakesBytes = (bytes: Buffer, start: number, end: number, line: number) => boolean;

/**
 * Reads the rows of a large JSONL file. `takes` may take a line from its bytes; all others are
 * parsed and given to `each`. Faults go into `found`, also that of a file without rows.
 */
export function eachJsonLine(
  file: string,
  found: FaultList,
  takes: TakesBytes,
  each: (row: JsonRow, from: JsonLine) => void,
  progress?: Progress,
): void {
  let rows = 0;
  const unreadable = new UnreadableLines(found);
  const readLine = (bytes: Buffer, start: number, end: number, line: number): void => {
    if (end - start <= largestRow && takes(bytes, start, end, line)) {
      rows += 1;
      return;
    }
    const text = bytes.toString('utf8', start, end);
    if (isBlank(text)) return;
    rows += 1;
    const parsed = parseRow(text);
    if (parsed.ok) each(parsed.row, { text, bytes, start, end, line });
    else unreadable.add({ ...parsed.fault, file, line }, rows === 1 && goesOnOverLines(text));
  };
  found.gather(() => {
    readByteLines(file, readLine, progress);
    if (rows === 0) refuse('file-empty', {}, { file });
    unreadable.end();
  });
}

function checkedRow(
  judged: JudgmentRow,
  from: {
    readonly row: JsonRow;
    readonly text: string;
    readonly file: string;
    readonly line: number;
  },
  wholeNumbers: readonly string[],
  found: FaultList,
): JudgmentRow | null {
  const { text, file, line } = from;
  const large = sizeFault(from);
  const faults = large === null ? [...judged.faults, ...hiddenFaults(text, wholeNumbers)] : [large];
  if (faults.length === 0) return judged;
  for (const one of faults) found.add({ ...one, file, line });
  return null;
}

/** Lines that are no JSON. When the file is JSON over several lines, that is the only fault. */
class UnreadableLines {
  readonly #found: FaultList;
  #first: Fault | null = null;

  constructor(found: FaultList) {
    this.#found = found;
  }

  add(one: Fault, goesOn: boolean): void {
    const before = this.#first;
    if (before !== null && one.line === before.line! + 1)
      refuse('json-over-lines', {}, { file: one.file!, line: before.line! });
    this.end();
    if (goesOn) this.#first = one;
    else this.#found.add(one);
  }

  end(): void {
    if (this.#first !== null) this.#found.add(this.#first);
    this.#first = null;
  }
}
