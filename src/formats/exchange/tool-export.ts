import type { TextValue } from '../../domain/coded-text.ts';
import type { Fault } from '../../domain/fault.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { RowPlace } from '../json-rows.ts';
import type { WrittenAsides } from './tool-asides.ts';

/** The annotation tools whose exports are read. */
const tools = ['label-studio', 'prodigy', 'doccano', 'argilla', 'potato'] as const;
type Tool = (typeof tools)[number];

/**
 * An answer in a field of a tool: chosen labels, a number, a text, or yes or no to one label.
 * `unreadable` values, such as spans or a ranking, are faults unless the mapping leaves the field
 * out.
 */
export type ToolValue =
  | { readonly kind: 'chosen'; readonly labels: readonly string[] }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'applies'; readonly applies: boolean }
  | {
      readonly kind: 'unreadable';
      readonly count: number;
      readonly got: TextValue;
      readonly expected: TextValue;
    };

/** One person's submitted answers about one record. */
export interface ToolAnnotation {
  /** Who answered, as the tool names them; null where the export does not say. */
  readonly annotator: string | null;
  readonly answers: ReadonlyMap<string, ToolValue>;
  readonly at: string | null;
  readonly seconds: number | null;
  /** What Assay wrote beside these answers, in its own export (see tool-asides). */
  readonly written?: WrittenAsides;
}

/** One thing that was annotated, with everything that was said about it. */
export interface ToolRecord extends RowPlace {
  /** The name that the tool gave it. */
  readonly id: string | null;
  /** The record's own data: text, metadata. */
  readonly fields: UnitFields;
  readonly annotations: readonly ToolAnnotation[];
}

/** An export that was read: records, what was left out and why, and everything that was wrong. */
export interface ToolExport {
  readonly tool: Tool;
  readonly records: readonly ToolRecord[];
  readonly skipped: Skipped;
  readonly faults: readonly Fault[];
}

/** How many were left out, by reason. */
export type Skipped = Readonly<Record<string, number>>;

/** Counts what is left out, by reason. */
export class SkipCounter {
  readonly #counts = new Map<string, number>();

  skip(reason: string, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  counts(): Skipped {
    return Object.fromEntries(this.#counts);
  }
}

/** An id as text: tools number their records and users. Null for what can be no id. */
export function idText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

/** A number of seconds, or null. */
export function secondsOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
