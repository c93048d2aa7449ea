const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59Z');

/** True for a time with its zone in ISO 8601: `2026-01-31T09:30:00Z`. */
export function isTime(text: string): boolean {
  if (!pattern.test(text) || Number.isNaN(Date.parse(text))) return false;
  // Date.parse makes 2 March of 30 February.
  return new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
}

/**
 * A time as other tools write it (with an offset, or without any zone, which then is read as UTC; or as Unix seconds), in ISO 8601 ending in Z.
 * Fractions of a second are kept as far as milliseconds. Null when it is no time.
 * @example utcTime('2026-01-31T10:30:00+01:00') // '2026-01-31T09:30:00Z'
 */
export function utcTime(given: unknown): string | null {
  const parsed = typeof given === 'number' ? given * 1000 : typeof given === 'string' ? Date.parse(withZone(given)) : Number.NaN;
  // Outside of these years a date is written with a sign, which nothing here reads back.
  if (!(parsed >= earliest && parsed < latest)) return null;
  return new Date(parsed).toISOString().replace('.000Z', 'Z');
}

function withZone(text: string): string {
  const spaced = text.trim().replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T');
  if (!/^\d{4}-\d{2}-\d{2}(T|$)/.test(spaced)) return '';
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(spaced) ? `${spaced}Z` : spaced;
}
