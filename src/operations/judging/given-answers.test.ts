import { expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { faultsIn } from '../../../test/refusals.ts';
import { typedAnswers } from './given-answers.ts';

const task = buildTask({
  questions: {
    relevant: {},
    grade: { scale: { ordinal: [0, 1, 2], present: 1 } },
    why: { scale: 'text' },
  },
});

it('answers are typed as question=value, and converted to their scales', () => {
  expect(typedAnswers(task, ['relevant=YES', ' grade =2', 'why= a=b '])).toEqual({
    relevant: true,
    grade: 2,
    why: 'a=b',
  });
  for (const no of ['no', 'False', '0'])
    expect(typedAnswers(task, [`relevant=${no}`])).toEqual({ relevant: false });
  for (const yes of ['true', '1'])
    expect(typedAnswers(task, [`relevant=${yes}`])).toEqual({ relevant: true });
  expect(typedAnswers(task, [])).toEqual({});
});

it('wrong ones are told all at once', () => {
  const found = faultsIn(() =>
    typedAnswers(task, ['relevant=maybe', 'grade=3', 'colour=red', 'relevant']),
  );
  expect(found.map(({ code, values }) => [code, values['field'], values['got']])).toEqual([
    ['wrong-value', 'relevant', '"maybe"'],
    ['wrong-value', 'grade', '"3"'],
    ['wrong-value', '--set', '"colour=red"'],
    ['wrong-value', '--set', '"relevant"'],
  ]);
  expect(found[2]!.values['expected']).toBe('question=value with one of relevant, grade or why');
});
