import { expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { subjectOfUnit } from './folder-rulings.ts';

it('a unit has a subject, none, or is not known', () => {
  const task = buildTask({ questions: { a: {} }, unit: { subject: 'company' } });
  expect(subjectOfUnit(task, { company: ' Acme ' })).toBe('Acme');
  expect(subjectOfUnit(task, { company: 7 })).toBe('7');
  expect(subjectOfUnit(task, { company: null })).toBeNull();
  expect(subjectOfUnit(task, {})).toBeNull();
  expect(subjectOfUnit(task, undefined)).toBeUndefined();
  const plain = buildTask({ questions: { a: {} } });
  expect(subjectOfUnit(plain, { company: 'Acme' })).toBeNull();
});
