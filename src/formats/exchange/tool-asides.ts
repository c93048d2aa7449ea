import type { Judgment } from '../../domain/judging/judgment.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, ownField } from '../own-field.ts';

/**
 * What belongs to a judgment beside its answers, as it is kept in a row of a tool: who gave it and
 * when, which labels were chosen, and the rest.
 */
export type WrittenAsides = JsonRow;

/**
 * The key of a row under which Assay keeps what belongs to a judgment and has no other place in a
 * tool's file.
 */
export const judgmentField = 'assay_judgment';

/**
 * What is written under {@link judgmentField}. The labels are told again, since a tool keeps what
 * it does not know when somebody chooses others.
 */
export function asidesToWrite(
  { annotator, at, seconds, guideline, round, asides }: Judgment,
  labels: readonly string[],
): WrittenAsides {
  const all = { annotator, labels, at, seconds, guideline, round, ...asides };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/**
 * What was written beside these very labels, or null. A tool may have moved it to the row's
 * metadata.
 */
export function readAsides(row: JsonRow, labels: readonly string[]): WrittenAsides | null {
  const meta = ownField(row, 'meta');
  const found =
    ownField(row, judgmentField) ?? (isFields(meta) ? ownField(meta, judgmentField) : undefined);
  return isFields(found) && JSON.stringify(ownField(found, 'labels')) === JSON.stringify(labels)
    ? found
    : null;
}

/**
 * The parts of a row of judgments in what was written: all of it belongs to one annotator and time,
 * and says nothing about a judgment that somebody else gave, or that was given at another time.
 * Tools keep times to the second.
 */
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

const rowKeys: readonly string[] = [
  'at',
  'seconds',
  'guideline',
  'round',
  'confidence',
  'notes',
  'flag',
  'uncertain',
];

/** The metadata of a row without what Assay wrote there: the data of the unit. */
export function unitMeta(meta: unknown): JsonRow {
  return isFields(meta)
    ? Object.fromEntries(Object.entries(meta).filter(([key]) => key !== judgmentField))
    : {};
}

function secondOf(time: unknown): number | null {
  return typeof time === 'string' ? Math.floor(Date.parse(time) / 1000) : null;
}
