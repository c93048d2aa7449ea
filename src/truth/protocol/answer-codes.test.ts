import { describe, expect, it } from 'vitest';
import { buildQuestion, buildTask } from '../../../test/build-task.ts';
import {
  answerCode,
  answerCodes,
  codeAnswer,
  codeApplies,
  codeCount,
  notAnswered,
} from './answer-codes.ts';

const yes = buildQuestion('yes');
const grade = buildQuestion('grade', { scale: { ordinal: [-1, 0, 1], present: 0 } });
const kind = buildQuestion('kind', { scale: { nominal: ['x', '1'] } });
const why = buildQuestion('why', { scale: 'text' });

describe('answerCode', () => {
  it('is the position on the scale, and takes no value for another', () => {
    expect([true, false, 1, 'yes', undefined].map((answer) => answerCode(yes, answer))).toEqual([
      1,
      0,
      notAnswered,
      notAnswered,
      notAnswered,
    ]);
    expect([-1, 0, 1, 2, true, '0'].map((answer) => answerCode(grade, answer))).toEqual([
      0,
      1,
      2,
      notAnswered,
      notAnswered,
      notAnswered,
    ]);
    expect(['x', '1', 1].map((answer) => answerCode(kind, answer))).toEqual([0, 1, notAnswered]);
    expect(['because', ' ', '', 3].map((answer) => answerCode(why, answer))).toEqual([
      1,
      0,
      0,
      notAnswered,
    ]);
  });

  it('goes back to the answer on a closed scale', () => {
    for (const question of [yes, grade, kind]) {
      for (let code = 0; code < codeCount(question); code += 1)
        expect(answerCode(question, codeAnswer(question, code))).toBe(code);
      expect(codeAnswer(question, notAnswered)).toBeUndefined();
    }
    expect(codeCount(why)).toBe(2);
    expect(codeAnswer(why, 1)).toBeUndefined();
  });

  it('follows the order of the questions', () => {
    expect(
      answerCodes(buildTask({ questions: { a: {}, b: {}, c: {} } }), { c: true, a: false }),
    ).toEqual([0, notAnswered, 1]);
  });
});

describe('codeApplies', () => {
  it('means yes, at least the lowest value that counts, or given', () => {
    expect([notAnswered, 0, 1].map((code) => codeApplies(yes, code))).toEqual([false, false, true]);
    expect([notAnswered, 0, 1, 2].map((code) => codeApplies(grade, code))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect([notAnswered, 0, 1].map((code) => codeApplies(why, code))).toEqual([false, false, true]);
  });
});
