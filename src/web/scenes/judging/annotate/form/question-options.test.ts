import { describe, expect, it } from 'vitest';
import { buildQuestion } from '../../../../../../test/build-task.ts';
import { answerAtDigit, choicesOf, digitOf, neighbourAnswer } from './question-options.ts';

const grade = buildQuestion('grade', {
  scale: { ordinal: [{ 0: 'not relevant' }, { 1: 'partially relevant' }, { 2: 'relevant' }] },
});
const check = buildQuestion('check', {
  scale: { nominal: [{ yes: 'met' }, { no: 'not met' }, { not_asked: 'not asked' }] },
});
const quality = buildQuestion('quality', {
  scale: {
    nominal: [
      { correct: 'says the same' },
      { partial: 'right as far as it goes, but something is missing' },
    ],
  },
});
const yesNo = buildQuestion('yes-no');

describe('the options of a question', () => {
  it('are chosen by their value where the values are digits, else by their place', () => {
    expect([0, 1, 2].map((at) => digitOf(grade, at))).toEqual([0, 1, 2]);
    expect([0, 1, 2].map((at) => digitOf(check, at))).toEqual([1, 2, 3]);
    expect(answerAtDigit(grade, 0)).toBe(0);
    expect(answerAtDigit(check, 3)).toBe('not_asked');
    expect(answerAtDigit(check, 4)).toBeUndefined();
    expect(answerAtDigit(yesNo, 1)).toBeUndefined();
  });

  it('show the value where the title alone does not stand for it', () => {
    expect(choicesOf(grade, 'en').map((choice) => choice.lead)).toEqual(['0', '1', '2']);
    expect(choicesOf(check, 'en').map((choice) => choice.lead)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(choicesOf(quality, 'en').map((choice) => choice.lead)).toEqual(['correct', 'partial']);
  });

  it('have neighbours, up to the ends', () => {
    expect(neighbourAnswer(grade, 1, 1, 'en')).toBe(2);
    expect(neighbourAnswer(grade, 2, 1, 'en')).toBe(2);
    expect(neighbourAnswer(yesNo, null, 1, 'de')).toBe(true);
    expect(neighbourAnswer(yesNo, null, -1, 'de')).toBe(false);
  });
});
