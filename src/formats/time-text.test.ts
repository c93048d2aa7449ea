import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTime, utcTime } from './time-text.ts';

const two = (value: number): string => String(value).padStart(2, '0');
const earliest = new Date('0001-01-01T00:00:00.000Z');
const latest = new Date('9999-12-31T23:59:58.000Z');

describe('a time', () => {
  it('is every time that a Date writes', () => {
    fc.assert(
      fc.property(fc.date({ min: earliest, max: latest, noInvalidDate: true }), (date) => {
        expect(isTime(date.toISOString())).toBe(true);
        expect(utcTime(date.toISOString())).toBe(date.toISOString().replace('.000Z', 'Z'));
      }),
      { seed: 1 },
    );
  });

  it('is a day and a time of day that come back from a Date as they went in', () => {
    const parts = fc.record({
      year: fc.integer({ min: 1, max: 9999 }),
      month: fc.integer({ min: 0, max: 13 }),
      day: fc.integer({ min: 0, max: 32 }),
      hour: fc.integer({ min: 0, max: 25 }),
      minute: fc.integer({ min: 0, max: 61 }),
      second: fc.integer({ min: 0, max: 61 }),
    });
    fc.assert(
      fc.property(parts, ({ year, month, day, hour, minute, second }) => {
        const date = new Date(0);
        // Date.UTC makes 1950 of 50.
        date.setUTCFullYear(year, month - 1, day);
        date.setUTCHours(hour, minute, second);
        const isReal =
          date.getUTCFullYear() === year &&
          date.getUTCMonth() === month - 1 &&
          date.getUTCDate() === day &&
          date.getUTCHours() === hour &&
          date.getUTCMinutes() === minute &&
          date.getUTCSeconds() === second;
        const written = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
        const text = `${written}T${two(hour)}:${two(minute)}:${two(second)}Z`;
        expect([text, isTime(text)]).toEqual([text, isReal]);
        expect([text, utcTime(text)]).toEqual([text, isReal && date < latest ? text : null]);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('is none on days, at hours and with offsets that there are not', () => {
    const odd = [
      '2026-02-30T10:00:00Z',
      '2025-02-29T10:00:00Z',
      '1900-02-29T10:00:00Z',
      '2026-04-31T10:00Z',
      '2026-13-01T10:00Z',
      '2026-00-10T10:00Z',
      '2026-01-31T24:00:00Z',
      '2026-01-31T23:60:00Z',
      '2026-01-31T23:59:60Z',
      '2026-01-31T10:00:00+24:00',
      '2026-01-31T10:00:00+01:60',
      '0000-01-01T00:00:00Z',
      '2026-01-31',
      '2026-01-31T10:00:00',
    ];
    expect(odd.filter(isTime)).toEqual([]);
    expect(
      ['2024-02-29T23:59:59.123456789Z', '2000-02-29T00:00Z', '2026-12-31T00:00:00-23:59'].filter(
        isTime,
      ),
    ).toHaveLength(3);
  });

  it('of another tool is refused on a day that there is not', () => {
    expect(
      [
        '2026-02-30',
        '2026-02-30 10:00:00',
        '2026-01-31T24:00:00',
        '2026-01-31 24:00:00+01:00',
        'yesterday',
        '',
      ].map(utcTime),
    ).toEqual([null, null, null, null, null, null]);
    expect([
      utcTime('2026-01-31'),
      utcTime('2026-01-31 10:30:00'),
      utcTime('2026-01-31T10:30:00+01:00'),
      utcTime(0),
    ]).toEqual([
      '2026-01-31T00:00:00Z',
      '2026-01-31T10:30:00Z',
      '2026-01-31T09:30:00Z',
      '1970-01-01T00:00:00Z',
    ]);
  });
});
