import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { StoredValue } from './table-copy.ts';

/** The values of a row, in the order of the covered columns. */
export type RowValues = readonly StoredValue[];

/** What the log keeps of rows: one hash over all, and a short check of every value. */
export interface RowsContent {
  readonly sha256: string;
  readonly checks: string;
}

/** How many characters the check of one value has. */
export const checkLength = 2;

/** The check of a missing value; no other value has it. */
export const nullCheck = '..';

/** The content of rows in their order. Values missing at the end count as null. */
export function rowsContent(rows: readonly RowValues[]): RowsContent {
  const sha256 = hash('sha256', rows.map(rowText).join(''), 'base64url');
  return { sha256, checks: printChecks(rows) };
}

/**
 * The checks of a row, one after the other. They only show which value was changed: the hash shows
 * that one was.
 */
export function rowChecks(row: RowValues): string {
  return printChecks([row]);
}

/** In bytes: strings put together piece by piece would hold every piece. */
function printChecks(rows: readonly RowValues[]): string {
  const values = rows.reduce((sum, row) => sum + row.length, 0);
  const bytes = Buffer.allocUnsafe(values * checkLength);
  let at = 0;
  // Most values of a run are those of the row before.
  const before: StoredValue[] = [];
  const bitsBefore: number[] = [];
  for (const row of rows) {
    for (let column = 0; column < row.length; column += 1) {
      const value = row[column]!;
      if (value !== null && value !== before[column]) {
        before[column] = value;
        bitsBefore[column] = checkBits(value);
      }
      const bits = value === null ? null : bitsBefore[column]!;
      bytes[at] = bits === null ? dot : letters[(bits >>> 6) & 63]!;
      bytes[at + 1] = bits === null ? dot : letters[bits & 63]!;
      at += checkLength;
    }
  }
  return bytes.toString('latin1');
}

/** A row as text; a column that was added later and is null changes nothing. */
function rowText(row: RowValues): string {
  let end = row.length;
  while (end > 0 && row[end - 1] === null) end -= 1;
  return `${JSON.stringify(end === row.length ? row : row.slice(0, end))}\n`;
}

const letters = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const dot = nullCheck.charCodeAt(0);
/** Up to this length a loop is faster than the call into the library. */
const short = 80;

function checkBits(value: string | number): number {
  const text = typeof value === 'string' ? value : String(value);
  return text.length > short ? crc32(text) : shortHash(text);
}

/** FNV-1a over code units, its halves folded. */
function shortHash(text: string): number {
  let bits = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return bits ^ (bits >>> 15);
}
