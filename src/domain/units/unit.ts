import { scalarText } from '../answer.ts';
import type { Fault } from '../fault.ts';
import { badField, missingField, wrongValue } from '../field-fault.ts';
import { codedText } from '../text-values.ts';
import type { UnitShape } from '../protocol/task.ts';

/** The fields of a unit, as in its file. */
export type UnitFields = Readonly<Record<string, unknown>>;

/** One thing to judge: a chunk, a query–trial pair, an answer, a review. */
export interface Unit {
  readonly id: string;
  readonly task: string;
  readonly subject: string | null;
  readonly fields: UnitFields;
}

/** What was read from a row, or the faults that prevent it. */
type Read<Name extends string, Value> =
  | ({ readonly ok: true } & { readonly [name in Name]: Value })
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Separates the parts of a unit id; parts cannot contain it, nor begin or end with a colon. */
export const idSeparator = '::';

/**
 * The id of a unit from the fields that name it, or the faults that prevent it. Parts are trimmed,
 * non-empty texts. Unlike names of people, they are not normalised: ids belong to the corpus, byte
 * by byte.
 * @example unitId(['query_id', 'nct_id'], { query_id: 'Q1', nct_id: 'NCT1' }).id // 'Q1::NCT1'
 */
export function unitId(fields: readonly string[], row: UnitFields): Read<'id', string> {
  const parts: string[] = [];
  const faults: Fault[] = [];
  for (const field of fields) {
    const given = row[field];
    // A whole number names a unit as its digits do in a table.
    const value = Number.isSafeInteger(given) ? String(given as number) : given;
    if (typeof value !== 'string' || value.trim() === '')
      faults.push(badField(field, value, codedText('non-empty-text')));
    else if (fields.length > 1 && couldBeTorn(value.trim()))
      faults.push(wrongValue(field, value, codedText('unit-id', { separator: idSeparator })));
    else parts.push(value.trim());
  }
  return faults.length === 0 ? { ok: true, id: parts.join(idSeparator) } : { ok: false, faults };
}

/** The unit in a row of a units file, or its faults. */
export function readUnit(task: string, shape: UnitShape, row: UnitFields): Read<'unit', Unit> {
  const id = unitId(shape.id, row);
  const faults: Fault[] = id.ok ? [] : [...id.faults];
  for (const field of shape.show) {
    if (row[field] === undefined) faults.push(missingField(field, codedText('value')));
    else if (isBlank(row[field])) faults.push(badField(field, row[field], shownText));
  }
  const isEmpty = shape.show.every((field) => row[field] === null || isEmptyList(row[field]));
  if (isEmpty && shape.show.length > 0)
    faults.push(badField(shape.show[0]!, row[shape.show[0]!], shownText));
  const subject = shape.subject === null ? null : readSubject(shape.subject, row, faults);
  for (const [field, words] of Object.entries(shape.vocabulary)) {
    const value = row[field];
    if (value !== undefined && !isInVocabulary(words, value))
      faults.push(wrongValue(field, value, words.map(String).join(', ')));
  }
  if (!id.ok || faults.length > 0) return { ok: false, faults };
  return { ok: true, unit: { id: id.id, task, subject, fields: row } };
}

/** Whether a field has one of its words; null is one only where the vocabulary contains it. */
export function isInVocabulary(words: readonly (string | null)[], value: unknown): boolean {
  return value === null ? words.includes(null) : words.includes(scalarText(value) ?? notAWord);
}

/** No vocabulary contains it: words are not empty. */
const notAWord = '';

/** What annotators are to see: an empty text cannot be judged. */
const shownText = codedText('non-empty-text');

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** False for whole numbers beyond 2^53, whose digits are lost, or written with an exponent. */
export function isExactNumber(value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21;
}

/** What is expected in place of such a number. */
export const writtenInQuotes = codedText('quoted-number');

/** Whether two different lists of parts could give the same id: `a:` and `b`, `a` and `:b`. */
function couldBeTorn(part: string): boolean {
  return part.includes(idSeparator) || part.startsWith(':') || part.endsWith(':');
}

function readSubject(field: string, row: UnitFields, faults: Fault[]): string | null {
  const value = row[field];
  if (typeof value === 'number' && !isExactNumber(value)) {
    faults.push(wrongValue(field, value, writtenInQuotes));
    return null;
  }
  if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== ''))
    return String(value).trim();
  // A field that is also part of the id has its fault already.
  if (!faults.some((one) => one.field === field))
    faults.push(badField(field, value, codedText('non-empty-text')));
  return null;
}
