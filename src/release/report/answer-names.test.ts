import { expect, it } from 'vitest';
import { answerName, answerTitle, shortName } from './answer-names.ts';

it('an answer is called by the title of its scale', () => {
  const scale = {
    kind: 'nominal' as const,
    values: [
      { value: 'none', title: 'No reaction' },
      { value: 2, title: { en: 'Two', de: 'Zwei' } },
    ],
  };
  expect(answerTitle({ scale }, 'none')).toBe('No reaction');
  expect(answerTitle({ scale }, 2)).toBe('Two');
  // An answer that an earlier version of the scale had.
  expect(answerTitle({ scale }, 'gone')).toBe('gone');
  expect(answerTitle({ scale: { kind: 'binary' } }, true)).toBe('Yes');
});

it('a title that is a sentence goes below the code, and a code that says more below the title', () => {
  const sentence = 'The reviewer or somebody at the table experienced it';
  expect(answerName(sentence, 'firsthand')).toEqual({ name: 'firsthand', note: sentence });
  expect(answerName('No reaction', 'none')).toEqual({ name: 'No reaction', note: 'none' });
  expect(answerName('High risk', 'high_risk')).toEqual({ name: 'High risk', note: null });
  expect(answerName('Yes', true)).toEqual({ name: 'Yes', note: null });
  expect(shortName(sentence, 'firsthand')).toBe('firsthand');
});
