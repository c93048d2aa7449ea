import { isBlank, readByteLines } from '../text-file.ts';

/** Where the columns of a CSV file are that are read, and what is done with them. */
export interface ColumnPlan {
  /** The place of the id. */
  readonly id: number;
  /** Per column of the file: the number that its values go to, or −1. */
  readonly into: Int32Array;
  /** Takes a row: its id as bytes, and its numbers, NaN where a cell is empty. */
  row(bytes: Buffer, start: number, end: number, numbers: Float64Array, line: number): void;
}

/**
 * Reads ids and numbers from a CSV file without quotes, from its bytes: a million rows with dozens
 * of numbers take no strings. False when the file has a quote, a row of another length or a cell
 * that is no number: then nothing may be kept of it, and the full reader must say what is wrong.
 */
export function readNumberColumns(
  file: string,
  columns: number,
  numbers: number,
  plan: ColumnPlan,
): boolean {
  const values = new Float64Array(numbers);
  let isPlain = true;
  let isHeader = true;
  readByteLines(file, (bytes, start, end, line) => {
    if (!isPlain) return;
    if (isHeader) {
      isHeader = false;
      return;
    }
    if (bytes[start]! <= 32 && isBlank(bytes.toString('utf8', start, end))) return;
    values.fill(Number.NaN);
    let column = 0;
    let from = start;
    let idStart = start;
    let idEnd = start;
    for (let at = start; at <= end; at += 1) {
      const byte = at === end ? comma : bytes[at]!;
      if (byte === quote) isPlain = false;
      if (byte !== comma) continue;
      if (column === plan.id) [idStart, idEnd] = [from, at];
      const into = column < columns ? plan.into[column]! : -1;
      if (into >= 0 && at > from) {
        const value = plainNumber(bytes, from, at);
        if (Number.isNaN(value)) isPlain = false;
        values[into] = value;
      }
      column += 1;
      from = at + 1;
    }
    if (column !== columns || idStart === idEnd) isPlain = false;
    if (isPlain) plan.row(bytes, idStart, idEnd, values, line);
  });
  return isPlain;
}

const comma = 44;
const quote = 34;
const tens = Float64Array.from({ length: 23 }, (_, power) => 10 ** power);

/** A number of digits with a point, or NaN; others are left to the full reader. */
function plainNumber(bytes: Buffer, start: number, end: number): number {
  let at = start;
  const isNegative = bytes[at] === 45;
  if (isNegative) at += 1;
  let digits = 0;
  let mantissa = 0;
  let behind = -1;
  for (; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte >= 48 && byte <= 57) {
      mantissa = mantissa * 10 + (byte - 48);
      digits += 1;
      if (behind >= 0) behind += 1;
    } else if (byte === 46 && behind < 0) behind = 0;
    else return slowNumber(bytes, start, end);
  }
  if (digits === 0) return Number.NaN;
  if (mantissa > Number.MAX_SAFE_INTEGER || behind > 22) return slowNumber(bytes, start, end);
  const value = behind > 0 ? mantissa / tens[behind]! : mantissa;
  return isNegative ? -value : value;
}

function slowNumber(bytes: Buffer, start: number, end: number): number {
  const text = bytes.toString('latin1', start, end);
  return /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}
