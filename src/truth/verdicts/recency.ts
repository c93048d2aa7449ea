import type { Points, Rounding } from '../../domain/verdicts/policy.ts';

/** When something was: the day as it is written, and the moment, to put things in order. */
export interface UnitDate {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Milliseconds since then; without a zone it is read as UTC. */
  readonly time: number;
}

const millisecondsPerDay = 86_400_000;
const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?.*)?$/;

/**
 * Reads a unit's date: `2021-06-15`, `2021-06-15 12:00:00`, `2021-06-15T12:00:00Z`. The day counts
 * as written, in any zone; unreadable text after it is ignored. Null when there is no such day.
 * @example readDate('2021-06-15 12:00:00') // { day: 18793, time: 1623758400000 }
 */
export function readDate(given: unknown): UnitDate | null {
  if (typeof given !== 'string') return null;
  const plain = plainDate(given);
  if (plain !== null) return plain;
  const match = pattern.exec(given.trim());
  if (match === null) return null;
  const [, year, month, date, clock] = match;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(date));
  // Date.UTC makes 2 March of 30 February, and of the years 0 to 99 those of the last century.
  if (new Date(midnight).toISOString().slice(0, 10) !== `${year}-${month}-${date}`) return null;
  const day = midnight / millisecondsPerDay;
  if (clock === undefined) return { day, time: midnight };
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(clock) ? clock : `${clock}Z`;
  const time = Date.parse(`${year}-${month}-${date}T${zoned}`);
  return { day, time: Number.isNaN(time) ? midnight : time };
}

/** Fast path for the millions of `2021-06-15 12:00:00` with day 1 to 28; null for all else. */
function plainDate(text: string): UnitDate | null {
  if (
    text.length !== 19 ||
    text[4] !== '-' ||
    text[7] !== '-' ||
    (text[10] !== ' ' && text[10] !== 'T') ||
    text[13] !== ':' ||
    text[16] !== ':'
  )
    return null;
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const date = twoDigits(text, 8);
  if (!(year >= 1000 && month >= 1 && month <= 12 && date >= 1 && date <= 28)) return null;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (!(hour < 24 && minute < 60 && second < 60)) return null;
  const midnight = Date.UTC(year, month - 1, date);
  return {
    day: midnight / millisecondsPerDay,
    time: midnight + ((hour * 60 + minute) * 60 + second) * 1000,
  };
}

/** NaN when there are no two digits. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN;
}

/**
 * The weight of an incident on a day: that of the first step whose age is not exceeded, in years of
 * 365.25 days before the reference date; later days have age 0. Undated units have their own
 * weight.
 * @example const steps = [{ within_years: 2, weight: 1 }, { weight: 0.5 }];
 * recencyWeight({ reference: '2022-01-01', undated: 1, steps }, readDate('2020-01-01').day) // 0.5
 */
export function recencyWeight(recency: NonNullable<Points['recency']>, day: number | null): number {
  if (day === null) return recency.undated;
  const age = (readDate(recency.reference)!.day - day) / 365.25;
  const isWithin = (years = Infinity): boolean => age <= years;
  return recency.steps.find((step) => isWithin(step.within_years))?.weight ?? 0;
}

/**
 * Makes points whole in the declared way.
 * @example [-2.5, 2.5].map((points) => roundPoints(points, 'truncate')) // [-2, 2]
 */
export function roundPoints(points: number, rounding: Rounding): number {
  // Adding 0 makes 0 of −0.
  if (rounding === 'truncate') return Math.trunc(points) + 0;
  if (rounding === 'floor') return Math.floor(points) + 0;
  return rounding === 'nearest' ? Math.sign(points) * Math.round(Math.abs(points)) + 0 : points;
}
