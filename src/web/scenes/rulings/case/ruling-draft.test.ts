import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../../../test/build-task.ts';
import { rulingLogic, statedAnswers } from './ruling-draft.ts';

const task = buildTask({
  questions: { relevant: {}, sufficient: {}, rationale: { scale: { text: { max: 100 } } } },
  constraints: ['sufficient => relevant'],
});

describe('a ruling as it is made', () => {
  it('changes what can no longer stand beside an answer, and says why', () => {
    const { answers, followed } = rulingLogic(task).decide(
      { relevant: false, sufficient: false },
      'sufficient',
      true,
    );
    expect(answers).toEqual({ relevant: true, sufficient: true });
    expect(followed).toEqual([
      { question: 'relevant', from: false, to: true, because: 'sufficient => relevant' },
    ]);
  });

  it('asks for every answer but free text', () => {
    const logic = rulingLogic(task);
    expect(logic.check({ relevant: true }, {}).missing).toEqual(['sufficient']);
    expect(logic.check({ relevant: true, sufficient: false }, {}).missing).toEqual([]);
  });

  it('finds answers that contradict a constraint', () => {
    expect(
      rulingLogic(task)
        .check({ relevant: false, sufficient: true }, {})
        .faults.map((fault) => fault.code),
    ).toEqual(['constraint-broken']);
  });
});

describe('what a ruling states', () => {
  const voted = [
    { question: 'relevant', answer: true },
    { question: 'sufficient', answer: null },
  ];

  it('is what the votes do not give by themselves', () => {
    expect(statedAnswers({ relevant: true, sufficient: false }, voted, new Set())).toEqual({
      sufficient: false,
    });
  });

  it('also is what was decided on purpose as the votes have it', () => {
    expect(
      statedAnswers({ relevant: true, sufficient: false }, voted, new Set(['relevant'])),
    ).toEqual({ relevant: true, sufficient: false });
  });

  it('is everything where it agrees with all the votes', () => {
    expect(statedAnswers({ relevant: true }, voted, new Set())).toEqual({ relevant: true });
  });
});
