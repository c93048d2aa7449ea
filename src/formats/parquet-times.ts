import { refuseParquet } from './refuse-parquet.ts';

/**
 * How times in a Parquet file are read: as ISO 8601 with as many digits as they are stored with,
 * where the decoder would cut them to milliseconds. A time outside the years 1 to 9999, which no
 * row can hold, is refused.
 */
export const parquetTimes = {
  timestampFromMilliseconds: (millis: unknown) => timeText(wholeNumber(millis), 3),
  timestampFromMicroseconds: (micros: unknown) => timeText(wholeNumber(micros), 6),
  timestampFromNanoseconds: (nanos: unknown) => timeText(wholeNumber(nanos), 9),
  dateFromDays: (days: number | undefined) =>
    days === undefined ? undefined : timeText(BigInt(days) * 86_400n, 0)!.slice(0, 10),
};

/** A time from a number of units since 1970, of which a second has as many as `digits` says. */
function timeText(units: bigint | undefined, digits: 0 | 3 | 6 | 9): string | undefined {
  if (units === undefined) return undefined;
  const perSecond = 10n ** BigInt(digits);
  const rest = ((units % perSecond) + perSecond) % perSecond;
  const seconds = (units - rest) / perSecond;
  if (seconds < firstSecond || seconds > lastSecond) refuseParquet('parquet-time');
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  // To the millisecond all three digits are usual; finer ones are written where there are any.
  const fraction =
    digits === 0
      ? ''
      : String(rest)
          .padStart(digits, '0')
          .replace(/(...)0+$/, '$1');
  return fraction === '' ? `${whole}Z` : `${whole}.${fraction}Z`;
}

const firstSecond = BigInt(Date.parse('0001-01-01T00:00:00Z') / 1000);
const lastSecond = BigInt(Date.parse('9999-12-31T23:59:59Z') / 1000);

function wholeNumber(given: unknown): bigint | undefined {
  if (given === undefined || given === null) return undefined;
  return BigInt(given as bigint | number);
}
