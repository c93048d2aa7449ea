import { defined } from '../../domain/defined.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { JsonRow } from '../jsonl.ts';
import { fieldOf, isFields, ownField } from '../own-field.ts';

/** A judgment beside its answers, as kept in a tool's row: annotator, time, labels and the rest. */
export type WrittenAsides = JsonRow;

/** The key in a tool's row for the parts of a judgment that the tool has no place for. */
export const judgmentField = 'assay_judgment';

/** The value of {@link judgmentField}. It repeats the labels: a tool keeps it when they change. */
export function asidesToWrite(
  { annotator, at, seconds, guideline, round, asides }: Judgment,
  labels: readonly string[],
): WrittenAsides {
  const all = { annotator, labels, at, seconds, guideline, round, ...asides };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/**
 * The same for tools with a place for all the rest: only what marks a judgment for ever, that a
 * suggestion was shown, or why the unit got a further annotator. Empty for most judgments.
 */
export function marksToWrite(judgment: Judgment, annotator: string): JsonRow {
  const { at, asides } = judgment;
  const { assistance, further } = asides;
  if (assistance === undefined && further === undefined) return {};
  const marks = defined({ assistance, further });
  return { [judgmentField]: { annotator, ...(at === null ? {} : { at }), ...marks } };
}

/** What {@link marksToWrite} wrote into a row. */
export function readMarks(row: unknown): { readonly written?: WrittenAsides } {
  const found = fieldOf(row, judgmentField);
  return isFields(found) ? { written: found } : {};
}

/** What was written beside these very labels, if any. A tool may have moved it to the metadata. */
export function readAsides(row: JsonRow, labels: readonly string[]): WrittenAsides | undefined {
  const found = ownField(row, judgmentField) ?? fieldOf(ownField(row, 'meta'), judgmentField);
  const isTheirs = JSON.stringify(fieldOf(found, 'labels')) === JSON.stringify(labels);
  return isFields(found) && isTheirs ? found : undefined;
}

/** The written asides, if they belong to this annotator at this time (tools keep seconds). */
export function asidesOf(
  written: WrittenAsides | undefined,
  annotator: string | undefined,
  at: string | null,
): JsonRow {
  if (written === undefined || ownField(written, 'annotator') !== annotator) return {};
  if (at !== null && secondOf(ownField(written, 'at')) !== secondOf(at)) return {};
  return Object.fromEntries(
    rowKeys.flatMap((key) => (Object.hasOwn(written, key) ? [[key, written[key]]] : [])),
  );
}

const rowKeys =
  'at seconds guideline round confidence notes flag uncertain assistance further'.split(' ');

/** The metadata of a row without what Assay wrote there: the data of the unit. */
export function unitMeta(meta: unknown): JsonRow {
  return isFields(meta)
    ? Object.fromEntries(Object.entries(meta).filter(([key]) => key !== judgmentField))
    : {};
}

function secondOf(time: unknown): number | null {
  return typeof time === 'string' ? Math.floor(Date.parse(time) / 1000) : null;
}
