import { expect, it } from 'vitest';
import { WorkTimes } from './work-times.ts';

function times(): WorkTimes {
  const made = new WorkTimes();
  const add = (annotator: string, at: string, seconds: number | null, isFirst: boolean): void =>
    made.add(
      { annotator, at: `2026-03-${at}:00:00Z`, seconds },
      `2026-W${at < '09' ? 10 : 11}`,
      isFirst,
    );
  add('anna', '03T09', 60, true);
  add('anna', '02T09', null, true);
  add('anna', '03T10', 30, false);
  add('ben', '03T11', 90, true);
  add('ben', '09T11', 10, true);
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

it('counts what no longer counts in its week alone', () => {
  const made = times();
  const entry = { annotator: 'cora', at: '2026-03-03T09:00:00Z', seconds: 60 };
  made.addInWeek(entry, '2026-W10', true);
  expect(made.of('cora', '2026-W10')).toEqual({ units: 1, judgments: 1, timed: 1, seconds: 60 });
  expect(made.of('cora').judgments).toBe(0);
  made.add({ ...entry, at: '2026-03-10T09:00:00Z' }, '2026-W11', true);
  expect(made.of('cora').judgments).toBe(1);
  expect(made.inAllWeeks('cora')).toEqual({ units: 2, judgments: 2, timed: 2, seconds: 120 });
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
