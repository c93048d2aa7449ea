import { expect, it } from 'vitest';
import { answerName, answerTitle, answerWord } from './answer-names.ts';

const sentence = 'The reviewer or somebody at the table experienced it';

function nominal(...values: readonly { value: string | number; title: string }[]) {
  return { scale: { kind: 'nominal' as const, values } };
}

it('an answer is called by the title of its scale', () => {
  const question = nominal({ value: 'none', title: 'No reaction' }, { value: 2, title: 'Two' });
  expect(answerTitle(question, 'none')).toBe('No reaction');
  expect(answerTitle(question, 2)).toBe('Two');
  // An answer that an earlier version of the scale had.
  expect(answerTitle(question, 'gone')).toBe('gone');
  expect(answerTitle({ scale: { kind: 'binary' } }, true)).toBe('Yes');
});

it('where one title of a scale is a sentence, all its answers are called by their codes', () => {
  const question = nominal(
    { value: 'firsthand', title: sentence },
    { value: 'none', title: 'No event' },
  );
  expect(answerWord(question, 'firsthand')).toBe('firsthand');
  expect(answerWord(question, 'none')).toBe('none');
  expect(answerWord(nominal({ value: 'none', title: 'No event' }), 'none')).toBe('No event');
  expect(answerWord({ scale: { kind: 'binary' } }, false)).toBe('No');
});

it('below a name is its code, and below a code the sentence, where they say more', () => {
  expect(answerName({ answer: 'firsthand', title: sentence }, false)).toEqual({
    text: 'firsthand',
    note: sentence,
  });
  expect(answerName({ answer: 'none', title: 'No reaction' }, true)).toEqual({
    text: 'No reaction',
    note: 'none',
  });
  expect(answerName({ answer: 'high_risk', title: 'High risk' }, true)).toEqual({
    text: 'High risk',
  });
  expect(answerName({ answer: true, title: 'Yes' }, true)).toEqual({ text: 'Yes' });
});
