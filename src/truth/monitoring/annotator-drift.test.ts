import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeFold, randomJudgments } from '../../../test/random-judgments.ts';
import { annotatorDrift } from './annotator-drift.ts';

const task = buildTask({ questions: { A: {} } });
const [sample] = randomJudgments(task, { seed: 1, units: 1, annotators: ['anna'] });

/** Three people judge so many units a week; in the last week anna answers by `last`. */
function drifting(weeks: number, last: (unit: number) => boolean) {
  const fold = makeFold(task);
  for (let week = 0; week < weeks; week += 1)
    for (let unit = 0; unit < 60; unit += 1)
      for (const annotator of ['anna', 'ben', 'cora']) {
        // Everybody is alone in one unit of ten, each in another.
        const isOdd = unit % 10 === ['anna', 'ben', 'cora'].indexOf(annotator);
        const agrees = annotator === 'anna' && week === weeks - 1 ? last(unit) : !isOdd;
        const at = new Date(Date.parse('2026-03-03T10:00:00Z') + week * 7 * 86_400_000);
        const answers = JSON.stringify({ A: agrees });
        const entry = { unit: `w${week}-${unit}`, annotator, answers, at: at.toISOString() };
        fold.add(entryOf(sample!, entry));
      }
  fold.settle();
  return annotatorDrift(fold);
}

describe('drift', () => {
  it('is a last week in which somebody agrees less with the others than before', () => {
    const found = drifting(5, (unit) => unit % 2 === 0);
    expect(found).toMatchObject([{ annotator: 'anna', week: '2026-W14' }]);
    const [{ agreement, usual }] = found as [(typeof found)[number]];
    expect(agreement.value).toBeLessThan(0.6);
    expect(usual).toBeGreaterThan(0.75);
  });

  it('is not what chance explains, and needs weeks to compare', () => {
    expect(drifting(5, (unit) => unit % 10 !== 0 && unit !== 31)).toEqual([]);
    expect(drifting(1, (unit) => unit % 2 === 0)).toEqual([]);
  });
});
