import { backslash, quote, spaceEnd } from '../../../formats/json-bytes.ts';
import { ObjectScanner } from '../../../formats/object-scanner.ts';
import { isBlank, readByteLines } from '../../text-file.ts';

/** Where the columns of a CSV file are that are read, and what is done with them. */
export interface ColumnPlan {
  /** The place of the id. */
  readonly id: number;
  /** Per column of the file: the number that its values go to, or −1. */
  readonly into: Int32Array;
  /**
   * Takes a row: its id as bytes, its numbers, NaN where a cell is empty, and how many bytes it
   * has; false to stop.
   */
  row(bytes: Buffer, start: number, end: number, numbers: Float64Array, length: number): boolean;
}

/**
 * Reads ids and numbers from a CSV file without quotes, from its bytes: a million rows with dozens
 * of numbers take no strings. False when the file has a quote, a row of another length or a cell
 * that is not a number: then nothing may be kept of it, and the full reader must say what is wrong.
 */
export function readNumberColumns(
  file: string,
  columns: number,
  numbers: number,
  plan: ColumnPlan,
): boolean {
  const cells = new NumberCells(columns, numbers, plan);
  let isPlain = true;
  let isHeader = true;
  readByteLines(file, (bytes, start, end) => {
    if (!isPlain) return;
    if (isHeader) {
      isHeader = false;
      return;
    }
    isPlain =
      cells.read(bytes, start, end) &&
      plan.row(bytes, cells.idStart, cells.idEnd, cells.values, end - start);
  });
  return isPlain;
}

/** The cells of a line, read in one pass over its bytes. */
class NumberCells {
  readonly values: Float64Array;
  idStart = 0;
  idEnd = 0;
  readonly #columns: number;
  readonly #id: number;
  readonly #into: Int32Array;

  constructor(columns: number, numbers: number, { id, into }: ColumnPlan) {
    this.values = new Float64Array(numbers);
    this.#columns = columns;
    this.#id = id;
    this.#into = into;
  }

  /** False for a line that the full reader must read. */
  read(bytes: Buffer, start: number, end: number): boolean {
    const { values } = this;
    const [columns, into, id] = [this.#columns, this.#into, this.#id];
    let at = start;
    for (let column = 0; column < columns; column += 1) {
      const from = at;
      const place = into[column]!;
      if (place >= 0) {
        // Digits with a point; everything else is read from the cell's text.
        const isNegative = at < end && bytes[at] === minus;
        if (isNegative) at += 1;
        let mantissa = 0;
        let digits = 0;
        let behind = -1;
        let byte = comma;
        for (; at < end; at += 1) {
          byte = bytes[at]!;
          if (byte >= 48 && byte <= 57) {
            mantissa = mantissa * 10 + (byte - 48);
            digits += 1;
            if (behind >= 0) behind += 1;
          } else if (byte === 46 && behind < 0) behind = 0;
          else break;
        }
        const isWhole = at === end || byte === comma;
        if (isWhole && digits > 0 && mantissa <= Number.MAX_SAFE_INTEGER && behind <= 22) {
          const value = behind > 0 ? mantissa / tens[behind]! : mantissa;
          values[place] = isNegative ? -value : value;
        } else {
          while (at < end && bytes[at] !== comma) at += 1;
          const value = at > from ? slowNumber(bytes, from, at) : Number.NaN;
          if (at > from && Number.isNaN(value)) return false;
          values[place] = value;
        }
      } else
        for (; at < end; at += 1) {
          const byte = bytes[at]!;
          if (byte === quote) return false;
          if (byte === comma) break;
        }
      if (column === id) {
        this.idStart = from;
        this.idEnd = at;
      }
      const isLast = column === columns - 1;
      if (isLast !== (at === end)) return false;
      at += 1;
    }
    return this.idEnd > this.idStart;
  }
}

const comma = 44;
const minus = 45;
const tens = Float64Array.from({ length: 23 }, (_, power) => 10 ** power);

function slowNumber(bytes: Buffer, start: number, end: number): number {
  const text = bytes.toString('latin1', start, end);
  if (!/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number.NaN;
  return Number(text);
}

/**
 * The same for JSONL: rows of few shapes with texts or whole numbers as ids, and numbers, true,
 * false and null in the columns. False where a row is anything else.
 */
export function readNumberRows(
  file: string,
  id: string,
  columns: readonly string[],
  row: ColumnPlan['row'],
): boolean {
  const places = new Map([id, ...columns].map((name, at) => [name, at]));
  const scanner = new ObjectScanner(places.size, (key) => places.get(key) ?? -1);
  const values = new Float64Array(columns.length);
  const { kinds, starts, ends } = scanner;
  let isPlain = true;
  readByteLines(file, (bytes, start, end) => {
    if (!isPlain || (bytes[start]! <= 32 && isBlank(bytes.toString('utf8', start, end)))) return;
    let after = scanner.scan(bytes, start, end);
    if (after < 0 && scanner.learn(bytes, start, end)) after = scanner.scan(bytes, start, end);
    isPlain = after >= 0 && spaceEnd(bytes, after, end) === end && isPlainId(bytes, scanner);
    for (let column = 0; isPlain && column < values.length; column += 1) {
      const value = jsonNumber(bytes, kinds[column + 1]!, starts[column + 1]!, ends[column + 1]!);
      values[column] = value ?? Number.NaN;
      isPlain = value !== undefined;
    }
    isPlain &&= row(bytes, starts[0]!, ends[0]!, values, end - start);
  });
  return isPlain;
}

/** A text without escapes, or a whole number that JavaScript prints just as it is written. */
function isPlainId(bytes: Buffer, { kinds, starts, ends }: ObjectScanner): boolean {
  const [start, end] = [starts[0]!, ends[0]!];
  if (kinds[0] === quote) {
    for (let at = start; at < end; at += 1) if (bytes[at] === backslash) return false;
    return end > start;
  }
  if (!isDigit(kinds[0]!) || end - start > 15 || (kinds[0] === 48 && end - start > 1)) return false;
  for (let at = start; at < end; at += 1) if (!isDigit(bytes[at]!)) return false;
  return true;
}

/** A number, 1 for true, 0 for false, null without a value, undefined for anything else. */
function jsonNumber(
  bytes: Buffer,
  kind: number,
  start: number,
  end: number,
): number | null | undefined {
  if (kind === 0 || kind === 110) return null;
  if (kind === 116) return 1;
  if (kind === 102) return 0;
  if (kind !== minus && !isDigit(kind)) return undefined;
  const isNegative = kind === minus;
  let mantissa = 0;
  let behind = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (isDigit(byte)) {
      mantissa = mantissa * 10 + (byte - 48);
      if (behind >= 0) behind += 1;
    } else if (byte === 46) behind = 0;
    else return finite(slowNumber(bytes, start, end));
  }
  // Digits that would be lost are the full reader's to refuse.
  if (mantissa > Number.MAX_SAFE_INTEGER || behind > 22)
    return behind < 0 ? undefined : finite(slowNumber(bytes, start, end));
  const value = behind > 0 ? mantissa / tens[behind]! : mantissa;
  return isNegative ? -value : value;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}
