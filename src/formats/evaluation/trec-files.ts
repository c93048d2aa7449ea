import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { badCsv } from '../csv.ts';
import { utf8Text } from '../json-bytes.ts';
import { hashFactor, hashStart, ScoredDocumentsBuilder } from './scored-documents.ts';
import type { ScoredDocuments } from './scored-documents.ts';

/** What a file of TREC holds, and everything that is wrong with it. */
export interface TrecFile {
  readonly documents: ScoredDocuments;
  readonly faults: readonly Fault[];
}

/** True for the header of BEIR's relevance judgments: https://github.com/beir-cellar/beir/wiki */
export function isBeirHeader(line: string): boolean {
  return /^\s*query[-_]?id\s+(corpus|doc|document)[-_]?id\s+(score|relevance|grade)\s*$/i.test(
    line,
  );
}

/**
 * Reads TREC relevance judgments from UTF-8 bytes: `query iteration document grade` per line,
 * separated by white space, and BEIR's, which have a header and no iteration. Grades are whole
 * numbers; a negative one means that the document was in the pool, but not judged. Lines that start
 * with # are comments, unless they are a judgment on a query whose name begins so. The second
 * column is kept as the annotator when asked for.
 */
export function readQrelsBytes(bytes: Uint8Array, keepsAnnotator = false): TrecFile {
  return readTrec(bytes, judgments, keepsAnnotator);
}

/**
 * Reads preferences from UTF-8 bytes, as trec_eval's `-R prefs` does: `query group part document
 * level` per line. Within a part of a group, documents are preferred to those of lower levels.
 */
export function readPreferenceBytes(bytes: Uint8Array): TrecFile {
  return readTrec(bytes, preferences, true);
}

/**
 * Reads a TREC run from UTF-8 bytes: `query iteration document rank score run` per line. The rank
 * is ignored, as trec_eval does: scores decide the order.
 */
export function readRunBytes(bytes: Uint8Array): TrecFile {
  return readTrec(bytes, runs, false);
}

/** How many fields a line has, and which are the document and its number. */
interface Layout {
  readonly fields: number;
  readonly document: number;
  readonly value: number;
  readonly miscounted: Extract<Parameters<typeof codedText>[0], `field-count-${string}`>;
}

const runs: Layout = { fields: 6, document: 2, value: 4, miscounted: 'field-count-run' };
const judgments: Layout = { fields: 4, document: 2, value: 3, miscounted: 'field-count-qrels' };
const beirJudgments: Layout = { fields: 3, document: 1, value: 2, miscounted: 'field-count-beir' };

const preferences: Layout = {
  fields: 5,
  document: 3,
  value: 4,
  miscounted: 'field-count-preferences',
};

const newline = 10;
const numberSign = 35;

/** Most grades are small; a larger one would need a table of its size. */
const highestGrade = 100_000;

function numberReader(layout: Layout) {
  if (layout === judgments) return wholeGrade;
  return layout === runs ? decimal : preferenceLevel;
}

function readTrec(bytes: Uint8Array, given: Layout, keepsAnnotator: boolean): TrecFile {
  const faults: Fault[] = [];
  const builder = new ScoredDocumentsBuilder(linesIn(bytes), bytes);
  const starts = new Int32Array(given.fields);
  const ends = new Int32Array(given.fields);
  const query = new RepeatedName(bytes, (name) => builder.queryNumber(name));
  const annotator = new RepeatedName(bytes, (name) => builder.annotatorNumber(name));
  const part = new RepeatedName(bytes, (name) => builder.partNumber(name));
  const groupOf = (): number =>
    layout === beirJudgments
      ? builder.annotatorNumber('0')
      : annotator.number(starts[1]!, ends[1]!);
  const isRun = given === runs;
  const numberAt = numberReader(given);
  let layout = given;
  let isFirst = given === judgments;
  let rows = 0;
  let run = '';
  let lastRun = -1;
  const size = bytes.length;
  for (let at = markLength(bytes), line = 1; at < size; line += 1) {
    const lineStart = at;
    let count = 0;
    let hash = hashStart;
    while (at < size && bytes[at] !== newline) {
      if (isSpace(bytes[at]!)) {
        at += 1;
        continue;
      }
      const start = at;
      if (count === layout.document) {
        for (let byte = bytes[at]!; byte > 32 || !isSpace(byte); byte = bytes[at]!) {
          hash = Math.imul(hash ^ byte, hashFactor);
          at += 1;
          if (at === size) break;
        }
      } else while (at < size && !isSpace(bytes[at]!)) at += 1;
      if (count < layout.fields) {
        starts[count] = start;
        ends[count] = at;
      }
      count += 1;
    }
    at += 1;
    if (count === 0) continue;
    // Notes behind the name of the run are ignored, as trec_eval does.
    const isWhole = count === layout.fields || (count > layout.fields && isRun);
    const from = starts[layout.value]!;
    const to = ends[layout.value]!;
    const value = isWhole ? numberAt(bytes, from, to) : Number.NaN;
    if (Number.isNaN(value)) {
      if (bytes[starts[0]!] === numberSign) continue;
      if (isFirst && isBeirHeader(utf8Text(bytes, lineStart, at - 1))) layout = beirJudgments;
      else if (isWhole) faults.push(wrongNumber(utf8Text(bytes, from, to), given, line));
      else faults.push(badCsv(codedText(layout.miscounted, { got: count }), line));
      isFirst = false;
      continue;
    }
    isFirst = false;
    rows += 1;
    if (isRun) lastRun = starts[5]!;
    builder.push(
      query.number(starts[0]!, ends[0]!),
      keepsAnnotator ? groupOf() : 0,
      starts[layout.document]!,
      ends[layout.document]!,
      hash,
      value,
      line,
      given === preferences ? part.number(starts[2]!, ends[2]!) : 0,
    );
  }
  if (rows === 0 && faults.length === 0) faults.push(fault('file-empty', {}, { line: 1 }));
  if (lastRun >= 0) run = utf8Text(bytes, lastRun, wordEnd(bytes, lastRun));
  return { documents: builder.finish(run), faults };
}

function wrongNumber(text: string, layout: Layout, line: number): Fault {
  if (layout === runs) return wrongValue('score', text, codedText('number'), { line });
  return layout === judgments
    ? wrongValue('grade', text, codedText('whole-number'), { line })
    : wrongValue('level', text, codedText('number-from', { least: 0 }), { line });
}

/** The number of a name that mostly repeats from line to line. */
class RepeatedName {
  readonly #bytes: Uint8Array;
  readonly #find: (name: string) => number;
  #start = 0;
  #length = -1;
  #number = -1;

  constructor(bytes: Uint8Array, find: (name: string) => number) {
    this.#bytes = bytes;
    this.#find = find;
  }

  number(start: number, end: number): number {
    const length = end - start;
    if (length === this.#length) {
      let at = length - 1;
      while (at >= 0 && this.#bytes[start + at] === this.#bytes[this.#start + at]) at -= 1;
      if (at < 0) return this.#number;
    }
    this.#start = start;
    this.#length = length;
    this.#number = this.#find(utf8Text(this.#bytes, start, end));
    return this.#number;
  }
}

function linesIn(bytes: Uint8Array): number {
  let count = 1;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}

function wordEnd(bytes: Uint8Array, start: number): number {
  let end = start;
  while (end < bytes.length && !isSpace(bytes[end]!)) end += 1;
  return end;
}

function markLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

function wholeGrade(bytes: Uint8Array, start: number, end: number): number {
  const sign = bytes[start] === 45 ? -1 : 1;
  const first = bytes[start] === 45 || bytes[start] === 43 ? start + 1 : start;
  if (first === end || end - first > 9) return Number.NaN;
  let value = 0;
  for (let at = first; at < end; at += 1) {
    const digit = bytes[at]! - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value > highestGrade ? Number.NaN : sign * value;
}

function preferenceLevel(bytes: Uint8Array, start: number, end: number): number {
  const level = decimal(bytes, start, end);
  return level >= 0 ? level : Number.NaN;
}

const powersOfTen = Float64Array.from({ length: 23 }, (_, power) => 10 ** power);

/**
 * A decimal number; digits that fit into 53 bits are put together exactly, others by the platform.
 */
function decimal(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const isNegative = bytes[at] === 45;
  if (isNegative || bytes[at] === 43) at += 1;
  let mantissa = 0;
  let digits = 0;
  let behind = 0;
  let point = false;
  for (; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte >= 48 && byte <= 57) {
      mantissa = mantissa * 10 + (byte - 48);
      digits += 1;
      if (point) behind += 1;
    } else if (byte === 46 && !point) point = true;
    else break;
  }
  if (at === end && digits > 0 && mantissa <= Number.MAX_SAFE_INTEGER && behind <= 22) {
    const value = behind === 0 ? mantissa : mantissa / powersOfTen[behind]!;
    return isNegative ? -value : value;
  }
  const text = utf8Text(bytes, start, end);
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number.NaN;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}
