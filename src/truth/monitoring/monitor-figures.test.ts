import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeFold, randomJudgments } from '../../../test/random-judgments.ts';
import { monitorSchema } from '../../domain/monitoring/monitor.ts';
import { labelFigures } from './monitor-labels.ts';
import { speedFigures, speedOf } from './monitor-speed.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { weakComparison } from './monitor-weak.ts';

const monitor = monitorSchema.parse({
  positives: 3,
  per_hour: [3, 15],
  expected_per_hour: [5, 10],
});
const task = buildTask({
  questions: {
    A: { scale: { ordinal: [0, 1, 2], present: 1 } },
    B: {},
    C: { scale: { nominal: ['x', 'y'] } },
  },
});
const [sample] = randomJudgments(task, { seed: 1, units: 1, annotators: ['anna'] });

function judge(
  fold: TaskFold,
  unit: string,
  annotator: string,
  answers: object,
  given: object = {},
): void {
  fold.add(entryOf(sample!, { unit, annotator, answers: JSON.stringify(answers), ...given }));
}

describe('speed', () => {
  it('is units per active hour, held against the limits of the protocol', () => {
    // The seed's limits: flagged above 15 and below 3 an hour, 5 to 10 expected.
    expect(speedOf({ units: 30, judgments: 30, timed: 30, seconds: 7200 }, monitor)).toMatchObject({
      perHour: { value: 15, n: 30 },
      flag: null,
      asExpected: false,
    });
    expect(speedOf({ units: 31, judgments: 31, timed: 31, seconds: 7200 }, monitor)).toMatchObject({
      flag: 'fast',
    });
    expect(speedOf({ units: 6, judgments: 6, timed: 6, seconds: 7200 }, monitor)).toMatchObject({
      perHour: { value: 3 },
      flag: null,
    });
    expect(speedOf({ units: 5, judgments: 5, timed: 5, seconds: 7200 }, monitor)).toMatchObject({
      perHour: { value: 2.5 },
      flag: 'slow',
    });
    expect(speedOf({ units: 16, judgments: 16, timed: 16, seconds: 7200 }, monitor)).toMatchObject({
      perHour: { value: 8 },
      flag: null,
      asExpected: true,
    });
  });

  it('is told and not judged where the protocol sets no limits', () => {
    const none = monitorSchema.parse({});
    for (const timed of [5, 3000])
      expect(speedOf({ units: timed, judgments: timed, timed, seconds: 7200 }, none)).toMatchObject(
        { perHour: { value: timed / 2 }, flag: null, asExpected: null },
      );
  });

  it('is not flagged on a handful of units, and unknown without times', () => {
    expect(speedOf({ units: 4, judgments: 4, timed: 4, seconds: 40 }, monitor).flag).toBe('few');
    expect(speedOf({ units: 4, judgments: 4, timed: 0, seconds: 0 }, monitor)).toMatchObject({
      perHour: { value: null, skipped: 4 },
      flag: null,
    });
  });

  it('is told per annotator and week, revisions taking time but being no further unit', () => {
    const fold = makeFold(task);
    for (let at = 1; at <= 5; at += 1)
      judge(
        fold,
        `u${at}`,
        'anna',
        { A: 0, B: true, C: 'x' },
        { at: '2026-03-02T09:00:00Z', seconds: 360 },
      );
    judge(
      fold,
      'u1',
      'anna',
      { A: 1, B: true, C: 'x' },
      { at: '2026-03-10T09:00:00Z', seconds: 1800 },
    );
    judge(
      fold,
      'u1',
      'ben',
      { A: 1, B: true, C: 'x' },
      { at: '2026-03-10T09:00:00Z', seconds: null },
    );
    const { annotators } = speedFigures(fold, monitor);
    // 5 units in 5 · 360 + 1800 s = 1 h.
    expect(annotators[0]).toMatchObject({
      annotator: 'anna',
      units: 5,
      judgments: 6,
      hours: 1,
      perHour: { value: 5 },
      from: '2026-03-02T09:00:00Z',
      to: '2026-03-10T09:00:00Z',
    });
    expect(
      annotators[0]!.weeks.map((one) => [one.week, one.units, one.judgments, one.perHour.value]),
    ).toEqual([
      ['2026-W10', 5, 5, 10],
      ['2026-W11', 0, 1, null],
    ]);
    expect(annotators[1]).toMatchObject({ annotator: 'ben', perHour: { value: null } });
  });
});

describe('labels', () => {
  it('are counted in the truth of units that have all their judgments', () => {
    const fold = makeFold(task);
    const both = (unit: string, answers: object): void =>
      ['anna', 'ben'].forEach((annotator) => judge(fold, unit, annotator, answers, { run: 'run' }));
    both('u1', { A: 2, B: true, C: 'x' });
    both('u2', { A: 0, B: true, C: 'y' });
    both('u3', { A: 0, B: true, C: 'x' });
    judge(fold, 'u4', 'anna', { A: 1, B: true, C: 'x' }, { run: 'run' });
    fold.await(fold.units.find('u4'), ['ben']);
    judge(fold, 'u5', 'anna', { A: 1, B: true, C: 'x' }, { run: 'run' });
    judge(fold, 'u5', 'ben', { A: 0, B: true, C: 'x' }, { run: 'run' });
    fold.settle();
    const figures = labelFigures(fold, monitor);
    expect([figures.settled, figures.unsettled]).toEqual([3, 2]);
    expect(figures.labels[0]).toMatchObject({
      question: 'A',
      positives: 1,
      prevalence: { value: 1 / 3, n: 3, skipped: 2 },
      flags: ['few'],
    });
    expect(figures.labels[1]).toMatchObject({
      question: 'B',
      positives: 3,
      prevalence: { value: 1 },
      flags: ['frequent'],
    });
    expect(figures.labels[2]).toMatchObject({ question: 'C', positives: null, flags: [] });
    expect(figures.labels[2]!.values.map((one) => [one.answer, one.units])).toEqual([
      ['x', 2],
      ['y', 1],
    ]);
    // When the run is closed, nobody is waited for: u4 has its one judgment.
    fold.await(fold.units.find('u4'), []);
    fold.settle();
    expect(labelFigures(fold, monitor).settled).toBe(4);
  });
});

describe('truth against weak labels', () => {
  function taggedFold(): TaskFold {
    const fold = makeFold(task);
    for (let at = 0; at < 40; at += 1)
      judge(fold, `u${at}`, 'anna', { A: at < 10 ? 1 : 0, B: at < 20, C: 'x' });
    fold.settle();
    return fold;
  }

  it('differ per label by their prevalence, and over all labels by a distance', () => {
    const weak = (unit: string): ReadonlySet<string> =>
      new Set([
        ...(Number(unit.slice(1)) < 30 ? ['A'] : []),
        ...(Number(unit.slice(1)) >= 20 ? [] : ['B']),
      ]);
    const { labels, distance, alike, warning, units } = weakComparison(taggedFold(), (row) =>
      weak(`u${row}`),
    );
    expect(units).toBe(40);
    expect(labels[0]).toMatchObject({
      question: 'A',
      truth: { value: 0.25 },
      weak: { value: 0.75 },
      delta: -0.5,
      differs: true,
      missed: 0,
      extra: 20,
    });
    expect(labels[1]).toMatchObject({ question: 'B', delta: 0, differs: false });
    // Positives 10 and 20 against 30 and 20: p = (1/3, 2/3), q = (3/5, 2/5), m = (7/15, 8/15);
    // √((KL(p, m) + KL(q, m)) / 2) to base 2, worked out in Python from the formula.
    expect(distance.value).toBeCloseTo(0.228_404_066_791_853, 12);
    expect(alike).toMatchObject({ value: 0.5 });
    expect(warning).toBeNull();
  });

  it('warn when no label can be told apart, and leave out units without weak labels', () => {
    const same = (unit: string): ReadonlySet<string> | null => {
      const at = Number(unit.slice(1));
      return at >= 38 ? null : new Set([...(at < 10 ? ['A'] : []), ...(at < 20 ? ['B'] : [])]);
    };
    const compared = weakComparison(taggedFold(), (row) => same(`u${row}`));
    expect(compared).toMatchObject({ units: 38, distance: { value: 0 }, alike: { value: 1 } });
    expect(compared.warning).toMatchObject({ code: 'like-keywords', values: { count: 2 } });
  });
});
