import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { ratingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { RunTally } from './run-tally.ts';
import type { LoggedVote } from '../../domain/judging/judgment.ts';

const task = buildTask({
  questions: {
    A: { scale: { ordinal: [0, 1, 2], present: 1 } },
    B: {},
    why: { scale: 'text', required: false },
  },
});
const versions = { taskHash: 'h', guideline: '1' };
const entry = (
  unit: string,
  annotator: string,
  A: number,
  B: boolean,
  given: Partial<LoggedVote> = {},
): LoggedVote => ({
  seq: 0,
  run: null,
  unit,
  annotator,
  answers: JSON.stringify({ A, B }),
  guideline: '1',
  taskHash: 'h',
  ...given,
});

const presence = (ratings: Ratings): Ratings => ({
  ...ratings,
  categories: 2,
  codes: ratings.codes.map((code) => Math.min(code, 1)),
});

describe('the tally of a run', () => {
  it('holds the measured answers, the last of each annotator on each unit', () => {
    const tally = new RunTally(task, { units: ['u1', 'u2'], versions, counts: 'last' });
    for (const one of [
      entry('u1', 'anna', 2, true),
      entry('u2', 'ben', 0, false),
      entry('u1', 'ben', 1, false),
      entry('u1', 'anna', 0, false),
    ])
      tally.add(one);
    expect(tally.questions.map((question) => question.id)).toEqual(['A', 'B']);
    expect([tally.judged, tally.superseded, tally.stale, tally.elsewhere]).toEqual([3, 1, 0, 0]);
    expect(tally.annotators).toEqual(['anna', 'ben']);
    expect([...tally.ratings(0).codes]).toEqual([0, 1, -1, 0]);
    expect([...tally.ratingsOf(1, ['ben', 'cora']).codes]).toEqual([0, -1, 0, -1]);
    expect([tally.judgedBy('anna'), tally.judgedBy('ben'), tally.judgedBy('cora')]).toEqual([
      1, 2, 0,
    ]);
  });

  it('holds the first of each in training', () => {
    const tally = new RunTally(task, { units: ['u1'], versions, counts: 'first' });
    tally.add(entry('u1', 'anna', 2, true));
    const before = tally.version;
    tally.add(entry('u1', 'anna', 0, false));
    expect([...tally.ratingsOf(0, ['anna']).codes]).toEqual([2]);
    expect(tally.version).toBe(before);
  });

  it('counts what it leaves out: stale judgments, and units of other runs', () => {
    const tally = new RunTally(task, { units: ['u1'], versions, counts: 'last' });
    tally.add(entry('u1', 'anna', 1, true, { taskHash: 'old' }));
    tally.add(entry('u1', 'anna', 1, true, { guideline: '0' }));
    tally.add(entry('u9', 'anna', 1, true));
    expect([tally.judged, tally.stale, tally.elsewhere]).toEqual([0, 2, 1]);
    expect(tally.annotators).toEqual([]);
    tally.add(entry('u1', 'anna', 1, true));
    tally.add(entry('u1', 'anna', 0, true, { guideline: '0' }));
    expect([tally.judged, tally.stale, tally.superseded]).toEqual([1, 3, 0]);
    expect([...tally.ratingsOf(0, ['anna']).codes]).toEqual([1]);
  });

  it('makes room for more annotators than it had, and says nothing of who they are where that does not matter', () => {
    const tally = new RunTally(task, { units: ['u1', 'u2'], versions, counts: 'last' });
    for (const [at, name] of ['a', 'b', 'c', 'd', 'e'].entries())
      tally.add(entry('u2', name, at % 3, true));
    const ratings = tally.ratings(0);
    expect(ratings.annotators).toBe(5);
    expect([...ratings.codes].slice(5).toSorted()).toEqual([0, 0, 1, 1, 2]);
    expect([...ratings.codes].slice(0, 5)).toEqual([-1, -1, -1, -1, -1]);
  });

  it('is the same as reading all judgments anew, whatever came in which order', () => {
    const names = ['a', 'b', 'c', 'd'];
    const one = fc.record({
      unit: fc.integer({ min: 0, max: 6 }),
      who: fc.integer({ min: 0, max: 3 }),
      A: fc.integer({ min: 0, max: 2 }),
      B: fc.boolean(),
      stale: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), (rows) => {
        const units = ['0', '1', '2', '3', '4', '5'];
        const tally = new RunTally(task, { units, versions, counts: 'last' });
        const last = new Map<string, number>();
        for (const [at, { unit, who, A, B, stale }] of rows.entries()) {
          if (at % 10 === 3) tally.patterns(0);
          tally.add(entry(String(unit), names[who]!, A, B, stale ? { taskHash: 'old' } : {}));
          if (!stale && unit < 6) last.set(`${unit} ${names[who]}`, A);
        }
        const expected = units.flatMap((unit) =>
          names.map((name) => last.get(`${unit} ${name}`) ?? -1),
        );
        expect([...tally.ratingsOf(0, names).codes]).toEqual(expected);
        expect(tally.judged).toBe(last.size);
        // Asked for in between as well, so that the table is kept and not made anew.
        expect({ ...tally.patterns(0), patternOf: null }).toEqual({
          ...ratingPatterns(presence(tally.ratings(0))),
          patternOf: null,
        });
        expect({ ...tally.patterns(1), patternOf: null }).toEqual({
          ...ratingPatterns(tally.ratings(1)),
          patternOf: null,
        });
        const seen: string[] = [];
        tally.forEach((row, who, place) =>
          seen.push(`${tally.units[row]} ${tally.annotators[who]} ${tally.code(0, place)}`),
        );
        expect(seen.toSorted()).toEqual(
          [...last].map(([key, code]) => `${key} ${code}`).toSorted(),
        );
      }),
      { seed: 1 },
    );
  });
});
