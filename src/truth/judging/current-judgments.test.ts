import { describe, expect, it } from 'vitest';
import { judgmentBy } from '../../../test/build-judgment.ts';
import { currentJudgments } from './current-judgments.ts';

const now = { taskHash: 'h2', guideline: '1.0' };

describe('the judgments that count now', () => {
  it('are those of the present version, and what is left out is counted', () => {
    const kept = [
      judgmentBy('a', {}, { taskHash: 'h2', guideline: '1.0' }),
      judgmentBy('b', {}),
      judgmentBy('c', {}, { taskHash: 'h2' }),
    ];
    const stale = [
      judgmentBy('d', {}, { taskHash: 'h1', guideline: '1.0' }),
      judgmentBy('e', {}, { taskHash: 'h2', guideline: '0.9' }),
    ];
    expect(currentJudgments([...stale, ...kept], now)).toEqual({
      judgments: kept,
      stale: 2,
      superseded: 0,
    });
    expect(
      currentJudgments([...stale, ...kept], { taskHash: null, guideline: null }),
    ).toMatchObject({ stale: 0 });
  });

  it('are the last of each annotator on each unit of each task', () => {
    const first = judgmentBy('a', { q: true });
    const last = judgmentBy('a', { q: false });
    const others = [
      judgmentBy('a', { q: true }, { unit: 'u2' }),
      judgmentBy('a', { q: true }, { task: 'other' }),
      judgmentBy('b', { q: true }),
    ];
    const found = currentJudgments([first, ...others, last], now);
    expect([new Set(found.judgments), found.superseded]).toEqual([new Set([...others, last]), 1]);
  });

  it('do not give way to a later one that is stale', () => {
    const current = judgmentBy('a', { q: true }, { guideline: '1.0' });
    expect(
      currentJudgments([current, judgmentBy('a', { q: false }, { guideline: '0.9' })], now),
    ).toEqual({ judgments: [current], stale: 1, superseded: 0 });
  });
});
