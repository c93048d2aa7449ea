import { describe, expect, it } from 'vitest';
import { isoWeek, utcDay, weekStart } from './iso-week.ts';

describe('ISO weeks', () => {
  it('begin on Monday and belong to the year of their Thursday', () => {
    // ISO 8601 and its well-known edges: 2020 has 53 weeks, 1 January 2021 lies in the last of
    // them.
    const known: readonly (readonly [string, string])[] = [
      ['2020-12-28T00:00:00Z', '2020-W53'],
      ['2021-01-01T12:00:00Z', '2020-W53'],
      ['2021-01-03T23:59:59.999Z', '2020-W53'],
      ['2021-01-04T00:00:00Z', '2021-W01'],
      ['2024-12-30T00:00:00Z', '2025-W01'],
      ['2026-03-02T08:00:00Z', '2026-W10'],
      ['2023-01-01T00:00:00Z', '2022-W52'],
    ];
    for (const [time, week] of known) expect(isoWeek(time)).toBe(week);
  });

  it('say on which day they begin', () => {
    expect(weekStart('2020-W53')).toBe('2020-12-28');
    expect(weekStart('2021-W01')).toBe('2021-01-04');
    expect(weekStart('2025-W01')).toBe('2024-12-30');
    for (let day = 0; day < 800; day += 1) {
      const time = new Date(Date.UTC(2024, 0, 1 + day)).toISOString();
      const start = weekStart(isoWeek(time));
      expect(Date.parse(time) - Date.parse(start)).toBeLessThan(7 * 86_400_000);
      expect(start <= time).toBe(true);
    }
  });

  it('go by the calendar of UTC, whatever the zone that the time was written in', () => {
    expect(utcDay('2026-01-01T00:30:00+01:00')).toBe('2025-12-31');
    expect(isoWeek('2021-01-04T00:30:00+01:00')).toBe('2020-W53');
  });
});
