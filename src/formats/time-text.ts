const pattern =
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59Z');

/** True for an ISO 8601 time with zone on a real day: no 30 February, 24:00 or leap second. */
export function isTime(text: string): boolean {
  return pattern.test(text) && isDay(text.slice(0, 10));
}

/**
 * A time as other tools write it (with an offset, without a zone for UTC, or in Unix seconds) in
 * ISO 8601 with Z, to the millisecond. Null when it is not a time.
 * @example utcTime('2026-01-31T10:30:00+01:00') // '2026-01-31T09:30:00Z'
 */
export function utcTime(given: unknown): string | null {
  const text = typeof given === 'string' ? withZone(given) : '';
  // Date.parse makes 2 March of 30 February, and the next day of 24:00.
  if (typeof given === 'string' && (!isDay(text.slice(0, 10)) || text.startsWith('T24', 10)))
    return null;
  const parsed = typeof given === 'number' ? given * 1000 : Date.parse(text);
  // Outside of these years a date is written with a sign, which nothing here reads back.
  if (!(parsed >= earliest && parsed < latest)) return null;
  return new Date(parsed).toISOString().replace('.000Z', 'Z');
}

function isDay(text: string): boolean {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

function withZone(text: string): string {
  const spaced = text.trim().replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T');
  if (!/^\d{4}-\d{2}-\d{2}(T|$)/.test(spaced)) return '';
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(spaced) ? `${spaced}Z` : spaced;
}
