/** An answer to one question: a boolean if binary, else a value of its scale or a text. */
export type Answer = boolean | number | string;

/**
 * The text of a scalar; null for anything else, which must not become a text by accident: a list
 * of one text would print like the text.
 */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
