import { expect, it } from 'vitest';
import { WorkTimes } from './work-times.ts';

function times(): WorkTimes {
  const made = new WorkTimes();
  // 2026-03-02 is the Monday of week 10.
  made.add('anna', '2026-03-03T09:00:00Z', 60, true);
  made.add('anna', '2026-03-02T09:00:00Z', null, true);
  made.add('anna', '2026-03-03T10:00:00Z', 30, false);
  made.add('ben', '2026-03-03T11:00:00Z', 90, true);
  made.add('ben', '2026-03-09T11:00:00Z', 10, true);
  return made;
}

it('counts units once and judgments every time, with the time that is known', () => {
  expect(times().of('anna')).toEqual({ units: 2, judgments: 3, timed: 1, seconds: 90 });
  expect(times().of('ben')).toEqual({ units: 2, judgments: 2, timed: 2, seconds: 100 });
  expect(times().of('nobody')).toEqual({ units: 0, judgments: 0, timed: 0, seconds: 0 });
});

it('counts a week by itself', () => {
  expect(times().of('ben', '2026-W11')).toEqual({ units: 1, judgments: 1, timed: 1, seconds: 10 });
  expect(times().of('anna', '2026-W11').judgments).toBe(0);
  expect(times().weeks).toEqual(['2026-W10', '2026-W11']);
});

it('knows when somebody began and last judged, whatever the order of judgments', () => {
  expect(times().span('anna')).toEqual({
    from: '2026-03-02T09:00:00Z',
    to: '2026-03-03T10:00:00Z',
  });
  expect(times().span('nobody')).toBeNull();
  expect(times().annotators).toEqual(['anna', 'ben']);
});

it('counts the units of each day, and leaves idle days out', () => {
  expect([...times().days].toSorted()).toEqual([
    ['2026-03-02', 1],
    ['2026-03-03', 2],
    ['2026-03-09', 1],
  ]);
});
