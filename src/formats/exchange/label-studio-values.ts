import { codedText, foundValue } from '../../domain/text-values.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, ownField } from '../own-field.ts';
import type { ToolSpan, ToolValue } from './tool-export.ts';

/**
 * The answer in the value of a result, by the kind of its control. Marked text becomes spans; a
 * region of an image, a sound or a table is unreadable. Format:
 * https://labelstud.io/guide/export#Label-Studio-JSON-format-of-annotated-tasks
 */
export function studioValue(value: JsonRow, type: unknown): ToolValue {
  return plainValue(value) ?? spanValue(value) ?? unreadable(type);
}

/**
 * The answer in a cell of the CSV, TSV or JSON-MIN export: one choice or text as it is, everything
 * else as a list of values like those in the JSON export.
 */
export function studioCell(cell: unknown): ToolValue | null {
  if (typeof cell === 'number') return { kind: 'number', number: cell };
  const given = typeof cell === 'string' ? parsedCell(cell) : cell;
  if (typeof given === 'string') return { kind: 'text', text: given };
  const entries = (Array.isArray(given) ? given : [given]) as readonly unknown[];
  if (entries.length > 0 && entries.every((one) => typeof one === 'string'))
    return { kind: 'chosen', labels: entries };
  let all: ToolValue | null = null;
  for (const entry of entries) {
    const read = isFields(entry) ? studioValue(entry, 'cell') : unreadable('cell');
    all = all === null ? read : (joinedValues(all, read) ?? unreadable('cell'));
  }
  return all;
}

/** Two results of one control as one: several spans, or several regions that cannot be read. */
export function joinedValues(before: ToolValue, next: ToolValue): ToolValue | null {
  if (before.kind === 'unreadable' && next.kind === 'unreadable')
    return { ...before, count: before.count + next.count };
  if (before.kind === 'spans' && next.kind === 'spans')
    return { kind: 'spans', spans: [...before.spans, ...next.spans] };
  return null;
}

function plainValue(value: JsonRow): ToolValue | null {
  // A result with offsets or coordinates is about a part of the unit, not about the unit.
  if (['start', 'end', 'x', 'y', 'points', 'ranges'].some((key) => Object.hasOwn(value, key)))
    return null;
  const taxonomy = ownField(value, 'taxonomy');
  if (taxonomy !== undefined) {
    const paths = chosen(taxonomy, taxonomyLabel);
    return paths === null ? null : { ...paths, arePaths: true };
  }
  const choices = ownField(value, 'choices') ?? ownField(value, 'pairwise');
  if (choices !== undefined) return chosen(choices, (entry) => leaf(entry));
  const selected = ownField(value, 'selected');
  if (typeof selected === 'string') return { kind: 'chosen', labels: [selected] };
  const number = ownField(value, 'rating') ?? ownField(value, 'number');
  if (typeof number === 'number') return { kind: 'number', number };
  const datetime = ownField(value, 'datetime');
  if (typeof datetime === 'string') return { kind: 'text', text: datetime };
  const text = ownField(value, 'text');
  const lines = Array.isArray(text) ? text : [text];
  return lines.every((line) => typeof line === 'string')
    ? { kind: 'text', text: lines.join('\n') }
    : null;
}

function spanValue(value: JsonRow): ToolValue | null {
  const labels = ownField(value, 'labels') ?? ownField(value, 'hypertextlabels');
  const { text } = value;
  const [start, end] = [spanOffset(value, 'start'), spanOffset(value, 'end')];
  if (!Array.isArray(labels) || start === null || end === null) return null;
  const passage = typeof text === 'string' ? text : null;
  const spans = labels.flatMap((label): readonly ToolSpan[] =>
    typeof label === 'string' ? [{ label, start, end, text: passage }] : [],
  );
  return spans.length === 0 ? null : { kind: 'spans', spans };
}

/** In a hypertext, `start` is a path in the page and the offsets are apart. */
function spanOffset(value: JsonRow, name: 'start' | 'end'): number | null {
  const global = ownField(value, 'globalOffsets');
  const given = isFields(global) ? ownField(global, name) : ownField(value, name);
  return Number.isSafeInteger(given) ? (given as number) : null;
}

/** Choices may be nested: then each is the path from the top, of which the last part was chosen. */
function leaf(entry: unknown): unknown {
  return Array.isArray(entry) ? (entry.at(-1) as unknown) : entry;
}

/** A taxonomy may have the same name in two branches, so the label is the path. */
function taxonomyLabel(entry: unknown): unknown {
  if (!Array.isArray(entry)) return entry;
  return entry.every((part) => typeof part === 'string') ? entry.join('/') : null;
}

function chosen(
  given: unknown,
  label: (entry: unknown) => unknown,
): Extract<ToolValue, { kind: 'chosen' }> | null {
  const labels = (Array.isArray(given) ? given : [given]).map(label);
  return labels.every((one) => typeof one === 'string') ? { kind: 'chosen', labels } : null;
}

function unreadable(type: unknown): ToolValue {
  return {
    kind: 'unreadable',
    count: 1,
    got: codedText('result-type', { type: foundValue(type) }),
    expected: codedText('studio-types'),
  };
}

function parsedCell(cell: string): unknown {
  if (!/^\s*[[{]/.test(cell)) return cell;
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    // A text that only begins like JSON is a text.
    return cell;
  }
}
