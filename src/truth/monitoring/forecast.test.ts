import { describe, expect, it } from 'vitest';
import { forecast } from './forecast.ts';

const days = (from: string, counts: readonly number[]): ReadonlyMap<string, number> =>
  new Map(
    counts.flatMap((count, at) =>
      count === 0
        ? []
        : [
            [
              new Date(Date.parse(from) + at * 86_400_000).toISOString().slice(0, 10),
              count,
            ] as const,
          ],
    ),
  );

describe('a forecast', () => {
  it('is the day on which the remaining judgments are there at the mean pace, rounded up', () => {
    // 10 a day, 45 remain: 4.5 days, so the fifth day.
    const { date, earliest, latest, perDay } = forecast(
      days('2026-03-02', [10, 10, 10]),
      45,
      '2026-03-05',
    );
    expect(perDay).toMatchObject({ value: 10, n: 3, interval: [10, 10] });
    expect([earliest, date, latest]).toEqual(['2026-03-10', '2026-03-10', '2026-03-10']);
  });

  it('has a range that is wide where the work is uneven', () => {
    // Mean 10, standard deviation √(200/3) over 4 days; t(0.975, 3) = 3.182446 by Student's table.
    // Half width 3.182446 · 8.164966 / 2 = 12.99228.
    const { perDay, earliest, latest, why } = forecast(
      days('2026-03-02', [0, 10, 20, 10]),
      40,
      '2026-03-06',
    );
    // The first day has no work, so that the window begins on the second.
    expect(perDay.n).toBe(3);
    const uneven = forecast(days('2026-03-02', [10, 0, 20, 10]), 40, '2026-03-06');
    expect(uneven.perDay.value).toBe(10);
    if (uneven.perDay.value === null) throw new Error('expected a value');
    expect(uneven.perDay.interval![1]).toBeCloseTo(10 + 12.992_28, 4);
    expect(uneven.perDay.interval![0]).toBe(0);
    expect([uneven.date, uneven.earliest, uneven.latest, uneven.why]).toEqual([
      '2026-03-10',
      '2026-03-08',
      null,
      { code: 'uneven-pace', values: {} },
    ]);
    expect([earliest! < '2026-03-10', latest, why]).toEqual([
      true,
      null,
      { code: 'uneven-pace', values: {} },
    ]);
  });

  it('looks at whole weeks once there is one, and at four of them at most', () => {
    const week = [10, 10, 10, 10, 10, 0, 0];
    const { perDay } = forecast(days('2026-01-05', [...week, ...week, 3]), 100, '2026-01-20');
    expect(perDay).toMatchObject({ n: 14 });
    const long = forecast(
      days(
        '2026-01-05',
        Array.from({ length: 60 }, (_, at) => (at < 30 ? 100 : 1)),
      ),
      100,
      '2026-03-06',
    );
    expect(long.perDay).toMatchObject({ value: 1, n: 28 });
  });

  it('has no day when nothing was judged, and today when nothing remains', () => {
    expect(forecast(new Map(), 5, '2026-03-06')).toMatchObject({
      date: null,
      why: { code: 'not-begun' },
    });
    expect(forecast(days('2026-01-05', [5]), 5, '2026-03-06')).toMatchObject({
      date: null,
      why: { code: 'idle-days', values: { count: 28 } },
    });
    expect(forecast(days('2026-01-05', [5]), 0, '2026-03-06')).toMatchObject({
      date: '2026-03-06',
      why: null,
    });
    expect(forecast(days('2026-03-06', [5]), 10, '2026-03-06')).toMatchObject({
      date: '2026-03-08',
      earliest: null,
      why: { code: 'one-day', values: {} },
    });
  });
});
