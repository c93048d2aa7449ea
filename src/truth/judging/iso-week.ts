/**
 * The ISO 8601 week of a time, in UTC: weeks start on Monday, week 1 has the first Thursday.
 * @example isoWeek('2026-01-01T09:30:00Z') // '2026-W01'
 */
export function isoWeek(time: string): string {
  const day = new Date(`${utcDay(time)}T00:00:00Z`);
  // A week belongs to the year of its Thursday.
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const year = day.getUTCFullYear();
  const week = Math.ceil(((day.getTime() - Date.UTC(year, 0, 1)) / dayLength + 1) / 7);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/**
 * The Monday that a week begins on.
 * @example weekStart('2026-W01') // '2025-12-29'
 */
export function weekStart(week: string): string {
  const [year = '', number = ''] = week.split('-W');
  const fourth = new Date(Date.UTC(Number(year), 0, 4));
  const days = (Number(number) - 1) * 7 - ((fourth.getUTCDay() || 7) - 1);
  return new Date(fourth.getTime() + days * dayLength).toISOString().slice(0, 10);
}

/**
 * The week after a week.
 * @example weekAfter('2026-W53') // '2027-W01'
 */
export function weekAfter(week: string): string {
  const monday = new Date(`${weekStart(week)}T00:00:00Z`).getTime();
  return isoWeek(new Date(monday + 7 * dayLength).toISOString());
}

/**
 * The day of a time, by the calendar of UTC.
 * @example utcDay('2026-01-01T00:30:00+01:00') // '2025-12-31'
 */
export function utcDay(time: string): string {
  return time.endsWith('Z') ? time.slice(0, 10) : new Date(time).toISOString().slice(0, 10);
}

const dayLength = 86_400_000;
