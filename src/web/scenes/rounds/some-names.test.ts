import { expect, it } from 'vitest';
import { someNames } from './some-names.ts';

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `annotator ${at}`);

it('a short list is told whole, of a long one the first few and how many more there are', () => {
  expect(someNames(names(2))).toEqual({ told: ['annotator 0', 'annotator 1'], more: 0 });
  expect(someNames(names(7)).more).toBe(0);
  expect(someNames(names(200))).toEqual({ told: names(6), more: 194 });
});
