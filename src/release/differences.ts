import type { CodedText } from '../domain/coded-text.ts';
import { codedText } from '../domain/text-values.ts';

/** Something that differs in a release: in which file, and what. */
export interface Difference {
  readonly file: string;
  readonly what: CodedText;
  /** The row, counted from 1, and the field or the path of the figure, where they are known. */
  readonly row?: number;
  readonly field?: string;
}

/** How many differences of one file are listed. */
const mostTold = 5;

/**
 * What differs between a file as it is and as the record gives it, by row and field where the file
 * has rows, by path where it is JSON, else by the first byte. Empty when both are the same.
 */
export function fileDifferences(
  file: string,
  actual: Uint8Array,
  expected: Uint8Array,
  decode: (bytes: Uint8Array) => string,
): readonly Difference[] {
  const at = firstDifference(actual, expected);
  if (at < 0) return [];
  const found = /\.(jsonl|csv|json|md|cff|qrels)$/.test(file)
    ? textDifferences(file, decode(actual), decode(expected))
    : [];
  return found.length > 0 ? found : [{ file, what: codedText('differs-bytes', { at: at + 1 }) }];
}

/** Where two files first differ; −1 when they are the same. */
function firstDifference(actual: Uint8Array, expected: Uint8Array): number {
  const common = Math.min(actual.length, expected.length);
  for (let at = 0; at < common; at += 1) if (actual[at] !== expected[at]) return at;
  return actual.length === expected.length ? -1 : common;
}

/** Whether two texts differ in nothing but how their lines end. */
function isReended(actual: string, expected: string): boolean {
  const plain = (text: string): string => text.replaceAll('\r\n', '\n');
  return plain(actual) === plain(expected);
}

function textDifferences(file: string, actual: string, expected: string): readonly Difference[] {
  if (isReended(actual, expected)) return [{ file, what: codedText('differs-line-ends') }];
  if (file.endsWith('.json')) return jsonDifferences(file, actual, expected);
  const [got, wanted] = [actual.split('\n'), expected.split('\n')];
  const columns = file.endsWith('.csv') ? wanted[0]!.split(',') : null;
  const found: Difference[] = [];
  for (let row = 0; row < Math.max(got.length, wanted.length); row += 1) {
    if (got[row] === wanted[row] || found.length >= mostTold) continue;
    if (got.length !== wanted.length) {
      found.push(rowCount(file, got, wanted));
      found.push(rowDifference(file, row + 1, null, got[row], wanted[row]));
      break;
    }
    const number = row + 1;
    if (file.endsWith('.jsonl'))
      for (const { path, got: one, wanted: other } of parsedPaths(got[row]!, wanted[row]!))
        found.push(rowDifference(file, number, path, one, other));
    else
      found.push(
        rowDifference(
          file,
          number,
          column(columns, got[row]!, wanted[row]!),
          got[row],
          wanted[row],
        ),
      );
  }
  return found.slice(0, mostTold);
}

function rowCount(file: string, got: readonly string[], wanted: readonly string[]): Difference {
  const values = { got: got.length - 1, expected: wanted.length - 1 };
  return { file, what: codedText('differs-row-count', values) };
}

/** A difference in a field of a row, or in the row as a whole where none can be named. */
function rowDifference(
  file: string,
  row: number,
  field: string | null,
  got: unknown,
  expected: unknown,
): Difference {
  const values = { row, got: shown(got), expected: shown(expected) };
  return field === null
    ? { file, row, what: codedText('differs-whole-row', values) }
    : { file, row, field, what: codedText('differs-row', { ...values, field }) };
}

/** The column of a simple row in which two rows differ first; null where it cannot be named. */
function column(columns: readonly string[] | null, got: string, wanted: string): string | null {
  if (columns === null) return null;
  const [one, other] = [got.split(','), wanted.split(',')];
  const at = other.findIndex((cell, place) => cell !== one[place]);
  return (one.length === columns.length ? columns[at] : undefined) ?? null;
}

function jsonDifferences(file: string, actual: string, expected: string): readonly Difference[] {
  return parsedPaths(actual, expected)
    .slice(0, mostTold)
    .map(({ path, got, wanted }) => ({
      file,
      field: path,
      what: codedText('differs-field', { field: path, got: shown(got), expected: shown(wanted) }),
    }));
}

interface PathDifference {
  readonly path: string;
  readonly got: unknown;
  readonly wanted: unknown;
}

/** Where two JSON texts differ; only their spelling, where they mean the same. */
function parsedPaths(actual: string, expected: string): readonly PathDifference[] {
  let got: unknown;
  try {
    got = JSON.parse(actual);
  } catch {
    return [{ path: 'the text', got: actual, wanted: expected }];
  }
  const found = differentPaths(got, JSON.parse(expected), '');
  return found.length > 0 ? found : [{ path: 'the spelling', got: actual, wanted: expected }];
}

function differentPaths(got: unknown, wanted: unknown, path: string): readonly PathDifference[] {
  if (Object.is(got, wanted)) return [];
  if (!isNested(got) || !isNested(wanted) || Array.isArray(got) !== Array.isArray(wanted))
    return [{ path: path === '' ? 'the value' : path, got, wanted }];
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(got)])];
  return keys.flatMap((key) =>
    differentPaths(got[key], wanted[key], path === '' ? key : `${path}.${key}`),
  );
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
