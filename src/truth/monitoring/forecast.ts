import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { noValue, pointEstimate } from '../../statistics/estimate.ts';
import type { Estimate, Valued } from '../../statistics/estimate.ts';
import { studentTQuantile } from '../../statistics/student-t.ts';

/** When the work will be done at the current pace. */
export interface Forecast {
  readonly remaining: number;
  /** Judgments per calendar day, days off included, with the interval of its mean. */
  readonly perDay: Estimate;
  /** The date at the current pace and at its bounds; null without one, with the reason in `why`. */
  readonly date: string | null;
  readonly earliest: string | null;
  readonly latest: string | null;
  readonly why: CodedText | null;
}

/**
 * Forecast: on which day the remaining judgments will be done. The pace is the mean number of
 * judgments per calendar day over the last whole weeks (up to four) before today; in the first
 * week, over the days since the start. The range comes from the 95 % interval of that mean
 * (Student's t over the days), so uneven work gives a wide range; a lower bound of 0 has no latest
 * day. Nothing remaining is done today; no work in the window has no forecast.
 * @example const days = new Map([['2026-03-02', 10], ['2026-03-03', 10]]);
 * forecast(days, 40, '2026-03-04').date // '2026-03-08'
 */
export function forecast(
  days: ReadonlyMap<string, number>,
  remaining: number,
  today: string,
): Forecast {
  const always = (day: string | null): Pick<Forecast, 'date' | 'earliest' | 'latest'> => {
    return { date: day, earliest: day, latest: day };
  };
  const nothing = noValue(codedText('nothing-remains'));
  if (remaining <= 0) return { remaining: 0, perDay: nothing, ...always(today), why: null };
  const counts = lastDays(days, today);
  const none = (why: CodedText): Forecast => {
    return { remaining, perDay: noValue(why), ...always(null), why };
  };
  if (counts.length === 0) return none(codedText('not-begun'));
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  if (mean === 0) return none(codedText('idle-days', { count: counts.length }));
  const perDay = paceOf(counts, mean);
  const dayAt = (pace: number): string | null =>
    pace <= 0 ? null : addDays(today, Math.ceil(remaining / pace));
  const date = dayAt(mean);
  if (perDay.interval === null) {
    const why = codedText('one-day');
    return { remaining, perDay, date, earliest: null, latest: null, why };
  }
  const [latest, earliest] = perDay.interval.map(dayAt) as [string | null, string | null];
  const why = latest === null ? codedText('uneven-pace') : null;
  return { remaining, perDay, date, earliest, latest, why };
}

const longestWindow = 28;
const dayLength = 86_400_000;

/**
 * Counts of the days before today: up to four whole weeks, none before the first judgment. On the
 * first day, that day alone.
 */
function lastDays(days: ReadonlyMap<string, number>, today: string): readonly number[] {
  const first = [...days.keys()].toSorted()[0];
  if (first === undefined || first > today) return [];
  const since = Math.round((Date.parse(today) - Date.parse(first)) / dayLength);
  if (since === 0) return [days.get(today) ?? 0];
  const window = Math.min(longestWindow, since < 7 ? since : since - (since % 7));
  return Array.from({ length: window }, (_, back) => days.get(addDays(today, -1 - back)) ?? 0);
}

function paceOf(counts: readonly number[], mean: number): Valued {
  const n = counts.length;
  if (n < 2) return pointEstimate(mean, n, 0, codedText('one-day'));
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (n - 1);
  const margin = Math.sqrt(variance / n) * studentTQuantile(0.975, n - 1);
  const interval = [Math.max(0, mean - margin), mean + margin] as const;
  return { value: mean, n, skipped: 0, interval, method: codedText('interval-days', { n }) };
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);
}
