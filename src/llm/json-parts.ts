/** An object of a reply. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object with named fields; an empty one for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** True for an object with named fields: not null, not an array. */
export function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** A list; an empty one for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** A text that is not empty; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A count; 0 for anything else. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}

/** JSON on one line for every reader: some take U+2028 and U+2029 for line breaks. */
export function oneLine(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll('\u0085', '\\u0085');
}
