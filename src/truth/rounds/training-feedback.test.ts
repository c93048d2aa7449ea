import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { trainingFeedback } from './training-feedback.ts';

const task = buildTask({
  questions: {
    A: { scale: { ordinal: [0, 1, 2], present: 1 } },
    B: {},
    why: { scale: 'text', required: false },
  },
});
const card = {
  question: 'A',
  title: 'A',
  definition: 'What A is.',
  include: ['in'],
  exclude: ['out'],
  positive: ['p'],
  negative: ['n'],
};
const guideline = { version: '1', title: 'G', cards: [card], chapters: [] };

describe('the feedback in training', () => {
  it('says what was right and what the guideline says about it', () => {
    const feedback = trainingFeedback(
      task,
      guideline,
      { A: 2, B: true, why: 'so' },
      { answers: { A: 1, B: false, why: 'else' }, reason: 'Because.' },
    );
    expect(feedback).toEqual({
      right: 1,
      wrong: 1,
      reason: 'Because.',
      answers: [
        {
          question: 'A',
          given: 2,
          expected: 1,
          right: true,
          exact: false,
          card: { definition: 'What A is.', include: ['in'], exclude: ['out'] },
        },
        { question: 'B', given: true, expected: false, right: false, exact: false, card: null },
      ],
    });
  });

  it('ignores questions that the key leaves open, and counts a missing answer as wrong', () => {
    expect(
      trainingFeedback(task, guideline, {}, { answers: { A: 0 }, reason: null }),
    ).toMatchObject({
      right: 0,
      wrong: 1,
      answers: [{ question: 'A', given: null, expected: 0, right: false }],
    });
  });
});
