import { inLanguage } from '../../../../domain/local-text.ts';
import type { LocalText } from '../../../../domain/local-text.ts';

/** How a field reads best: a `list` of short texts, a `fact` of a few words, or `prose`. */
export type FieldShape = 'list' | 'fact' | 'prose' | 'none';

/** The longest text that still reads as a fact. */
const longestFact = 90;

/** How the value of a field reads best. */
export function fieldShape(value: unknown): FieldShape {
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : 'list';
  const text = fieldText(value);
  return text.length > longestFact || text.includes('\n') ? 'prose' : 'fact';
}

/** The value of a field as text. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(fieldText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What a field is called: the first title that is known, else its name in words. */
export function fieldTitle(
  field: string,
  titles: readonly Readonly<Record<string, LocalText>>[],
  language: string,
): string {
  const known = titles.find((some) => Object.hasOwn(some, field));
  return known === undefined ? fieldWords(field) : inLanguage(known[field]!, language);
}

/** `overall_status` as `Overall status`. */
function fieldWords(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
