import { expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { InputError } from '../../domain/fault.ts';
import { labelCells, labelTask } from './label-cells.ts';

const graded = buildTask({
  questions: { flag: {}, grade: { scale: { ordinal: [0, 1, 2], present: 2 } } },
});

it('a cell of a label is 0 or 1, or says nothing', () => {
  const { read } = labelCells('flag', ['flag'], { present: null, task: null });
  expect(['1', '0', ' TRUE', 'false ', ' 1 ', '2', '', 'yes'].map(read)).toEqual([
    1,
    0,
    1,
    0,
    1,
    null,
    null,
    null,
  ]);
});

it('a grade applies from the given one on', () => {
  const { read } = labelCells('grade', ['grade'], { present: 2, task: graded });
  expect(['0', '1', '2', ' 10', 'true', '1.5'].map(read)).toEqual([0, 0, 1, 1, 1, null]);
});

it('without a given grade, the scale of the question says from which one on', () => {
  const rule = { present: null, task: graded };
  const { read } = labelCells('grade', ['grade'], rule);
  expect(['0', '1', ' 2', '3', ''].map(read)).toEqual([0, 0, 1, null, null]);
  expect(labelCells('flag', ['flag'], rule).read('true')).toBe(1);
  // A question that is not there, and a label whose grades have a column of their own.
  expect(labelCells('other', ['other'], rule).read('2')).toBeNull();
  expect(labelCells('grade', ['grade', 'grade_grade'], rule).read('2')).toBeNull();
  expect(labelCells('grade', ['grade', 'grade_grade'], rule).read('1')).toBe(1);
});

it('the task of labels is the named one, or the only one that asks about all of them', () => {
  const named = (id: string, ...questions: readonly string[]) => ({
    ...buildTask({ questions: Object.fromEntries(questions.map((one) => [one, {}])) }),
    id,
  });
  const [one, two] = [named('one', 'a', 'b'), named('two', 'b', 'c')];
  expect(labelTask([one], ['x'], undefined)).toBe(one);
  expect(labelTask([one, two], ['b', 'c'], undefined)).toBe(two);
  expect(labelTask([one, two], ['a'], 'two')).toBe(two);
  expect(() => labelTask([one, two], ['b'], undefined)).toThrow('--task');
  expect(() => labelTask([one, two], ['x'], undefined)).toThrow('--task');
  expect(() => labelTask([one, two], ['a'], 'three')).toThrow(InputError);
});
