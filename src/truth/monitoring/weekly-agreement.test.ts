import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeFold, randomJudgments } from '../../../test/random-judgments.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { isoWeek, weekStart } from '../judging/iso-week.ts';
import type { ControlChart } from './control-chart.ts';
import { unfinishedWeeks, weeklyAgreement } from './weekly-agreement.ts';

const task = buildTask({ questions: { A: { scale: { ordinal: [0, 1, 2], present: 1 } }, B: {} } });
const one = buildTask({ questions: { A: {} } });
const [sample] = randomJudgments(one, { seed: 1, units: 1, annotators: ['anna'] });
const dayLength = 86_400_000;

/** A judgment of the task with one question; `day` counts from Monday of the tenth week of 2026. */
function judgment(
  unit: number,
  annotator: string,
  answer: boolean,
  day: number,
  given: Partial<LoggedJudgment> = {},
): LoggedJudgment {
  const at = new Date(Date.UTC(2026, 2, 2, 9) + day * dayLength).toISOString();
  const answers = JSON.stringify({ A: answer });
  return entryOf(sample!, { unit: `u${unit}`, annotator, answers, at, ...given });
}

function chart(fold: TaskFold): ControlChart {
  return allSteps(weeklyAgreement(fold, 'percent_agreement')).overall;
}

function points(entries: readonly LoggedJudgment[]) {
  const fold = makeFold(one);
  for (const entry of entries) fold.add(entry);
  return chart(fold).points.map(({ label, estimate }) => [
    label,
    estimate.n,
    estimate.value === null ? null : Number(estimate.value.toFixed(3)),
  ]);
}

describe('the agreement of a week', () => {
  it('is that of the units judged for the first time in it, as known at its end', () => {
    expect(
      points([
        // Both in the first week; corrected in it, and again two weeks later.
        judgment(1, 'anna', true, 0),
        judgment(1, 'ben', false, 1),
        judgment(1, 'ben', true, 2),
        // The second judgment comes in the second week, the third in the third.
        judgment(2, 'anna', true, 3),
        judgment(2, 'ben', false, 7),
        judgment(1, 'anna', false, 14),
        judgment(2, 'cora', true, 15),
        // Nobody else judges it.
        judgment(3, 'anna', true, 15),
      ]),
    ).toEqual([
      ['2026-W10', 1, 1],
      ['2026-W11', 1, 0],
      // One of three pairs is equal.
      ['2026-W12', 1, 0.333],
    ]);
  });

  it('knows corrections once somebody else judges the unit', () => {
    const entries = [
      judgment(1, 'anna', true, 0),
      judgment(1, 'anna', false, 7),
      judgment(1, 'ben', false, 14),
    ];
    expect(points(entries)).toEqual([['2026-W12', 1, 1]]);
  });

  it('compares judgments under one guideline only', () => {
    const second = { guideline: '2.0' };
    expect(
      points([
        judgment(1, 'anna', true, 0),
        judgment(1, 'ben', true, 0),
        judgment(1, 'anna', false, 7, second),
        judgment(1, 'ben', true, 8, second),
      ]),
    ).toEqual([
      ['2026-W10', 1, 1],
      ['2026-W11', 1, 0],
    ]);
  });

  it('has the weeks in between, over a year of 53 weeks', () => {
    const { points: weeks } = chart(
      foldOf([
        judgment(1, 'anna', true, 0, { at: '2026-12-24T09:00:00Z' }),
        judgment(1, 'ben', true, 0, { at: '2026-12-24T09:00:00Z' }),
        judgment(2, 'anna', true, 0, { at: '2027-01-05T09:00:00Z' }),
        judgment(2, 'ben', true, 0, { at: '2027-01-05T09:00:00Z' }),
      ]),
    );
    expect(weeks.map(({ label, start }) => [label, start])).toEqual([
      ['2026-W52', '2026-12-21'],
      ['2026-W53', '2026-12-28'],
      ['2027-W01', '2027-01-04'],
    ]);
    expect(weeks[1]!.estimate).toMatchObject({ value: null, why: { code: 'idle-week' } });
  });
});

describe('imported judgments', () => {
  const week13 = '2026-03-24T12:00:00.000Z';

  it('are of the week of their import once others were recorded', () => {
    const recordedAt = week13;
    expect(
      points([
        judgment(1, 'anna', true, 0),
        judgment(1, 'ben', true, 0),
        judgment(2, 'anna', true, 1, { recordedAt }),
        judgment(2, 'ben', false, 1, { recordedAt }),
        // Dated in the future.
        judgment(3, 'anna', true, 400, { recordedAt }),
        judgment(3, 'ben', true, 400, { recordedAt }),
      ]),
    ).toEqual([
      ['2026-W10', 1, 1],
      ['2026-W11', 0, null],
      ['2026-W12', 0, null],
      ['2026-W13', 2, 0.5],
    ]);
  });

  it('are of the weeks of their dates where the record begins with them, in any order', () => {
    const recordedAt = week13;
    const entries = [
      judgment(1, 'anna', true, 0, { recordedAt }),
      judgment(2, 'anna', true, 9, { recordedAt }),
      judgment(2, 'ben', false, 1, { recordedAt }),
      judgment(1, 'ben', true, 1, { recordedAt }),
      judgment(2, 'cora', false, 17, { recordedAt }),
    ];
    const expected = [
      ['2026-W10', 1, 1],
      ['2026-W11', 1, 0],
      ['2026-W12', 1, 0.333],
    ];
    expect(points(entries)).toEqual(expected);
    expect(points(entries.toReversed())).toEqual(expected);
    // A month later the same dates are no longer open.
    const late = { recordedAt: '2026-04-20T12:00:00.000Z' };
    expect(
      points([...entries, judgment(3, 'anna', true, 0, late), judgment(3, 'ben', true, 0, late)]),
    ).toEqual([
      ...expected,
      ['2026-W13', 0, null],
      ['2026-W14', 0, null],
      ['2026-W15', 0, null],
      ['2026-W16', 0, null],
      ['2026-W17', 1, 1],
    ]);
  });
});

describe('the points of a chart', () => {
  it('are those that were shown at the end of their weeks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const log = history(seed);
        // At the end everything is otherwise: the first guideline is stale, nobody else counts.
        const later = makeFold(task, {
          uncounted: ({ guideline, annotator }) =>
            guideline === '1.0'
              ? { why: 'stale', round: null, guideline }
              : annotator === 'anna'
                ? null
                : { why: 'round-failed', round: 'pilot' },
        });
        for (const entry of log) later.add(entry);
        const last = allSteps(weeklyAgreement(later, 'fleiss_kappa'));
        const weeks = last.overall.points.map(({ label }) => label);
        expect(last.overall.points.filter(({ limits }) => limits !== null).length).toBeGreaterThan(
          3,
        );
        const growing = makeFold(task);
        let done = 0;
        for (const [at, week] of weeks.entries()) {
          const end = new Date(`${weekStart(week)}T00:00:00Z`).getTime() + 7 * dayLength;
          // Day by day, as somebody looks at it every day.
          for (let day = end - 6 * dayLength; day <= end; day += dayLength) {
            while (done < log.length && new Date(timeOf(log[done]!)).getTime() < day) {
              growing.add(log[done]!);
              done += 1;
            }
            allSteps(weeklyAgreement(growing, 'fleiss_kappa'));
          }
          // Nothing is shown of a week without judgments before others follow.
          if (last.overall.points[at]!.estimate.n === 0) continue;
          const then = allSteps(weeklyAgreement(growing, 'fleiss_kappa'));
          expect(then.overall.points).toEqual(last.overall.points.slice(0, at + 1));
          for (const [question, own] of then.questions)
            expect(own.points).toEqual(last.questions.get(question)!.points.slice(0, at + 1));
        }
        expect(done).toBe(log.length);
      }),
      { seed: 32, numRuns: 20 },
    );
  });

  it('may move in the current week, and in the week of a first import', () => {
    const weeks = chart(
      foldOf([
        judgment(1, 'anna', true, 0),
        judgment(1, 'ben', true, 0),
        judgment(2, 'anna', true, 7),
        judgment(2, 'ben', true, 7),
      ]),
    );
    const unfinished = (recordedSince: string, current: string) =>
      unfinishedWeeks({ weeks, recordedSince }, current);
    expect(unfinished('2026-W10', '2026-W11')).toEqual(['2026-W11']);
    expect(unfinished('2026-W10', '2026-W12')).toEqual([]);
    expect(unfinished('2026-W12', '2026-W12')).toEqual(['2026-W10', '2026-W11']);
    expect(unfinished('2026-W12', '2026-W13')).toEqual([]);
  });
});

function foldOf(entries: readonly LoggedJudgment[]): TaskFold {
  const fold = makeFold(one);
  for (const entry of entries) fold.add(entry);
  return fold;
}

function timeOf({ at, recordedAt }: LoggedJudgment): string {
  return recordedAt ?? at;
}

/** Nine weeks of a team: corrections, a new guideline, somebody who joins, imports of old work. */
function history(seed: number): readonly LoggedJudgment[] {
  const random = seededRandom(seed);
  const start = Date.UTC(2026, 10, 30, 9);
  const log: LoggedJudgment[] = [];
  for (let day = 0; day < 63; day += 1) {
    const annotators = day < 30 ? ['anna', 'ben'] : ['anna', 'ben', 'cora'];
    const now = new Date(start + day * dayLength).toISOString();
    const isImport = random.next() < 0.1;
    const units = isoWeek(now) === '2026-W52' ? 0 : 15;
    for (const judged of randomJudgments(task, {
      seed: seed + day,
      units,
      annotators,
      judges: 0.6,
    })) {
      const unit = `u${1 + random.integer(200)}`;
      const guideline = day < 20 ? '1.0' : '1.1';
      const dated = new Date(start + random.integer(90) * dayLength).toISOString();
      const time = isImport ? { at: dated, recordedAt: now } : { at: now };
      log.push(entryOf(judged, { unit, guideline, ...time }));
    }
  }
  return log;
}
