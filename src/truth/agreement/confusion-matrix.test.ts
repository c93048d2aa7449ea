import { expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { confusion } from '../../statistics/agreement/confusion.ts';
import { ratingsFromRows } from '../../statistics/agreement/ratings.ts';
import { confusionMatrix, differingUnits } from './confusion-matrix.ts';

const [grade] = buildTask({ questions: { grade: { scale: { ordinal: [0, 1, 2] } } } }).questions;

it('counts every pair of answers, those that never occur among them', () => {
  const rows = [
    [0, 0],
    [0, 2],
    [0, 2],
    [2, 1],
    [1, null],
  ];
  const found = confusionMatrix(
    grade!,
    { first: 'anna', second: 'ben' },
    confusion(ratingsFromRows(rows, [0, 1, 2])),
  );
  expect(found).toEqual({
    question: 'grade',
    first: 'anna',
    second: 'ben',
    answers: [0, 1, 2],
    counts: [
      [1, 0, 2],
      [0, 0, 0],
      [0, 1, 0],
    ],
    units: 4,
    skipped: 1,
  });
  expect(differingUnits(found)).toBe(3);
});
