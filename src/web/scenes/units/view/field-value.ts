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
  if (text === '') return 'none';
  return text.length > longestFact || text.includes('\n') ? 'prose' : 'fact';
}

/** The value of a field as text. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const hasParts = value.some((one) => typeof one === 'object' && one !== null);
    return value.map(fieldText).join(hasParts ? '\n\n' : ', ');
  }
  return typeof value === 'object' ? partsText(value) : String(value);
}

/** What a field holds within it, each part in a line of its own under its name. */
function partsText(parts: object): string {
  return Object.entries(parts)
    .map(([name, part]) => [fieldWords(name), fieldText(part)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => (text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`))
    .join('\n');
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

/** `overall_status` as `Overall status`; what somebody wrote as words stays as it is. */
function fieldWords(name: string): string {
  if (/\s/.test(name.trim())) return name.trim();
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
