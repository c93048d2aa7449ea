import { expect, it } from 'vitest';
import { isShown } from './agenda.ts';

it('a point of a hidden task is hidden, and one of no task while any task is', () => {
  const points = [{ task: 'topics' }, { task: 'tone' }, { task: null }];
  const seen = (...hidden: readonly string[]) =>
    points.filter(isShown(hidden)).map(({ task }) => task);
  expect(seen()).toEqual(['topics', 'tone', null]);
  // It might be about units that the reader still has to judge.
  expect(seen('tone')).toEqual(['topics']);
  expect(seen('topics', 'tone')).toEqual([]);
});
