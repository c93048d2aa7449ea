import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDate, recencyWeight, roundPoints } from './recency.ts';

describe('readDate', () => {
  it('reads dates and times, without a zone as UTC', () => {
    const noon = Date.UTC(2021, 5, 15, 12);
    expect(
      [
        '2021-06-15 12:00:00',
        '2021-06-15T12:00:00Z',
        '2021-06-15T14:00:00+02:00',
        ' 2021-06-15 12:00 ',
      ].map((text) => readDate(text)!.time),
    ).toEqual([noon, noon, noon, noon]);
    expect(readDate('2021-06-15')).toEqual({ day: 18_793, time: Date.UTC(2021, 5, 15) });
  });

  it('takes the day as it is written, and nothing for what cannot be read after it', () => {
    expect(readDate('2021-06-15T23:30:00-05:00')!.day).toBe(18_793);
    expect(readDate('2021-06-15 at noon')).toEqual({ day: 18_793, time: Date.UTC(2021, 5, 15) });
    expect(readDate('2020-02-29 25:61:00')).toEqual({ day: 18_321, time: Date.UTC(2020, 1, 29) });
  });

  it.each([
    ['2021/06-15 12:00:00', null],
    ['2021-06/15 12:00:00', null],
    ['2021-06-15x12:00:00', null],
    ['202a-06-15 12:00:00', null],
    ['2021-0:-15 12:00:00', null],
    ['2021-00-15 12:00:00', null],
    ['2021-13-15 12:00:00', null],
    ['2021-06-00 12:00:00', null],
    ['2021-06-31 12:00:00', null],
    ['0099-06-15 12:00:00', null],
    // What follows the day counts as far as it can be read.
    ['2021-06-15 12x00:00', Date.UTC(2021, 5, 15)],
    ['2021-06-15 12:00x30', Date.UTC(2021, 5, 15, 12)],
    ['2021-06-15 24:30:00', Date.UTC(2021, 5, 15)],
    ['2021-06-15 12:60:00', Date.UTC(2021, 5, 15)],
    ['2021-06-15 12:00:60', Date.UTC(2021, 5, 15)],
    ['2021-06-15 23:59:59', Date.UTC(2021, 5, 15, 23, 59, 59)],
    ['2021-06-15 12:00:00 or so', Date.UTC(2021, 5, 15, 12)],
  ])('reads %s as a moment only where it is one', (text, expected) => {
    expect(readDate(text)?.time ?? null).toBe(expected);
  });

  it('has nothing for days that are not', () => {
    expect(
      [
        'not-a-date',
        '2021-02-29',
        '2021-13-01',
        '2021-06-155',
        '15.06.2021',
        '',
        null,
        undefined,
        1_623_758_400,
      ].map(readDate),
    ).toEqual(Array.from({ length: 9 }, () => null));
  });

  it('reads the plain form as the platform does', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('1000-01-01T00:00:00Z'),
          max: new Date('9999-12-31T00:00:00Z'),
          noInvalidDate: true,
        }),
        (date) => {
          const text = date.toISOString().slice(0, 19);
          expect(readDate(text.replace('T', ' '))).toEqual({
            day: Math.floor(Date.parse(`${text}Z`) / 86_400_000),
            time: Date.parse(`${text}Z`),
          });
        },
      ),
      { seed: 1 },
    );
  });
});

describe('recencyWeight', () => {
  const recency = {
    reference: '2022-01-01',
    undated: 1,
    steps: [{ within_years: 2, weight: 1 }, { within_years: 3, weight: 0.5 }, { weight: 0.25 }],
  };
  const weight = (date: string): number => recencyWeight(recency, readDate(date)!.day);

  it('counts in years of 365.25 days, the limit included', () => {
    // 730 days are 1.9986 years, 731 are 2.0014; 1095 are 2.998, 1096 are 3.0007.
    expect(['2020-01-02', '2020-01-01', '2019-01-02', '2019-01-01'].map(weight)).toEqual([
      1, 0.5, 0.5, 0.25,
    ]);
  });

  it('counts a unit that is exactly as old as a step allows', () => {
    // Four years of 365.25 days are 1461 days, from 2018-01-01 to 2022-01-01.
    const steps = [{ within_years: 4, weight: 1 }, { weight: 0 }];
    const weights = ['2018-01-01', '2017-12-31'].map((date) =>
      recencyWeight({ ...recency, steps }, readDate(date)!.day),
    );
    expect(weights).toEqual([1, 0]);
  });

  it('treats later days as age 0, and gives undated units their own weight', () => {
    expect([
      weight('2022-01-14'),
      recencyWeight(recency, null),
      recencyWeight({ ...recency, undated: 0.1 }, null),
    ]).toEqual([1, 1, 0.1]);
  });
});

describe('roundPoints', () => {
  it('cuts toward zero, goes down, or to the nearest with halves away from zero', () => {
    const points = [-2.5, -0.25, 0.25, 2.5, 3];
    expect(points.map((one) => roundPoints(one, 'truncate'))).toEqual([-2, 0, 0, 2, 3]);
    expect(points.map((one) => roundPoints(one, 'floor'))).toEqual([-3, -1, 0, 2, 3]);
    expect(points.map((one) => roundPoints(one, 'nearest'))).toEqual([-3, 0, 0, 3, 3]);
    expect(points.map((one) => roundPoints(one, 'none'))).toEqual(points);
  });

  it('never gives a negative zero', () => {
    expect(
      (['truncate', 'nearest'] as const).map((rounding) =>
        Object.is(roundPoints(-0.2, rounding), 0),
      ),
    ).toEqual([true, true]);
  });
});
